package sortid;

/** An id inside a text: {@code text.substring(start, end)} is its text there. */
public record Found(Id id, int start, int end) {}
