package sortid;

/** Why a generator made no id. The generator is unchanged, so the call may be repeated. */
public final class GeneratorException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  private final Fault fault;

  /** To verify a method that gives one as a RuntimeException, Java loads this class, which most programs never need. */
  static RuntimeException of(String message, Fault fault) {
    return new GeneratorException(message, fault);
  }

  private GeneratorException(String message, Fault fault) {
    super(message);
    this.fault = fault;
  }

  /** The fault. */
  public Fault fault() {
    return fault;
  }
}
