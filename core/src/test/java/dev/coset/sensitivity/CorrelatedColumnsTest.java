package dev.coset.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainPlan;
import dev.coset.data.Dataset;
import dev.coset.data.Datasets;
import dev.coset.data.MissingCells;
import dev.coset.data.Split;
import dev.coset.data.TargetType;
import dev.coset.model.ColumnInputs;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorrelatedColumnsTest {
  private static final int ROWS = 400;
  @TempDir Path folder;

  private static List<CorrelatedColumns> pairs(Dataset data) {
    var study =
        Study.of(
            data,
            Split.shuffled(data.rows(), 0.25, 0),
            Configuration.of(new int[] {2}, ChainPlan.of(1, 20, 1, 0)));
    return CorrelatedColumns.of(study, ColumnInputs.of(study));
  }

  /** Of x1, a copy with noise of a known share, a negative one, and independent numbers. */
  private static Dataset numbers() {
    var random = new SplittableRandom(3);
    double[][] x = new double[ROWS][5];
    double[] y = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      double z = random.nextGaussian();
      x[i] =
          new double[] {
            z,
            0.9 * z + Math.sqrt(0.19) * random.nextGaussian(),
            100 - 7 * z,
            0.5 * z + Math.sqrt(0.75) * random.nextGaussian(),
            random.nextGaussian()
          };
      y[i] = z;
    }
    return Dataset.of(x, y);
  }

  @Test
  void numbersAreComparedByPearson() {
    List<CorrelatedColumns> pairs = pairs(numbers());
    assertThat(pairs)
        .extracting(pair -> pair.first() + pair.second())
        .containsExactlyInAnyOrder("x1x2", "x1x3", "x2x3");
    assertThat(pairs.getFirst().correlation()).isCloseTo(-1, within(1e-9));
    assertThat(Math.abs(pairs.getLast().correlation())).isCloseTo(0.9, within(0.04));
    assertThat(CorrelatedColumns.sentence(pairs))
        .startsWith("Columns are treated as independent, but 3 pairs are correlated")
        .contains("x1 and x3 (-1.00)");
  }

  @Test
  void someAreNamedAndTheOthersCounted() {
    var many =
        IntStream.range(0, 8).mapToObj(i -> new CorrelatedColumns("a" + i, "b" + i, 0.8)).toList();
    assertThat(CorrelatedColumns.sentence(many))
        .contains("8 pairs are correlated", "a4 and b4 (0.80) and 3 more.")
        .doesNotContain("a5");
    assertThat(CorrelatedColumns.sentence(List.of()))
        .isEqualTo("Columns are treated as independent.");
  }

  /** A town and its country; a number that says the same as a category; rare levels by chance. */
  @Test
  void categoriesAreComparedByTheirLevels() throws IOException {
    var random = new SplittableRandom(4);
    var csv = new StringBuilder("town,country,height,rare,alike,y\n");
    for (int i = 0; i < ROWS; i++) {
      int town = random.nextInt(6);
      csv.append(
          "t%d,c%d,%s,%s,%s,%d%n"
              .formatted(
                  town,
                  town / 3,
                  town / 3 * 100 + random.nextInt(30),
                  i < 3 ? "odd" : "usual" + random.nextInt(2),
                  i < 3 ? "strange" : "common" + random.nextInt(2),
                  random.nextInt(50)));
    }
    Path file = Files.writeString(folder.resolve("towns.csv"), csv);
    var data = Datasets.fromCsv(file, "y", TargetType.AUTO, MissingCells.ERROR);
    assertThat(pairs(data))
        .extracting(pair -> pair.first() + " " + pair.second())
        .containsExactlyInAnyOrder("town country", "country height", "town height");
    assertThat(pairs(data).getFirst().correlation()).isCloseTo(1, within(1e-9));
  }
}
