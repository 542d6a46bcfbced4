package dev.coset.compression;

import dev.coset.distribution.GaussianMixture;
import dev.coset.distribution.Predictive;
import java.util.stream.IntStream;

/** The divergence of one predictive from another at each point, by a sum over 4,000 nodes. */
final class KullbackLeibler {
  private static final int NODES = 4000;

  private KullbackLeibler() {}

  static double[] of(Predictive full, Predictive thin) {
    return IntStream.range(0, full.points())
        .mapToDouble(
            i -> {
              var p = (GaussianMixture) full.at(i);
              double low = p.quantile(1e-8);
              double step = (p.quantile(1 - 1e-8) - low) / NODES;
              double sum = 0;
              for (int j = 0; j < NODES; j++) {
                double y = low + (j + 0.5) * step;
                sum += step * p.density(y) * (p.logDensity(y) - thin.at(i).logDensity(y));
              }
              return sum;
            })
        .toArray();
  }
}
