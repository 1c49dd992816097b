package sortid;

/**
 * The smallest and the largest id of an instant, an interval or a beginning of texts, both included: for
 * BETWEEN.
 */
public record Range<T extends Id>(T first, T last) {
  /** Whether the id is neither smaller than the first nor larger than the last one. */
  public boolean contains(T id) {
    return first.compareTo(id) <= 0 && id.compareTo(last) <= 0;
  }
}
