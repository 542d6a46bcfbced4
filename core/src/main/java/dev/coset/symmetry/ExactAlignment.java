package dev.coset.symmetry;

import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.posterior.Draws;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Aligns every draw with a reference, takes the mean of the aligned draws as the next reference,
 * and so on until no draw moves (a generalised Procrustes mean in the quotient by the group). No
 * step raises the sum of squared distances to the reference, so it ends. The first reference is the
 * draw of highest log density in a normal form, so that the result depends on the draws' orbits
 * only, not on where in them they lie.
 *
 * @param rounds an upper limit of rounds
 */
public record ExactAlignment(int rounds) implements SymmetryRemoval {
  /**
   * Rounds in which draws of a deep network look for a better place from the beginning; later ones
   * go on from where they are.
   */
  private static final int SEARCHES = 8;

  public ExactAlignment {
    if (rounds < 1) {
      throw new IllegalArgumentException("Alignment needs at least one round, not " + rounds + ".");
    }
  }

  ExactAlignment() {
    this(200);
  }

  @Override
  public SymmetryFree apply(Network network, Draws draws) {
    int n = draws.count();
    int d = draws.dimension();
    Representative[] cloud = new Representative[n];
    over(n)
        .forEach(
            g -> {
              cloud[g] = new Representative(network, draws.values(), g * d);
              if (network.activation() == Activation.RELU) {
                Balance.apply(network, cloud[g]);
              }
            });
    double[] reference = normalForm(network, cloud[highest(draws.logDensity())]);
    int round = 0;
    boolean settled = false;
    while (!settled && round < rounds) {
      int now = round++;
      double[] target = reference;
      settled = over(n).filter(g -> improve(network, target, cloud, g, now)).count() == 0;
      reference = mean(cloud);
    }
    List<Move> moves = Arrays.stream(cloud).map(Representative::move).toList();
    return SymmetryFree.of(network, draws, moves, round, settled);
  }

  /** Moves one draw nearer to the reference and says whether it could. */
  private static boolean improve(
      Network network, double[] reference, Representative[] cloud, int g, int round) {
    Aligner aligner = new Aligner(network, reference);
    if (round == 0) {
      cloud[g] = aligner.align(cloud[g]);
      return true;
    }
    double now = aligner.similarity(cloud[g]);
    Representative best = cloud[g].copy();
    aligner.alternate(best);
    if (round < SEARCHES && network.layers() > 2) {
      Representative anew = aligner.align(cloud[g]);
      best = aligner.similarity(anew) > aligner.similarity(best) ? anew : best;
    }
    if (!(aligner.similarity(best) - now > 1e-12 * Math.abs(now))) {
      return false;
    }
    cloud[g] = best;
    return true;
  }

  /**
   * One fixed member of the orbit of a theta: signs so that biases are positive, neurons in the
   * order of their biases.
   */
  private static double[] normalForm(Network network, Representative representative) {
    Representative normal = representative.copy();
    for (int l = 1; l < network.layers(); l++) {
      int bias = network.bias(l, 0);
      double[] sign = new double[network.width(l)];
      double[] size = new double[sign.length];
      for (int i = 0; i < sign.length; i++) {
        double b = normal.theta()[bias + i];
        sign[i] = network.activation() == Activation.TANH && b < 0 ? -1 : 1;
        size[i] = sign[i] * b;
      }
      int[] order =
          IntStream.range(0, size.length)
              .boxed()
              .sorted(Comparator.comparingDouble(i -> size[i]))
              .mapToInt(i -> i)
              .toArray();
      int[] place = new int[size.length];
      for (int p = 0; p < order.length; p++) {
        place[order[p]] = p;
      }
      normal.rearrange(l, place, sign);
    }
    return normal.theta();
  }

  private static double[] mean(Representative[] cloud) {
    double[] mean = new double[cloud[0].theta().length];
    for (Representative representative : cloud) {
      double[] theta = representative.theta();
      for (int e = 0; e < mean.length; e++) {
        mean[e] += theta[e];
      }
    }
    for (int e = 0; e < mean.length; e++) {
      mean[e] /= cloud.length;
    }
    return mean;
  }

  private static int highest(double[] logDensity) {
    int highest = 0;
    for (int g = 1; g < logDensity.length; g++) {
      if (logDensity[g] > logDensity[highest] || Double.isNaN(logDensity[highest])) {
        highest = g;
      }
    }
    return highest;
  }

  private static IntStream over(int n) {
    return IntStream.range(0, n).parallel();
  }
}
