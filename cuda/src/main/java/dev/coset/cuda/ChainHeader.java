package dev.coset.cuda;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/** Where a chain stands: the first part of the kernels' {@code struct Chain}. */
record ChainHeader(MemorySegment bytes) {
  /** From one chain to the next; the kernels keep more behind what is read here. */
  static final int SIZE = 512;

  /** Gradients of all transitions and of those of warm-up are its steps. */
  static final CStruct STRUCT =
      new CStruct("ChainHeader")
          .with("int", Integer.BYTES, "chain", "startIndex", "status", "tries")
          .with("int64", Long.BYTES, "steps", "warmupSteps", "nanoseconds")
          .with("int", Integer.BYTES, "divergences", "warmupDivergences", "transition", "averaged")
          .with("double", Double.BYTES, "logDensity", "stepSize", "lowest");

  private static final int CHAIN = STRUCT.offset("chain");
  private static final int START_INDEX = STRUCT.offset("startIndex");
  private static final int TRIES = STRUCT.offset("tries");
  private static final int STEPS = STRUCT.offset("steps");
  private static final int WARMUP_STEPS = STRUCT.offset("warmupSteps");
  private static final int NANOSECONDS = STRUCT.offset("nanoseconds");
  private static final int DIVERGENCES = STRUCT.offset("divergences");
  private static final int WARMUP_DIVERGENCES = STRUCT.offset("warmupDivergences");
  private static final int LOG_DENSITY = STRUCT.offset("logDensity");
  private static final int STEP_SIZE = STRUCT.offset("stepSize");
  private static final int LOWEST = STRUCT.offset("lowest");
  static final int STATUS = STRUCT.offset("status");
  static final int TRANSITION = STRUCT.offset("transition");

  /** In the order of the kernels' constants. */
  enum Status {
    FRESH,
    RUNNING,
    FINISHED,
    NO_START,
    NO_MOVE,
    LEFT
  }

  static ChainHeader at(MemorySegment headers, int slot) {
    return new ChainHeader(headers.asSlice((long) slot * SIZE, SIZE));
  }

  /** A chain that is to begin. */
  void begin(int chain, int startIndex, int tries) {
    bytes.fill((byte) 0);
    bytes.set(JAVA_INT, CHAIN, chain);
    bytes.set(JAVA_INT, START_INDEX, startIndex);
    bytes.set(JAVA_INT, TRIES, tries);
  }

  int chain() {
    return bytes.get(JAVA_INT, CHAIN);
  }

  Status status() {
    return Status.values()[bytes.get(JAVA_INT, STATUS)];
  }

  /** Gradients that the start took. */
  int tries() {
    return bytes.get(JAVA_INT, TRIES);
  }

  long steps() {
    return bytes.get(JAVA_LONG, STEPS);
  }

  long warmupSteps() {
    return bytes.get(JAVA_LONG, WARMUP_STEPS);
  }

  double seconds() {
    return bytes.get(JAVA_LONG, NANOSECONDS) * 1e-9;
  }

  int divergences() {
    return bytes.get(JAVA_INT, DIVERGENCES);
  }

  int warmupDivergences() {
    return bytes.get(JAVA_INT, WARMUP_DIVERGENCES);
  }

  int transitions() {
    return bytes.get(JAVA_INT, TRANSITION);
  }

  double logDensity() {
    return bytes.get(JAVA_DOUBLE, LOG_DENSITY);
  }

  double stepSize() {
    return bytes.get(JAVA_DOUBLE, STEP_SIZE);
  }

  double lowest() {
    return bytes.get(JAVA_DOUBLE, LOWEST);
  }
}
