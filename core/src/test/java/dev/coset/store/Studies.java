package dev.coset.store;

import dev.coset.chains.ChainPlan;
import dev.coset.data.Dataset;
import dev.coset.data.Split;
import dev.coset.data.TargetScale;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import java.util.Arrays;

/** Small studies that sample in milliseconds. */
final class Studies {
  private Studies() {}

  static Study small(int chains, long seed) {
    return small(chains, seed, 0.1);
  }

  static Study small(int chains, long seed, double noise) {
    return small(ChainPlan.of(chains, 60, 3, seed), noise);
  }

  static Study small(ChainPlan plan, double noise) {
    double[][] x = new double[20][1];
    double[] y = new double[20];
    for (int i = 0; i < 20; i++) {
      x[i][0] = i / 5.0 - 2;
      y[i] = Math.sin(x[i][0]) + noise * ((i * 7) % 5 - 2);
    }
    var configuration = Configuration.of(new int[] {2}, plan);
    return Study.of(Dataset.of(x, y), Split.shuffled(20, 0.25, 1), configuration);
  }

  /** The same with exponentials as targets, which a model sees on their logarithm. */
  static Study positive(Study of) {
    double[] y = Arrays.stream(of.data().target()).map(Math::exp).toArray();
    double[][] x = new double[y.length][];
    Arrays.setAll(
        x, i -> Arrays.stream(of.data().features()).mapToDouble(feature -> feature[i]).toArray());
    return Study.of(
        Dataset.of(x, y), of.split(), of.configuration().withTargetScale(TargetScale.LOG));
  }
}
