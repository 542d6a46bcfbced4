package dev.coset.posterior;

import dev.coset.data.Points;
import dev.coset.data.TargetKind;
import dev.coset.data.Targets;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import java.util.Arrays;
import org.apache.commons.rng.simple.RandomSource;

/** Posteriors of small networks, and points of their spaces. */
final class Posteriors {
  static final int POINTS = 23;

  private Posteriors() {}

  /** Of a likelihood by its name; of numbers where there are no classes. */
  static Posterior of(String name, int classes) {
    return of(Likelihood.named(name), classes);
  }

  static Posterior of(Likelihood likelihood, int classes) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(8L);
    double[][] x = new double[2][POINTS];
    double[] y = new double[POINTS];
    for (int p = 0; p < POINTS; p++) {
      x[0][p] = 4 * random.nextDouble() - 2;
      x[1][p] = 4 * random.nextDouble() - 2;
      y[p] = classes == 0 ? 4 * random.nextDouble() - 2 : p % classes;
    }
    var targets = new Targets(y, TargetKind.ofStored(classes));
    likelihood.requireFits(targets);
    return new Posterior(
        Network.of(2, new int[] {4, 3}, likelihood.outputs(targets), Activation.TANH),
        new Prior(0.8),
        likelihood,
        Precision.DOUBLE,
        new Points(x, targets));
  }

  /** Uniform points q, (draw, entry). */
  static double[][] draws(int count, int dimension) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(9L);
    double[][] q = new double[count][dimension];
    for (double[] draw : q) {
      Arrays.setAll(draw, j -> 2 * random.nextDouble() - 1);
    }
    return q;
  }
}
