package dev.coset.cuda;

import dev.coset.data.Points;
import dev.coset.data.Targets;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Posterior;
import dev.coset.posterior.Prior;
import java.util.Arrays;
import java.util.Random;

/** Small posteriors of all kinds. */
final class Models {
  private Models() {}

  /**
   * @param hidden widths, such as 16-16
   * @param classes of the categorical likelihood
   */
  static Posterior of(
      int points,
      int features,
      String hidden,
      Activation activation,
      String likelihood,
      int classes,
      Precision precision) {
    var random = new Random(points + 31L * features);
    double[][] x = new double[features][points];
    double[] y = new double[points];
    for (int p = 0; p < points; p++) {
      double sum = 0;
      for (int j = 0; j < features; j++) {
        x[j][p] = random.nextGaussian();
        sum += x[j][p] / (j + 1);
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
    return new Posterior(network, prior(features), named, precision, new Points(x, targets));
  }

  /** One scale, or two. */
  private static Prior prior(int features) {
    return features == 1 ? new Prior(1.1) : new Prior(1.1, 0.6);
  }
}
