package dev.coset.cuda;

import dev.coset.data.OneHot;
import dev.coset.data.Points;
import dev.coset.data.Targets;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Posterior;
import dev.coset.posterior.Prior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Small posteriors of all kinds. */
final class Models {
  private Models() {}

  /** Inputs that are numbers. */
  static Posterior of(
      int points,
      int features,
      String hidden,
      Activation activation,
      String likelihood,
      int classes,
      Precision precision) {
    return of(
        points, Integer.toString(features), hidden, activation, likelihood, classes, precision);
  }

  /**
   * @param columns how many numbers, and how many levels of each text column, such as 2+40+3
   * @param hidden widths, such as 16-16
   * @param classes of the categorical likelihood
   */
  static Posterior of(
      int points,
      String columns,
      String hidden,
      Activation activation,
      String likelihood,
      int classes,
      Precision precision) {
    int[] counts = Arrays.stream(columns.split("\\+")).mapToInt(Integer::parseInt).toArray();
    int features = Arrays.stream(counts).sum();
    var random = new Random(points + 31L * features);
    double[][] x = new double[features][points];
    List<OneHot> oneHots = new ArrayList<>();
    int first = counts[0] / 2; // numbers stand before text columns and behind them
    for (int g = 1; g < counts.length; g++) {
      oneHots.add(oneHot(first, counts[g]));
      first += counts[g];
    }
    double[] y = new double[points];
    for (int p = 0; p < points; p++) {
      double sum = 0;
      for (int j = 0; j < features; j++) {
        x[j][p] = random.nextGaussian();
        sum += x[j][p] / (j + 1);
      }
      for (OneHot of : oneHots) {
        int level = (int) (of.levels() * random.nextDouble() * random.nextDouble());
        for (int k = 0; k < of.levels(); k++) {
          boolean here = k == level && p % 11 != 0; // some points have no level
          x[of.first() + k][p] = here ? of.high()[k] : of.low()[k];
        }
      }
      y[p] = Math.sin(2 * sum) + 0.3 * random.nextGaussian();
    }
    var named = Likelihood.named(likelihood);
    Targets targets =
        switch (named.targetType()) {
          case NUMBER -> Targets.numbers(y);
          case CLASSES ->
              Targets.classes(
                  Arrays.stream(y)
                      .map(v -> Math.floorMod((int) Math.floor(v * classes / 2), classes))
                      .toArray(),
                  classes);
          case AUTO -> throw new AssertionError("No likelihood is for any target.");
        };
    int[] widths =
        hidden.isEmpty()
            ? new int[0]
            : Arrays.stream(hidden.split("-")).mapToInt(Integer::parseInt).toArray();
    var network = Network.of(features, widths, named.outputs(targets), activation);
    return new Posterior(
        network, prior(features), named, precision, new Points(x, targets, oneHots));
  }

  /** As inputs are that were standardised. */
  private static OneHot oneHot(int first, int levels) {
    double[] low = new double[levels];
    double[] high = new double[levels];
    for (int k = 0; k < levels; k++) {
      double share = (k + 1.0) / (levels + k + 2);
      double sd = Math.sqrt(share * (1 - share));
      low[k] = -share / sd;
      high[k] = (1 - share) / sd;
    }
    return new OneHot(first, low, high);
  }

  /** The same with a weight for each point, some of them zero. */
  static Posterior weighted(Posterior posterior) {
    Points data = posterior.data();
    var random = new Random(data.y().count());
    double[] weights = new double[data.y().count()];
    for (int p = 0; p < weights.length; p++) {
      weights[p] = p % 7 == 0 ? 0 : 2 * random.nextDouble();
    }
    return posterior.given(new Points(data.x(), data.y().weighted(weights), data.oneHots()));
  }

  /** One scale, or two. */
  private static Prior prior(int features) {
    return features == 1 ? new Prior(1.1) : new Prior(1.1, 0.6);
  }
}
