package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainOutcome;
import dev.coset.data.InputException;
import dev.coset.data.Scaling;
import dev.coset.distribution.GaussianMixture;
import dev.coset.model.Study;
import dev.coset.store.SyntheticRun;
import java.nio.file.Path;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PredictorTest {
  @TempDir Path folder;

  /** Each component is a draw's network on standardised features, in the units of the target. */
  @Test
  void predictsInTheUnitsOfTheData() {
    Study study = SyntheticRun.study(3, 4, 40);
    Scaling scaling = study.scaling();
    double[] row = {0.7, 6};
    try (var run =
        SyntheticRun.create(folder.resolve("run"), study, c -> SyntheticRun.chain(c, 4, 2))) {
      GaussianMixture mixture = (GaussianMixture) Predictor.of(run).at(row);
      assertThat(mixture.size()).isEqualTo(12);
      for (int g = 0; g < 12; g++) {
        double[] q = run.draws().draw(g);
        double f = study.posterior().network().output(q, scaling.standardise(row))[0];
        double sigma = Math.exp(q[q.length - 1]);
        assertThat(mixture.mean(g)).isCloseTo(scaling.target().original(f), within(1e-12));
        assertThat(mixture.sd(g)).isCloseTo(scaling.target().spread() * sigma, within(1e-12));
      }
    }
  }

  @Test
  void aFolderPredictsAsItsRun() {
    Path place = folder.resolve("run");
    double[] row = {0.7, 6};
    try (var run =
        SyntheticRun.create(
            place, SyntheticRun.study(3, 4, 40), c -> SyntheticRun.chain(c, 4, 2))) {
      Predictor read = Predictor.open(place);
      assertThat(read.featureNames()).containsExactly("länge", "b");
      assertThat(read.number(row).mean()).isEqualTo(Predictor.of(run).number(row).mean());
      assertThatThrownBy(() -> read.classes(row)).hasMessageContaining("number, not a class");
      assertThatThrownBy(() -> read.at(1, 2, 3))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("needs 2 values (länge, b), but 3 were given");
    }
  }

  @Test
  void withoutDrawsItSaysWhy() {
    Study study = SyntheticRun.study(2, 4, 40);
    try (var run =
        SyntheticRun.create(
            folder.resolve("failed"), study, c -> new ChainOutcome.Failed(c, "No start.", 1))) {
      assertThatThrownBy(() -> Predictor.of(run))
          .isInstanceOf(InputException.class)
          .hasMessageContainingAll("All chains of the run", "failed: No start.");
    }
    try (var run =
        SyntheticRun.create(
            folder.resolve("begun"),
            study,
            c -> c == 0 ? new ChainOutcome.Failed(c, "No start.", 1) : null)) {
      assertThatThrownBy(() -> Predictor.of(run))
          .isInstanceOf(InputException.class)
          .hasMessageContainingAll("no finished chain yet", "Fit.resume");
    }
  }

  /** In standard deviations of the feature that is farthest out. */
  @Test
  void extrapolationIsTheDistanceFromTheTrainingRange() {
    Study study = SyntheticRun.study(3, 4, 40);
    int[] train = study.split().train();
    double[][] x = study.data().features();
    try (var run =
        SyntheticRun.create(folder.resolve("run"), study, c -> SyntheticRun.chain(c, 4, 2))) {
      Predictor predictor = Predictor.of(run);
      double[][] inside = new double[x.length][];
      double[] high = new double[x.length];
      double[] low = new double[x.length];
      double[] sd = study.scaling().deviations();
      for (int j = 0; j < x.length; j++) {
        double[] feature = x[j];
        inside[j] = IntStream.of(train).mapToDouble(row -> feature[row]).toArray();
        high[j] = DoubleStream.of(inside[j]).max().orElseThrow();
        low[j] = DoubleStream.of(inside[j]).min().orElseThrow();
      }
      assertThat(predictor.extrapolation(inside)).hasSize(train.length).containsOnly(0);
      double[][] outside = {
        {high[0] + 2 * sd[0], low[0] - 0.5 * sd[0], low[0], high[0] + 2 * sd[0]},
        {low[1], high[1], low[1] - 3 * sd[1], high[1] + 5 * sd[1]}
      };
      assertThat(predictor.extrapolation(outside))
          .containsExactly(new double[] {2, 0.5, 3, 5}, within(1e-12));
    }
  }

  /** Whatever the chunks; a row that is outside in two columns counts once, and in both. */
  @Test
  void rowsOutsideTheTrainingRangeAreCountedByColumn() {
    Study study = SyntheticRun.study(3, 4, 40);
    try (var run =
        SyntheticRun.create(folder.resolve("run"), study, c -> SyntheticRun.chain(c, 4, 2))) {
      var outside = Predictor.of(run).outsideRows();
      outside.add(new double[][] {{0, 1}, {5, 6}});
      assertThat(outside.count()).isZero();
      assertThat(outside.sentence()).isEmpty();
      outside.add(new double[][] {{0, 1, 2}, {-9, 6, 7}});
      assertThat(outside.sentence())
          .hasValue("1 of 5 rows is outside the training range: 'b' (1 row).");
      outside.add(new double[][] {{-100, 100, 0}, {500, 6, 1e30}});
      assertThat(outside.count()).isEqualTo(4);
      assertThat(outside.sentence())
          .hasValue("4 of 8 rows are outside the training range: 'b' (3 rows), 'länge' (2 rows).");
    }
  }
}
