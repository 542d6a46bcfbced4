package dev.coset.cuda;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/** Where a chain stands: the part of the kernels' {@code struct Chain} that is read here. */
record ChainHeader(MemorySegment bytes) {
  static final int SIZE = 512;

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
    bytes.set(JAVA_INT, 0, chain);
    bytes.set(JAVA_INT, 4, startIndex);
    bytes.set(JAVA_INT, 12, tries);
  }

  int chain() {
    return bytes.get(JAVA_INT, 0);
  }

  Status status() {
    return Status.values()[bytes.get(JAVA_INT, 8)];
  }

  /** Gradients that the start took. */
  int tries() {
    return bytes.get(JAVA_INT, 12);
  }

  long steps() {
    return bytes.get(JAVA_LONG, 16);
  }

  long warmupSteps() {
    return bytes.get(JAVA_LONG, 24);
  }

  double seconds() {
    return bytes.get(JAVA_LONG, 32) * 1e-9;
  }

  int divergences() {
    return bytes.get(JAVA_INT, 40);
  }

  int warmupDivergences() {
    return bytes.get(JAVA_INT, 44);
  }

  int transitions() {
    return bytes.get(JAVA_INT, 48);
  }

  double logDensity() {
    return bytes.get(JAVA_DOUBLE, 56);
  }

  double stepSize() {
    return bytes.get(JAVA_DOUBLE, 64);
  }

  double lowest() {
    return bytes.get(JAVA_DOUBLE, 72);
  }
}
