package dev.coset.chains;

import dev.coset.posterior.LogDensity;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.Tuning;
import java.util.function.BooleanSupplier;

/**
 * NumPyro's rule: uniform on (-2, 2) in every entry, tried anew until density and gradient are
 * finite.
 */
public final class UniformStart implements ChainStart {
  @Override
  public String name() {
    return UNIFORM;
  }

  @Override
  public Point of(Posterior posterior, ChainPlan plan, int index, BooleanSupplier stopped) {
    LogDensity density = posterior.density();
    var random = RandomStream.START.of(plan.seed(), index);
    double[] q = new double[density.dimension()];
    double[] gradient = new double[density.dimension()];
    for (int attempt = 1; attempt <= Tuning.START_TRIES; attempt++) {
      for (int j = 0; j < q.length; j++) {
        q[j] = Tuning.START_RADIUS * (2 * random.nextDouble() - 1);
      }
      if (isFinite(density.valueAndGradient(q, gradient), gradient)) {
        return new Point(q, attempt);
      }
    }
    throw new IllegalStateException(
        "No start with a finite log density was found in " + Tuning.START_TRIES + " tries.");
  }

  private static boolean isFinite(double value, double[] gradient) {
    boolean finite = Double.isFinite(value);
    for (double g : gradient) {
      finite &= Double.isFinite(g);
    }
    return finite;
  }
}
