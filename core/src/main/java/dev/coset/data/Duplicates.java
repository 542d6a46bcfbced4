package dev.coset.data;

import dev.coset.message.Message;
import dev.coset.message.Setting;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/** Counts the test rows that are the same as a training row, in every feature and the target. */
public final class Duplicates {
  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  private Duplicates() {}

  /** Says how many there are, where there are any. */
  public static Optional<Message> say(Dataset data, Split split) {
    long count = count(data, split);
    if (count == 0) {
      return Optional.empty();
    }
    boolean grouped = data.blocks() != null;
    return Optional.of(
        Message.of(
            "%d of the %d test rows %s identical to a training row, so test scores may be too good."
                + " Remove repeated rows%s.",
            count,
            split.test().length,
            count == 1 ? "is" : "are",
            grouped ? "" : Message.of(", or keep them on one side with %s", Setting.TEST_GROUP)));
  }

  static long count(Dataset data, Split split) {
    long[] hash = new long[data.rows()];
    for (double[] feature : data.features()) {
      mix(feature, hash);
    }
    mix(data.target(), hash);
    long[] train = IntStream.of(split.train()).mapToLong(row -> hash[row]).sorted().toArray();
    return IntStream.of(split.test())
        .filter(row -> Arrays.binarySearch(train, hash[row]) >= 0)
        .count();
  }

  /** Of 64 bits: among ten million rows two that differ are taken for one with probability 1e-5. */
  private static void mix(double[] values, long[] hash) {
    for (int row = 0; row < hash.length; row++) {
      long bits = Double.doubleToLongBits(values[row] + 0.0); // as -0 is 0
      long mixed = (hash[row] ^ bits) * FACTOR;
      hash[row] = mixed ^ (mixed >>> 32);
    }
  }
}
