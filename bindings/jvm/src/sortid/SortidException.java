package sortid;

import org.jspecify.annotations.Nullable;

/** Why a text or a value is no id. The message is the core's sentence. */
public final class SortidException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final Reason reason;
  private final int position;
  private final @Nullable String format;

  SortidException(String message, Reason reason, int position, @Nullable String format) {
    super(message);
    this.reason = reason;
    this.position = position;
    this.format = format;
  }

  /** The reason. */
  public Reason reason() {
    return reason;
  }

  /** The 0-based byte of the text in UTF-8 at which it shows, at most its end. */
  public int position() {
    return position;
  }

  /** The name of the format that rejected it; null when no format did. */
  public @Nullable String format() {
    return format;
  }
}
