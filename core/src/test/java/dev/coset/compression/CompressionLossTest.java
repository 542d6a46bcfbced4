package dev.coset.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainPlan;
import dev.coset.data.Dataset;
import dev.coset.data.Points;
import dev.coset.data.Split;
import dev.coset.data.TargetScale;
import dev.coset.distribution.Predictive;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.network.Precision;
import dev.coset.store.CompressedRun;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import dev.coset.store.SyntheticRun;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stated loss of a compressed run agrees with sums of the test's own. */
class CompressionLossTest {
  private static final int CHAINS = 20;
  private static final int DRAWS = 10;
  private static final int ROWS = 60;

  @TempDir Path folder;

  private RunStore run(Study study) {
    return SyntheticRun.create(folder.resolve("run"), study, c -> SyntheticRun.chain(c, DRAWS, 2));
  }

  /** The divergence at test rows, which had no part in choosing the draws. */
  @Test
  void theDivergenceAtTestRowsIsMeasuredThere() {
    try (var run = run(SyntheticRun.study(CHAINS, DRAWS, ROWS))) {
      CompressedRun small = Compression.ofAtMost(3, Mixture.of(run), 1e-3, true, 2);
      assertThat(small.loss().freshAreTest()).isTrue();
      double atTest = divergence(run, small, run.study().test());
      assertThat(small.loss().fresh().mean()).isCloseTo(atTest, within(2e-6));
      assertThat(Math.abs(small.loss().train().mean() - atTest)).isGreaterThan(2e-5);
    }
  }

  private static double divergence(RunStore run, CompressedRun small, Points rows) {
    double[] at =
        KullbackLeibler.of(Mixture.of(run).predictive(rows.x(), 1), small.predictive(rows.x(), 1));
    return Arrays.stream(at).average().orElseThrow();
  }

  /** On the log scale a score is the density of the target itself, in its standard deviations. */
  @Test
  void scoresOnTheLogScaleAreOfTheTargetItself() {
    double[][] x = new double[ROWS][2];
    double[] y = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      x[i][0] = i / 5.0 - 2;
      x[i][1] = (i * 7) % 11;
      y[i] = Math.exp(Math.sin(x[i][0]) + 0.1 * x[i][1]);
    }
    var configuration =
        Configuration.of(new int[] {3}, ChainPlan.of(CHAINS, 60, DRAWS, 7))
            .with(Precision.DOUBLE)
            .withTargetScale(TargetScale.LOG);
    Study study = Study.of(Dataset.of(x, y), Split.shuffled(ROWS, 0.25, 1), configuration);
    try (var run = run(study)) {
      CompressedRun small = Compression.of(Mixture.of(run), 1e-3, true, 2);
      int[] train = study.split().train();
      double[] targets = Arrays.stream(train).mapToDouble(row -> y[row]).toArray();
      double mean = Arrays.stream(targets).average().orElseThrow();
      double sd =
          Math.sqrt(
              Arrays.stream(targets).map(v -> (v - mean) * (v - mean)).average().orElseThrow());
      double spread = study.scaling().target().spread();
      Points rows = study.posterior().data();
      Predictive full = Mixture.of(run).predictive(rows.x(), 1);
      double lppd = 0;
      for (int i = 0; i < train.length; i++) {
        double ofLog = full.at(i).logDensity(rows.y().at(i)) - Math.log(spread);
        lppd += (ofLog - Math.log(targets[i]) + Math.log(sd)) / train.length;
      }
      assertThat(small.loss().trainLppd().full()).isCloseTo(lppd, within(1e-10));
    }
  }
}
