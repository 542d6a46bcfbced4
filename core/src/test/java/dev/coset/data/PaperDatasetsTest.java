package dev.coset.data;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import dev.coset.PaperData;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of the paper. */
class PaperDatasetsTest {

  @ParameterizedTest
  @CsvSource({
    "sinusoidal, y, 150, 1",
    "izmailov, y, 400, 1",
    "regression2d, y, 256, 2",
    "airfoil, sound_pressure_level, 1503, 5",
    "concrete, compressive_strength, 1030, 8",
    "diabetes, progression, 442, 10",
    "energy, heating_load, 768, 8",
    "forest_fire, log1p_area, 517, 12",
    "yacht, residuary_resistance, 308, 6"
  })
  void everyFileHasItsSizeAndItsSplit(String name, String target, int rows, int features) {
    Dataset dataset =
        Datasets.fromCsv(
            PaperData.FOLDER.resolve(name + ".csv"), target, TargetType.NUMBER, MissingCells.ERROR);
    assertThat(dataset.rows()).isEqualTo(rows);
    assertThat(dataset.encoding().features()).isEqualTo(features);
    assertThat(said(dataset.warnings())).isEmpty();
    Split split = Datasets.split(PaperData.FOLDER.resolve("splits.json"), name, dataset);
    assertThat(split.train()).hasSameSizeAs(Split.shuffled(rows, 0.2, 0).train());
    assertThat(split.train().length + split.test().length).isEqualTo(rows);
    Scaling scaling = Scaling.fit(dataset, split.train());
    assertThat(scaling.leftOut()).isEmpty();
    assertThat(scaling.points(dataset, split.test()).count()).isEqualTo(split.test().length);
  }

  /**
   * With n as divisor these sets, kept in single precision, have deviation 1; with n - 1 they do
   * not.
   */
  @ParameterizedTest
  @ValueSource(strings = {"sinusoidal", "izmailov", "regression2d"})
  void theSyntheticSetsAreStandardisedByTheSameRule(String name) {
    Dataset dataset =
        Datasets.fromCsv(
            PaperData.FOLDER.resolve(name + ".csv"), "y", TargetType.NUMBER, MissingCells.ERROR);
    Scaling scaling = Scaling.fit(dataset, IntStream.range(0, dataset.rows()).toArray());
    assertThat(scaling.target().deviation()).isCloseTo(1, within(2e-7));
    assertThat(scaling.target().mean()).isCloseTo(0, within(2e-7));
    for (int j = 0; j < scaling.inputs(); j++) {
      assertThat(scaling.deviations()[j]).isCloseTo(1, within(2e-7));
      assertThat(scaling.means()[j]).isCloseTo(0, within(2e-7));
    }
  }

  @Test
  void aNameThatIsNotAmongTheSplitsIsRefused() {
    Dataset dataset =
        Datasets.fromCsv(
            PaperData.FOLDER.resolve("yacht.csv"),
            "residuary_resistance",
            TargetType.NUMBER,
            MissingCells.ERROR);
    Path splits = PaperData.FOLDER.resolve("splits.json");
    assertThat(catchThrowable(() -> Datasets.split(splits, "boat", dataset)))
        .isInstanceOf(InputException.class)
        .hasMessageContainingAll("'boat'", "'yacht'", "'airfoil'");
  }
}
