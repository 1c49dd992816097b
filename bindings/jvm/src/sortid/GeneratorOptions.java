package sortid;

import org.jspecify.annotations.Nullable;

/**
 * What a generator does otherwise than its format does by itself. Each method changes these options and
 * returns them.
 */
public final class GeneratorOptions {
  String prefix = "";
  @Nullable Integer extension;
  @Nullable Integer node;
  @Nullable Integer stepBytes;
  @Nullable Long epoch;
  @Nullable Long maxWaitMs;
  // Numbers of sortid.h, where 0 is the default: enums take time to load, and most programs give none.
  int onOverflow;
  int onClockBack;
  int sequence;

  /** The prefix of TypeIDs. */
  public GeneratorOptions prefix(String prefix) {
    this.prefix = prefix;
    return this;
  }

  /** The caller's number in an EUID, 0 to 32767. */
  public GeneratorOptions extension(int extension) {
    this.extension = extension;
    return this;
  }

  /** The number that tells machines apart, in a format that has one. */
  public GeneratorOptions node(int node) {
    this.node = node;
    return this;
  }

  /** The node of Ulid-Flake, by its name there. */
  public GeneratorOptions sid(int sid) {
    return node(sid);
  }

  /** The node of uid11-snowish, by its name there. */
  public GeneratorOptions machine(int machine) {
    return node(machine);
  }

  /** Bytes of the step within a millisecond; 0 is a step of 1. */
  public GeneratorOptions stepBytes(int stepBytes) {
    this.stepBytes = stepBytes;
    return this;
  }

  /** Where timestamps begin, in Unix milliseconds. */
  public GeneratorOptions epoch(long unixMs) {
    this.epoch = unixMs;
    return this;
  }

  /** The limit of waiting for one id, in milliseconds; a second unless given. */
  public GeneratorOptions maxWaitMs(long ms) {
    this.maxWaitMs = ms;
    return this;
  }

  /** When a millisecond has no id left; {@code FAIL} unless given. */
  public GeneratorOptions onOverflow(OnOverflow policy) {
    this.onOverflow = policy.value;
    return this;
  }

  /** When the clock reads earlier than it did; {@code HOLD} unless given. */
  public GeneratorOptions onClockBack(OnClockBack policy) {
    this.onClockBack = policy.value;
    return this;
  }

  /** Where the sequence of a millisecond begins; {@code ZERO} unless given. */
  public GeneratorOptions sequence(SequenceStart start) {
    this.sequence = start.value;
    return this;
  }
}
