package sortid;

/** Why a generator made no id. The generator is unchanged, so the call may be repeated. */
public final class GeneratorException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  private final Fault fault;

  GeneratorException(String message, Fault fault) {
    super(message);
    this.fault = fault;
  }

  /** The fault. */
  public Fault fault() {
    return fault;
  }
}
