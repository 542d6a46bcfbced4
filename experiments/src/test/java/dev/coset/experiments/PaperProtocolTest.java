package dev.coset.experiments;

import static dev.coset.experiments.PaperProtocol.SCRIPT_RATE;
import static dev.coset.experiments.PaperProtocol.TEXT_RATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.MonteCarlo;
import dev.coset.data.Dataset;
import dev.coset.data.Datasets;
import dev.coset.data.MissingCells;
import dev.coset.data.Points;
import dev.coset.data.Scaling;
import dev.coset.data.Split;
import dev.coset.data.TargetType;
import dev.coset.distribution.GaussianMixture;
import dev.coset.distribution.NumberDistribution;
import dev.coset.distribution.Predictive;
import dev.coset.ensembles.DeepEnsemble;
import dev.coset.laplace.Laplace;
import dev.coset.laplace.LaplaceSettings;
import dev.coset.laplace.LaplaceSettings.Structure;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.optimisation.MapEstimate;
import dev.coset.optimisation.MapTraining;
import dev.coset.optimisation.Problems;
import dev.coset.posterior.Draws;
import dev.coset.posterior.NormalLikelihood;
import dev.coset.posterior.Posterior;
import dev.coset.posterior.Prior;
import dev.coset.predictive.Scores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The paper's ensembles on its own data, f1, standardised on all rows. */
class PaperProtocolTest {

  record Task(Posterior posterior, Points test) {
    double lppd(MapTraining training) {
      var ensemble = DeepEnsemble.train(posterior, training, 10, 0, 2, member -> {});
      return Scores.of(ensemble.predictive(test.x()), test.y().values()).lppd();
    }

    /** Entry (i, j) of a matrix is taken from where (j, i) would lie in its transpose. */
    double scrambledAndMatched(DeepEnsemble ensemble) {
      Network network = posterior.network();
      Draws draws = ensemble.draws();
      double[] scrambled = draws.values().clone();
      for (int g = 0; g < draws.count(); g++) {
        for (int l = 1; l <= network.layers(); l++) {
          for (int i = 0; i < network.width(l); i++) {
            for (int j = 0; j < network.width(l - 1); j++) {
              int there = network.weight(l, 0, 0) + j * network.width(l) + i;
              scrambled[g * draws.dimension() + network.weight(l, i, j)] = draws.value(g, there);
            }
          }
        }
      }
      Predictive mixture =
          posterior.with(Precision.DOUBLE).predictive(draws.withValues(scrambled), test.x(), 1);
      List<GaussianMixture> matched = new ArrayList<>();
      for (int i = 0; i < test.count(); i++) {
        NumberDistribution at = mixture.number(i);
        matched.add(GaussianMixture.of(new double[] {at.mean()}, new double[] {at.sd()}));
      }
      return Scores.of(Predictive.of(matched), test.y().values()).lppd();
    }
  }

  private static Task task(String name) throws IOException {
    Path folder = dev.coset.PaperData.FOLDER;
    Path csv = folder.resolve(name + ".csv");
    String[] columns = Files.readAllLines(csv).getFirst().split(",", -1);
    Dataset data =
        Datasets.fromCsv(csv, columns[columns.length - 1], TargetType.NUMBER, MissingCells.ERROR);
    Split split = Datasets.split(folder.resolve("splits.json"), name, data);
    Scaling scaling = Scaling.fit(data, IntStream.range(0, data.rows()).toArray());
    return new Task(
        new Posterior(
            Network.of(scaling.inputs(), new int[] {3}, 1, Activation.TANH),
            Prior.STANDARD_NORMAL,
            new NormalLikelihood(),
            Precision.DOUBLE,
            scaling.points(data, split.train())),
        scaling.points(data, split.test()));
  }

  /** One step of a vanishing rate leaves a member where it began. */
  @Test
  void membersBeginAtStandardNormalWeightsAndSigmaOne() {
    Posterior posterior = Problems.regression(10, 9, new int[] {16, 4}, Activation.TANH, 1);
    Network network = posterior.network();
    MapTraining training = PaperProtocol.training(1e-14, 1);
    List<Double> weights = new ArrayList<>();
    for (int member = 0; member < 30; member++) {
      double[] q = training.train(posterior, 2, member).q();
      assertThat(q[network.parameters()]).as("log sigma").isCloseTo(0, within(1e-12));
      for (int l = 1; l <= network.layers(); l++) {
        for (int i = 0; i < network.width(l); i++) {
          assertThat(q[network.bias(l, i)]).as("bias").isCloseTo(0, within(1e-12));
          for (int j = 0; j < network.width(l - 1); j++) {
            weights.add(q[network.weight(l, i, j)]);
          }
        }
      }
    }
    MonteCarlo.assertDistributed(
        "weights",
        weights.stream().mapToDouble(w -> w).toArray(),
        NormalDistribution.of(0, 1)::cumulativeProbability,
        10);
  }

  /** Printed are -0.58 and 0.56: what the script's rate gives, and the text's does not. */
  @Test
  void withOneFeatureTheScriptsRateGivesThePrintedValues() throws IOException {
    Task sinusoidal = task("sinusoidal");
    assertThat(sinusoidal.lppd(PaperProtocol.training(SCRIPT_RATE, 500)))
        .isCloseTo(-0.58, within(0.05));
    assertThat(sinusoidal.lppd(PaperProtocol.training(TEXT_RATE, 500))).isLessThan(-1.2);
    Task izmailov = task("izmailov");
    assertThat(izmailov.lppd(PaperProtocol.training(SCRIPT_RATE, 500)))
        .isCloseTo(0.56, within(0.1));
    assertThat(izmailov.lppd(PaperProtocol.training(TEXT_RATE, 500))).isLessThan(-1.2);
  }

  /**
   * With several features the printed values, all but one below a constant's -1.42, are what three
   * things give together: the script's rate, weight matrices read as if they lay transposed, and
   * one normal with the mixture's moments in place of the mixture. Each value is a mean over seeds,
   * and published.
   */
  @ParameterizedTest
  @CsvSource({
    "regression2d, -1.46",
    "airfoil, -1.62",
    "concrete, -1.59",
    "diabetes, -1.47",
    "energy, -1.76",
    "forest_fire, -1.60",
    "yacht, -1.14"
  })
  void withSeveralFeaturesThePrintedValuesAreThoseOfScrambledWeights(String name, double printed)
      throws IOException {
    Task task = task(name);
    int seeds = 5;
    double[] lppd = new double[seeds];
    for (int seed = 0; seed < seeds; seed++) {
      var ensemble =
          DeepEnsemble.train(
              task.posterior, PaperProtocol.training(SCRIPT_RATE, 500), 10, seed, 2, member -> {});
      lppd[seed] = task.scrambledAndMatched(ensemble);
    }
    double mean = Arrays.stream(lppd).average().orElseThrow();
    double sd =
        Math.sqrt(Arrays.stream(lppd).map(v -> (v - mean) * (v - mean)).sum() / (seeds - 1));
    System.out.printf("%s: %.2f, sd over seeds %.2f%n", name, mean, sd);
    // The paper's members had a seed of their own too.
    assertThat(mean).isCloseTo(printed, within(4 * sd * Math.sqrt(1 + 1.0 / seeds)));
    assertThat(mean)
        .isLessThan(
            task.lppd(PaperProtocol.training(SCRIPT_RATE, 500)) - 4 * sd / Math.sqrt(seeds));
  }

  /**
   * With one feature nothing can be scrambled. Draws from a normal over the last layer, or from a
   * diagonal one, give the printed values of Laplace; draws from the full normal fall behind.
   */
  @ParameterizedTest
  @CsvSource({"sinusoidal, -0.57", "izmailov, 0.53"})
  void withOneFeatureThePrintedLaplaceIsNotThatOfAllCovariances(String name, double printed)
      throws IOException {
    Task task = task(name);
    MapEstimate member = PaperProtocol.training(SCRIPT_RATE, 500).train(task.posterior, 0, 0);
    for (Structure structure : Structure.values()) {
      var laplace = Laplace.of(task.posterior, member, LaplaceSettings.standard().with(structure));
      double lppd =
          Scores.of(laplace.sampled(task.test.x(), 1274, 0), task.test.y().values()).lppd();
      System.out.printf("%s, %s: %.2f%n", name, structure, lppd);
      if (structure == Structure.FULL) {
        assertThat(lppd).isLessThan(printed - 0.05);
      } else {
        assertThat(lppd).isCloseTo(printed, within(0.1));
      }
    }
  }

  /** Printed is -1.14; trained to its end, an ensemble comes near the sampler's 1.90. */
  @Test
  void aConvergedEnsembleIsFarBetterThanThePrintedOne() throws IOException {
    Task yacht = task("yacht");
    assertThat(yacht.lppd(MapTraining.toConvergence())).isGreaterThan(1.2);
    assertThat(yacht.lppd(MapTraining.standard())).isGreaterThan(1.0);
  }
}
