package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainOutcome;
import dev.coset.data.InputException;
import dev.coset.data.Scaling;
import dev.coset.distribution.GaussianMixture;
import dev.coset.store.Study;
import dev.coset.store.SyntheticRun;
import java.nio.file.Path;
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
          .hasMessageContainingAll("no finished chain yet", "coset resume");
    }
  }
}
