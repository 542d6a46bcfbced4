package dev.coset.data;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a table holds, it becomes finite features, or one sentence says what is wrong. */
class FuzzedTablesTest {

  @TempDir Path folder;

  @Test
  void aTableBecomesFiniteFeaturesOrOneSentence() throws IOException {
    prepareAll(500, 1);
  }

  @Test
  @Tag("full")
  void soDoTenThousand() throws IOException {
    prepareAll(10_000, 2);
  }

  private void prepareAll(int count, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    Path file = folder.resolve("data.csv");
    int used = 0;
    for (int n = 0; n < count; n++) {
      String text = FuzzedTable.random(random.split()).text();
      Files.writeString(file, text);
      try {
        prepare(file, random.split());
        used++;
      } catch (InputException e) {
        Sentences.assertMessage(e.getMessage());
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("%s%nTable %d of seed %d:%n%s".formatted(e, n, seed, text), e);
      }
    }
    assertThat(used).as("tables that can be used").isBetween(count / 4, 3 * count / 4);
  }

  /** All that is done to a file before sampling, and once more as a file to predict. */
  private static void prepare(Path file, SplittableRandom random) {
    MissingCells missing =
        random.nextInt(3) > 0 ? MissingCells.IMPUTE : MissingCells.values()[random.nextInt(3)];
    TargetType type =
        random.nextInt(4) > 0 ? TargetType.AUTO : TargetType.values()[random.nextInt(3)];
    var options =
        new TableOptions(
            "y", type, missing, List.of(), List.of(), List.of(), null, null, random.nextBoolean());
    RawTable table = RawTable.read(file, options);
    Split split =
        random.nextBoolean()
            ? Split.shuffled(table.rows(), 0.2, 0)
            : Split.stratified(table.strata(), 0.2, 0);
    Dataset dataset = table.fit(split.train());
    assertThat(said(dataset.notes())).isNotEmpty().allSatisfy(Sentences::assertOneLine);
    assertThat(said(dataset.warnings())).allSatisfy(Sentences::assertOneLine);
    assertFinite(dataset.features());
    assertReadAgain(file, dataset, missing);
    Scaling scaling = Scaling.fit(dataset, split.train());
    assertFinite(scaling.points(dataset, split.train()).x());
    assertFinite(scaling.points(dataset, split.test()).x());
  }

  /** What could be read once can be read to be predicted. */
  private static void assertReadAgain(Path file, Dataset dataset, MissingCells missing) {
    List<EncodedRows> again = new ArrayList<>();
    try {
      dataset
          .encoding()
          .read(file, UnknownLevel.ZERO, missing, TargetColumn.REQUIRED, 1000, again::add);
    } catch (InputException e) {
      throw new AssertionError(e);
    }
    assertFinite(again.getFirst().features());
    assertThat(Arrays.deepEquals(again.getFirst().features(), dataset.features())).isTrue();
    assertThat(Arrays.equals(again.getFirst().target(), dataset.target())).isTrue();
  }

  private static void assertFinite(double[][] features) {
    for (double[] feature : features) {
      assertThat(Arrays.stream(feature).allMatch(Double::isFinite)).isTrue();
    }
  }
}
