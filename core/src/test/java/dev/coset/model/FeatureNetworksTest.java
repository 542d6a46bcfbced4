package dev.coset.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainPlan;
import dev.coset.data.Dataset;
import dev.coset.data.Split;
import dev.coset.model.Configuration.Standardise;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.posterior.Draws;
import dev.coset.store.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Studies of more features than rows, whose networks see components. */
class FeatureNetworksTest {
  private static final int ROWS = 16;

  private static Study study(int features, int... hidden) {
    var random = new SplittableRandom(features);
    double[][] x = new double[ROWS][features];
    double[] y = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      Arrays.setAll(x[i], k -> random.nextGaussian());
      y[i] = x[i][0] + random.nextGaussian();
    }
    return Study.of(
        Dataset.of(x, y),
        Split.shuffled(ROWS, 0.25, 1),
        Configuration.of(hidden, ChainPlan.of(1, 20, 2, 0)).with(Precision.DOUBLE));
  }

  private static Draws draws(Study study) {
    var random = new SplittableRandom(3);
    double[][] q = new double[3][study.posterior().dimension()];
    for (double[] draw : q) {
      Arrays.setAll(draw, k -> random.nextGaussian());
    }
    return Draws.independent(q);
  }

  /** At training and at test rows, by sums over components and over features. */
  @ParameterizedTest
  @CsvSource({"40, 0", "40, 3", "5, 3"})
  void theyComputeWhatTheStudysOwnDo(int features, int neurons) {
    Study study = neurons == 0 ? study(features) : study(features, neurons, 2);
    var networks = FeatureNetworks.of(study);
    assertThat(study.posterior().network().inputs()).isEqualTo(features == 40 ? 11 : features);
    assertThat(networks.posterior().network().inputs()).isEqualTo(features);
    Draws draws = draws(study);
    Draws wide = networks.of(draws);
    double[][] test = study.scaling().standardise(study.data(), study.split().test());
    for (int g = 0; g < draws.count(); g++) {
      double[] own = outputs(study, draws, g, study.test().x());
      assertThat(outputs(networks.posterior().network(), wide.draw(g), test))
          .containsExactly(own, within(1e-12));
      assertThat(outputs(networks.posterior().network(), wide.draw(g), study.standardised()))
          .containsExactly(outputs(study, draws, g, study.posterior().data().x()), within(1e-12));
      assertThat(wide.draw(g)[wide.dimension() - 1]) // log sigma
          .isEqualTo(draws.draw(g)[draws.dimension() - 1]);
    }
  }

  private static double[] outputs(Study study, Draws draws, int g, double[][] x) {
    return outputs(study.posterior().network(), draws.draw(g), x);
  }

  private static double[] outputs(Network network, double[] q, double[][] x) {
    double[] theta = Arrays.copyOf(q, network.parameters());
    double[] outputs = new double[x[0].length];
    for (int i = 0; i < outputs.length; i++) {
      int row = i;
      outputs[i] =
          network.output(theta, Arrays.stream(x).mapToDouble(feature -> feature[row]).toArray())[0];
    }
    return outputs;
  }

  /** What the paper did is left as it was. */
  @Test
  void standardisedByAllRowsTheFeaturesAreSeenThemselves() {
    Study study = study(40, 3);
    Study all = Study.of(study.data(), study.split(), study.configuration().with(Standardise.ALL));
    assertThat(all.scaling().components()).isNull();
    assertThat(all.posterior().network().inputs()).isEqualTo(40);
  }

  @Test
  void aRunKeepsItsComponentsAndOneWithoutSaysNothingOfThem(@TempDir Path folder)
      throws IOException {
    for (int features : new int[] {5, 40}) {
      Path place = folder.resolve("run" + features);
      Study study = study(features, 3);
      RunStore.create(place, study, "made up").close();
      try (var run = RunStore.open(place)) {
        assertThat(run.study().scaling()).isEqualTo(study.scaling());
        assertThat(run.study().posterior().data().x()).isDeepEqualTo(study.posterior().data().x());
      }
      String manifest = Files.readString(place.resolve("manifest.json"));
      assertThat(manifest.contains("components")).isEqualTo(features == 40);
    }
  }
}
