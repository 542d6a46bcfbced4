package dev.coset.data;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.Arrays;
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
    int[] rows = IntStream.concat(Arrays.stream(train), Arrays.stream(test)).sorted().toArray();
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
    if (!(testFraction >= 0 && testFraction < 1)) {
      throw new InputException(
          "The test fraction is %s but must be at least 0 and less than 1."
              .formatted(testFraction));
    }
    // In decimals: in doubles, a tenth of 30 might be a little more than 3.
    int tests =
        BigDecimal.valueOf(testFraction)
            .multiply(BigDecimal.valueOf(rows))
            .setScale(0, RoundingMode.CEILING)
            .intValueExact();
    if (rows - tests < 2) {
      throw new InputException(
          ("A test fraction of %s leaves %d of %d rows for training, but at least 2 are "
                  + "needed: lower it or add rows.")
              .formatted(testFraction, rows - tests, rows));
    }
    int[] order = PermutationSampler.natural(rows);
    PermutationSampler.shuffle(RandomSource.XO_SHI_RO_256_PP.create(seed), order);
    int[] test = Arrays.copyOf(order, tests);
    int[] train = Arrays.copyOfRange(order, tests, rows);
    Arrays.sort(test);
    Arrays.sort(train);
    return new Split(train, test);
  }

  /**
   * Reads {@code {"train": [...], "test": [...]}}, or such an object under the dataset's name. Row
   * numbers are those of the file's data rows, from 0; rows that were dropped for missing cells are
   * left out.
   *
   * @throws InputException with one sentence where the file is not such a split of the dataset
   */
  public static Split fromJson(Path file, String datasetName, Dataset dataset) {
    return SplitFile.read(file, datasetName, dataset);
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
