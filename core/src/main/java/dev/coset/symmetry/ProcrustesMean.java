package dev.coset.symmetry;

import dev.coset.network.Network;
import dev.coset.parallel.Parallel;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A generalised Procrustes mean in the quotient by the group: aligns every draw with a reference,
 * takes the mean of the aligned draws as the next reference, and so on until no draw moves. No step
 * raises the sum of squared distances to the reference, so it ends.
 */
final class ProcrustesMean {
  /**
   * Rounds in which draws of a deep network look for a better place from the beginning; later they
   * continue from where they are.
   */
  private static final int SEARCHES = 8;

  private final Network network;
  private final Representative[] cloud;
  private final int searches;
  private double[] reference;
  private int rounds;
  private boolean settled;

  /** Aligns the cloud, in place, beginning with a reference. */
  ProcrustesMean(
      Network network, Representative[] cloud, double[] reference, int limit, int threads) {
    this(network, cloud, reference, SEARCHES, limit, threads);
  }

  /** The same with so many rounds of searches. */
  ProcrustesMean(
      Network network,
      Representative[] cloud,
      double[] reference,
      int searches,
      int limit,
      int threads) {
    this.network = network;
    this.cloud = cloud;
    this.reference = reference;
    this.searches = searches;
    while (!settled && rounds < limit) {
      double[] target = this.reference;
      int round = rounds++;
      var improved = new AtomicBoolean();
      Parallel.tasks(
          threads,
          cloud.length,
          g -> {
            if (improve(g, target, round)) {
              improved.set(true);
            }
          });
      settled = !improved.get();
      this.reference = mean();
    }
  }

  double[] reference() {
    return reference;
  }

  int rounds() {
    return rounds;
  }

  boolean settled() {
    return settled;
  }

  /** The sum of squared distances to the mean. */
  double sumOfSquares() {
    double sum = 0;
    for (Representative representative : cloud) {
      for (int e = 0; e < reference.length; e++) {
        double deviation = representative.theta()[e] - reference[e];
        sum += deviation * deviation;
      }
    }
    return sum;
  }

  /** Moves one draw nearer to the reference and says whether it could. */
  private boolean improve(int g, double[] target, int round) {
    Aligner aligner = new Aligner(network, target);
    if (round == 0) {
      cloud[g] = aligner.align(cloud[g]);
      return true;
    }
    double now = aligner.similarity(cloud[g]);
    Representative best = cloud[g].copy();
    aligner.alternate(best);
    if (round < searches && network.layers() > 2) {
      Representative anew = aligner.align(cloud[g]);
      best = aligner.similarity(anew) > aligner.similarity(best) ? anew : best;
    }
    if (!(aligner.similarity(best) - now > 1e-12 * Math.abs(now))) {
      return false;
    }
    cloud[g] = best;
    return true;
  }

  /** Summed in the order of the draws, whoever aligned them. */
  private double[] mean() {
    double[] mean = new double[reference.length];
    for (Representative representative : cloud) {
      for (int e = 0; e < mean.length; e++) {
        mean[e] += representative.theta()[e];
      }
    }
    Arrays.setAll(mean, e -> mean[e] / cloud.length);
    return mean;
  }
}
