package dev.coset.data;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Grouped rows, those of one group or of one time: where some of them predict others, they do it
 * better than they would predict new ones. The array is shared, not copied: treat it as fixed.
 *
 * @param of (row) the number of its block, from 0, none left out
 * @param inTime whether blocks follow each other in time
 */
public record Blocks(int[] of, boolean inTime) {
  /**
   * Rows of one group.
   *
   * @param groupOf (row)
   */
  public static Blocks groups(int[] groupOf) {
    return new Blocks(ranks(Arrays.stream(groupOf).asDoubleStream().toArray()), false);
  }

  /**
   * Rows of one time.
   *
   * @param times (row)
   */
  public static Blocks times(double[] times) {
    return new Blocks(ranks(times), true);
  }

  /** Each value's place among those that differ. */
  private static int[] ranks(double[] values) {
    double[] distinct = Arrays.stream(values).sorted().distinct().toArray();
    return Arrays.stream(values).mapToInt(v -> Arrays.binarySearch(distinct, v)).toArray();
  }

  /** Those of some rows. */
  public Blocks select(int[] rows) {
    return new Blocks(ranks(IntStream.of(rows).mapToDouble(row -> of[row]).toArray()), inTime);
  }

  /** How many there are. */
  public int count() {
    return Arrays.stream(of).max().orElse(-1) + 1;
  }
}
