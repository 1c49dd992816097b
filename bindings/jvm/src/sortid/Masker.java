package sortid;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Maps ids one to one to public ids that tell neither when they were made nor which came next, under a secret
 * key. It is no authentication: any valid id unmasks to some id. Safe for threads.
 */
public final class Masker<T extends Id> implements AutoCloseable {
  private final Format<T> format;
  private final ReentrantLock lock = new ReentrantLock();
  private final Core core = new Core();
  private int handle;

  Masker(Format<T> format, byte[] key, int uuidVersion) {
    this.format = format;
    this.handle = core.makeMasker(format, key, uuidVersion);
  }

  /**
   * The masked id; of a UUIDv7 it is a UUID.
   *
   * @throws SortidException {@code range}: a UUID or TypeID of another version than 7
   */
  public Id mask(T id) {
    return change(id, true);
  }

  /**
   * The id that was masked.
   *
   * @throws SortidException {@code range}: a UUID or TypeID of another version than masked ones have
   */
  @SuppressWarnings("unchecked")
  public T unmask(Id masked) {
    return (T) change(masked, false);
  }

  private Id change(Id id, boolean mask) {
    lock.lock();
    try {
      if (handle == 0) throw new IllegalStateException("the masker is closed");
      core.put(id, core.id);
      core.check(mask ? core.wasm.sortid_mask(handle, core.id, core.id2, core.error)
          : core.wasm.sortid_unmask(handle, core.id, core.id2, core.error));
      return core.get(core.id2);
    } finally {
      lock.unlock();
    }
  }

  /** Erases the key. */
  @Override
  public void close() {
    lock.lock();
    try {
      if (handle != 0) core.wasm.sortid_masker_destroy(handle);
      handle = 0;
    } finally {
      lock.unlock();
    }
  }
}
