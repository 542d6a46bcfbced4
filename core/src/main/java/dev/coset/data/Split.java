package dev.coset.data;

import dev.coset.message.Setting;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of a dataset train and which test, from 0. The arrays are shared, not copied: treat
 * them as fixed.
 *
 * @param test may be empty
 */
public record Split(int[] train, int[] test) {

  public Split {
    if (train.length == 0) {
      throw new InputException("The split has no training row: give at least two.");
    }
    int[] rows = Arrays.copyOf(train, train.length + test.length);
    System.arraycopy(test, 0, rows, train.length, test.length);
    Arrays.sort(rows); // quick where both parts are in order
    if (rows[0] < 0) {
      throw new InputException("The split has the row " + rows[0] + ": rows count from 0.");
    }
    for (int i = 1; i < rows.length; i++) {
      if (rows[i] == rows[i - 1]) {
        throw repeated(rows[i], train, test);
      }
    }
  }

  /**
   * A random part of the rows tests, the rest trains, each in ascending order. The test part is
   * rounded up: a fifth of 256 rows is 52, as for the paper's sizes.
   *
   * @param testFraction at least 0, less than 1
   */
  public static Split shuffled(int rows, double testFraction, long seed) {
    int tests = tests(rows, testFraction);
    int[] order = order(rows, seed);
    return sorted(Arrays.copyOfRange(order, tests, rows), Arrays.copyOf(order, tests));
  }

  /**
   * As {@link #shuffled}, but of every class nearly the same part: its test rows are its share
   * rounded down or up, and at least one of its rows trains. Those rounded up are the ones with the
   * largest remainders, to test the same number of rows as {@code shuffled} would.
   *
   * @param classOf (row) the number of the class, from 0
   */
  public static Split stratified(int[] classOf, double testFraction, long seed) {
    int tests = tests(classOf.length, testFraction);
    int[] order = order(classOf.length, seed);
    int[] testsOf = shares(classOf, order, testFraction, tests);
    BitSet testing = new BitSet(order.length);
    for (int row : order) {
      if (testsOf[classOf[row]]-- > 0) {
        testing.set(row);
      }
    }
    return where(testing, order.length);
  }

  /**
   * As {@link #shuffled}, but rows of one group stay together: groups, in random order, test until
   * they have at least that part of the rows.
   *
   * @param groupOf (row) the number of the group, from 0
   */
  public static Split byGroup(int[] groupOf, double testFraction, long seed) {
    int tests = tests(groupOf.length, testFraction);
    int groups = Arrays.stream(groupOf).max().orElse(-1) + 1;
    int[] size = new int[groups];
    for (int group : groupOf) {
      size[group]++;
    }
    boolean[] testing = new boolean[groups];
    int taken = 0;
    for (int group : order(groups, seed)) {
      if (taken < tests && groupOf.length - taken - size[group] >= 2) {
        testing[group] = true;
        taken += size[group];
      }
    }
    if (tests > 0 && taken == 0) {
      throw InputException.of(
          "Rows of one group stay together, and no group of the %d can be kept for testing: name"
              + " another column, or split by %s.",
          groups, Setting.TEST_FRACTION);
    }
    return sorted(
        IntStream.range(0, groupOf.length).filter(row -> !testing[groupOf[row]]).toArray(),
        IntStream.range(0, groupOf.length).filter(row -> testing[groupOf[row]]).toArray());
  }

  /**
   * The last rows test, at least that part of them: rows of one time stay together. Where none of
   * them would train, the rows of the earliest time that tests train instead.
   *
   * @param times (row)
   */
  public static Split after(double[] times, double testFraction) {
    int tests = tests(times.length, testFraction);
    double[] inOrder = times.clone();
    Arrays.sort(inOrder);
    double first = tests == 0 ? Double.POSITIVE_INFINITY : inOrder[times.length - tests];
    boolean enoughBefore = inOrder[1] < first;
    IntPredicate isAfter = enoughBefore ? row -> times[row] >= first : row -> times[row] > first;
    int[] test = IntStream.range(0, times.length).filter(isAfter).toArray();
    if (tests > 0 && test.length == 0) {
      throw InputException.of(
          "Rows of one time stay together, and no time can be kept for testing: name another"
              + " column, or split by %s.",
          Setting.TEST_FRACTION);
    }
    return new Split(IntStream.range(0, times.length).filter(isAfter.negate()).toArray(), test);
  }

  /** The number of test rows of each class, by the method of largest remainders. */
  private static int[] shares(int[] classOf, int[] order, double testFraction, int tests) {
    int[] size = new int[Arrays.stream(classOf).max().orElse(-1) + 1];
    for (int c : classOf) {
      size[c]++;
    }
    int[] shares = new int[size.length];
    BigDecimal[] remainder = new BigDecimal[size.length];
    for (int c = 0; c < size.length; c++) {
      BigDecimal share = share(size[c], testFraction);
      shares[c] = share.intValue();
      remainder[c] = share.subtract(BigDecimal.valueOf(shares[c]));
    }
    int left = tests - Arrays.stream(shares).sum();
    // By chance among equal remainders: in the order in which the shuffled rows name the classes.
    Arrays.stream(order)
        .map(row -> classOf[row])
        .distinct()
        .boxed()
        .filter(c -> remainder[c].signum() > 0 && shares[c] + 1 < size[c])
        .sorted(Comparator.comparing((Integer c) -> remainder[c]).reversed())
        .limit(left)
        .forEach(c -> shares[c]++);
    return shares;
  }

  private static int tests(int rows, double testFraction) {
    if (!(testFraction >= 0 && testFraction < 1)) {
      throw new InputException(
          "The test fraction is %s but must be at least 0 and less than 1."
              .formatted(testFraction));
    }
    int tests = share(rows, testFraction).setScale(0, RoundingMode.CEILING).intValueExact();
    if (rows - tests < 2) {
      throw new InputException(
          ("A test fraction of %s leaves %d of %d rows for training, but at least 2 are "
                  + "needed: lower it or add rows.")
              .formatted(testFraction, rows - tests, rows));
    }
    return tests;
  }

  /** In decimals: in doubles, a tenth of 30 might be a little more than 3. */
  private static BigDecimal share(int rows, double fraction) {
    return BigDecimal.valueOf(fraction).multiply(BigDecimal.valueOf(rows));
  }

  private static int[] order(int rows, long seed) {
    int[] order = PermutationSampler.natural(rows);
    PermutationSampler.shuffle(RandomSource.XO_SHI_RO_256_PP.create(seed), order);
    return order;
  }

  private static Split sorted(int[] train, int[] test) {
    BitSet tests = new BitSet(train.length + test.length);
    for (int row : test) {
      tests.set(row);
    }
    return where(tests, train.length + test.length);
  }

  /** Of rows {@code 0 .. rows - 1}, some test and the others train. */
  private static Split where(BitSet tests, int rows) {
    int[] test = new int[tests.cardinality()];
    int[] train = new int[rows - test.length];
    int testing = 0;
    for (int row = 0; row < rows; row++) {
      if (tests.get(row)) {
        test[testing++] = row;
      } else {
        train[row - testing] = row;
      }
    }
    return new Split(train, test);
  }

  /**
   * Reads {@code {"train": [...], "test": [...]}}, or such an object under the dataset's name. Row
   * numbers are those of the file's data rows, from 0; rows that were dropped for missing cells are
   * left out.
   *
   * @throws InputException with one sentence where the file is not such a split of the dataset
   */
  public static Split fromJson(Path file, String datasetName, RawTable table) {
    return SplitFile.read(file, datasetName, table.sourceRows(), table::rowOf);
  }

  private static InputException repeated(int row, int[] train, int[] test) {
    boolean trains = Arrays.stream(train).anyMatch(r -> r == row);
    boolean tests = Arrays.stream(test).anyMatch(r -> r == row);
    return new InputException(
        "The split has row %d %s: list every row at most once."
            .formatted(
                row,
                trains && tests
                    ? "both in training and in test"
                    : "twice in " + (trains ? "training" : "test")));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Split split
        && Arrays.equals(train, split.train)
        && Arrays.equals(test, split.test);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(train) + Arrays.hashCode(test);
  }

  @Override
  public String toString() {
    return train.length + " training and " + test.length + " test rows";
  }
}
