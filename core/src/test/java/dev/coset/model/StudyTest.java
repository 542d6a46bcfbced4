package dev.coset.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainPlan;
import dev.coset.data.Dataset;
import dev.coset.data.Scaling;
import dev.coset.data.Split;
import dev.coset.model.Configuration.Standardise;
import dev.coset.network.Precision;
import dev.coset.store.RunStore;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StudyTest {
  private static final Split SPLIT = Split.shuffled(20, 0.25, 1);

  /** Twenty rows, those that test moved by so much. */
  private static Study study(Standardise standardise, double testRowsBy) {
    double[][] x = new double[20][1];
    double[] y = new double[20];
    for (int i = 0; i < 20; i++) {
      x[i][0] = i * i / 5.0;
      y[i] = (i * 7) % 11;
    }
    for (int test : SPLIT.test()) {
      x[test][0] += testRowsBy;
      y[test] += testRowsBy;
    }
    var configuration =
        Configuration.of(new int[] {2}, ChainPlan.of(1, 10, 1, 0))
            .with(Precision.DOUBLE)
            .with(standardise);
    return Study.of(Dataset.of(x, y), SPLIT, configuration);
  }

  @ParameterizedTest
  @EnumSource
  void theRowsToStandardiseOnHaveMeanZeroAndDeviationOne(Standardise standardise) {
    Study study = study(standardise, 3);
    int[] rows =
        standardise == Standardise.TRAIN ? SPLIT.train() : IntStream.range(0, 20).toArray();
    var points = study.scaling().points(study.data(), rows);
    assertStandard(points.x()[0]);
    assertStandard(points.y().values());
  }

  /** Whatever such rows hold, and whether they are to train or to test. */
  @ParameterizedTest
  @EnumSource
  void rowsOfWeightZeroAreInNoPartOfAStudy(Standardise standardise) {
    Study plain = study(standardise, 3);
    int[] kept = IntStream.range(0, 20).filter(i -> i % 4 != 1).toArray();
    double[] weights = IntStream.range(0, 20).mapToDouble(i -> i % 4 == 1 ? 0 : 2).toArray();
    Study weighted = Study.of(plain.data().weighted(weights), plain.split(), plain.configuration());
    double[][] x =
        Arrays.stream(kept)
            .mapToObj(i -> new double[] {plain.data().features()[0][i]})
            .toArray(double[][]::new);
    double[] y = Arrays.stream(kept).mapToDouble(i -> plain.data().target()[i]).toArray();
    double[] twos = new double[kept.length];
    Arrays.fill(twos, 2);
    var split = new Split(places(kept, plain.split().train()), places(kept, plain.split().test()));
    Study without = Study.of(Dataset.of(x, y).weighted(twos), split, plain.configuration());
    assertThat(weighted.scaling()).isEqualTo(without.scaling());
    assertThat(weighted.posterior().data().x()).isDeepEqualTo(without.posterior().data().x());
    assertThat(weighted.posterior().data().y()).isEqualTo(without.posterior().data().y());
    assertThat(weighted.test().y()).isEqualTo(without.test().y());
  }

  private static int[] places(int[] kept, int[] rows) {
    return IntStream.range(0, kept.length)
        .filter(place -> Arrays.stream(rows).anyMatch(row -> row == kept[place]))
        .toArray();
  }

  private static void assertStandard(double[] values) {
    assertThat(Arrays.stream(values).average()).hasValueCloseTo(0.0, within(1e-12));
    assertThat(Arrays.stream(values).map(v -> v * v).average()).hasValueCloseTo(1.0, within(1e-12));
  }

  @Test
  void standardisedOnTrainingRowsThePosteriorKnowsNothingOfTheTestRows() {
    double[] q = {0.5, -1, 0.3, 0.2, 1, -0.7, 0.1, -0.4};
    assertThat(logPosterior(Standardise.TRAIN, q, 3))
        .isEqualTo(logPosterior(Standardise.TRAIN, q, 0));
    assertThat(logPosterior(Standardise.ALL, q, 3))
        .isNotEqualTo(logPosterior(Standardise.ALL, q, 0));
  }

  /** An earlier version may have had another rule for it. */
  @Test
  void aRunKeepsTheScalingThatItBeganWith(@TempDir Path folder) {
    Study now = study(Standardise.TRAIN, 0);
    Scaling fitted = now.scaling();
    double[] wider = Arrays.stream(fitted.deviations()).map(d -> 2 * d).toArray();
    var other =
        new Scaling(fitted.kept(), fitted.means(), wider, fitted.target(), fitted.leftOut(), null);
    Study then = Study.of(now.data(), SPLIT, now.configuration(), other);
    RunStore.create(folder.resolve("run"), then, "made up").close();
    try (var run = RunStore.open(folder.resolve("run"))) {
      assertThat(run.study().scaling()).isEqualTo(other).isNotEqualTo(fitted);
      assertThat(run.study().posterior().data().x()).isDeepEqualTo(then.posterior().data().x());
    }
  }

  private static double logPosterior(Standardise standardise, double[] q, double testRowsBy) {
    var density = study(standardise, testRowsBy).posterior().density();
    return density.valueAndGradient(q, new double[density.dimension()]);
  }
}
