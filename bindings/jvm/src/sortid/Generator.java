package sortid;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * New ids in one order: each is greater than all before it, in formats with an order. Safe for threads and
 * virtual threads, which share the order. It has a memory of its own, so programs keep one rather than make
 * one for each id.
 *
 * <p>Every method that makes an id throws a {@link GeneratorException} with the fault, and one that takes an
 * instant a {@link SortidException} where the format does not have it.
 */
public final class Generator<T extends Id> {
  private final Format<T> format;
  private final ReentrantLock lock = new ReentrantLock();
  private final Core core = new Core();
  private final String prefix;
  private final int handle;

  Generator(Format<T> format, GeneratorOptions options) {
    this.format = format;
    this.prefix = options.prefix;
    this.handle = core.makeGenerator(format, options);
  }

  /** The next id. */
  public T next() {
    lock.lock();
    try {
      core.check(core.wasm.next_bits(handle, core.id, core.id + 8), format);
      return format.made(core, prefix);
    } finally {
      lock.unlock();
    }
  }

  /** An id that is drawn, in no order. */
  public T random() {
    lock.lock();
    try {
      core.check(core.wasm.sortid_generator_random(handle, core.id, core.error));
      return format.made(core, prefix);
    } finally {
      lock.unlock();
    }
  }

  /** An id that is drawn, with the timestamp of that instant: for what was there before it had an id. */
  public T randomAt(Instant at) {
    lock.lock();
    try {
      core.check(core.wasm.sortid_generator_random_at(handle, Core.milliseconds(at), core.id, core.error));
      return format.made(core, prefix);
    } finally {
      lock.unlock();
    }
  }

  /** That many ids, one greater than the other. */
  public List<T> many(int count) {
    List<T> all = new ArrayList<>(count);
    for (int i = 0; i < count; ++i) all.add(next());
    return all;
  }

  /**
   * Fills the array with ids of 8 or 16 bytes each, in network order and without a prefix.
   *
   * @throws IllegalArgumentException when the length is no multiple of an id's
   */
  public void fill(byte[] ids) {
    int rows = format.rows(ids.length, format.bytes());
    lock.lock();
    try {
      for (int row = 0; row < rows; ++row) {
        core.check(core.wasm.next_bits(handle, core.id, core.id + 8), format);
        format.store(core.getLong(core.id), core.getLong(core.id + 8), ids, row * format.bytes());
      }
    } finally {
      lock.unlock();
    }
  }

  /** Milliseconds by which the last id's timestamp is later than the clock; 0 when it is not. */
  public long ahead() {
    lock.lock();
    try {
      core.check(core.wasm.sortid_generator_ahead(handle, core.out));
      return core.getLong(core.out);
    } finally {
      lock.unlock();
    }
  }
}
