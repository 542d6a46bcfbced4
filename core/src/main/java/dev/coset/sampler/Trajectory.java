package dev.coset.sampler;

import dev.coset.vectormath.Elementary;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * One transition: a path through phase space doubled, forwards or backwards at random, until it
 * turns, diverges or reaches its greatest depth; and a point of it chosen in proportion to {@code
 * exp(-H)}.
 *
 * <p>A doubling of depth k adds 2^k leaves one by one. U-turns are checked over every balanced
 * subtree of them: the subtrees that end at leaf n begin where n's trailing one bits are cleared
 * one after another, so it is enough to keep the momenta of one leaf for each bit (the leaf's
 * number of one bits above the last names its place).
 *
 * <p>References: M. Betancourt (2017), appendix A; D. Phan, N. Pradhan, M. Jankowiak (2019),
 * Composable effects for flexible and accelerated probabilistic programming in NumPyro, appendix A.
 */
final class Trajectory {
  /** The energy error from which a leaf counts as diverged. */
  private enum Growth {
    GROWN,
    TURNED,
    DIVERGED
  }

  private final Hamiltonian hamiltonian;
  private final int maxDepth;
  private final int dimension;

  private final PhasePoint left;
  private final PhasePoint right;
  private final double[] sum; // of momenta over the whole path
  private final double[] subtreeSum; // of momenta over the newest half
  private final double[] zero;
  private final double[][]
      olderMomentum; // (place, entry), momenta at the start of a balanced subtree
  private final double[][] sumBefore; // (place, entry), sum of momenta before that start
  private PhasePoint chosen;
  private PhasePoint subtreeChosen;
  private double chosenEnergy;
  private double subtreeChosenEnergy;
  private double subtreeLogWeight;
  private double sumAcceptance;

  private int depth;
  private int steps;
  private boolean diverged;

  Trajectory(Hamiltonian hamiltonian, int maxDepth) {
    this.hamiltonian = hamiltonian;
    this.maxDepth = maxDepth;
    this.dimension = hamiltonian.dimension();
    this.left = new PhasePoint(dimension);
    this.right = new PhasePoint(dimension);
    this.chosen = new PhasePoint(dimension);
    this.subtreeChosen = new PhasePoint(dimension);
    this.sum = new double[dimension];
    this.subtreeSum = new double[dimension];
    this.zero = new double[dimension];
    this.olderMomentum = new double[maxDepth + 1][dimension];
    this.sumBefore = new double[maxDepth + 1][dimension];
  }

  /** Moves {@code z}, whose momentum is fresh, to a point chosen from the path through it. */
  void transition(PhasePoint z, double stepSize, UniformRandomProvider random) {
    double energy = hamiltonian.energy(z);
    left.copyFrom(z);
    right.copyFrom(z);
    chosen.copyPositionFrom(z);
    chosenEnergy = energy;
    System.arraycopy(z.r, 0, sum, 0, dimension);
    double logWeight = 0;
    sumAcceptance = 0;
    steps = 0;
    depth = 0;
    diverged = false;

    boolean turned = false;
    while (depth < maxDepth && !turned && !diverged) {
      boolean forwards = random.nextBoolean();
      Growth growth =
          grow(forwards ? right : left, forwards ? stepSize : -stepSize, energy, random);
      depth++;
      diverged = growth == Growth.DIVERGED;
      if (growth == Growth.GROWN && accepts(subtreeLogWeight - logWeight, random)) {
        PhasePoint previous = chosen;
        chosen = subtreeChosen;
        subtreeChosen = previous;
        chosenEnergy = subtreeChosenEnergy;
      }
      logWeight = LogWeights.sum(logWeight, subtreeLogWeight);
      for (int j = 0; j < dimension; j++) {
        sum[j] += subtreeSum[j];
      }
      turned = growth == Growth.TURNED || hamiltonian.turned(left.r, right.r, sum, zero);
    }
    z.copyPositionFrom(chosen);
  }

  /** Adds as many leaves as the path has, starting from one of its ends, which moves along. */
  private Growth grow(PhasePoint end, double step, double energy0, UniformRandomProvider random) {
    int leaves = 1 << depth;
    for (int leaf = 0; leaf < leaves; leaf++) {
      hamiltonian.leapfrog(end, step);
      double energy = hamiltonian.energy(end);
      double error = energy - energy0;
      if (Double.isNaN(error)) {
        error = Double.POSITIVE_INFINITY;
      }
      steps++;
      sumAcceptance += error <= 0 ? 1 : Elementary.exp(-error);
      addLeaf(leaf, end, -error, energy, random);
      if (error > Tuning.DIVERGENCE) {
        return Growth.DIVERGED;
      }
      if (turnedAt(leaf, end.r)) {
        return Growth.TURNED;
      }
    }
    return Growth.GROWN;
  }

  /** Within the new half the newer leaf is chosen in proportion to its weight. */
  private void addLeaf(
      int leaf, PhasePoint end, double logWeight, double energy, UniformRandomProvider random) {
    boolean choose;
    if (leaf == 0) {
      choose = true;
      subtreeLogWeight = logWeight;
    } else {
      choose = random.nextDouble() < LogWeights.expit(logWeight - subtreeLogWeight);
      subtreeLogWeight = LogWeights.sum(subtreeLogWeight, logWeight);
    }
    if (choose) {
      subtreeChosen.copyPositionFrom(end);
      subtreeChosenEnergy = energy;
    }
    double[] r = end.r;
    double[] total = subtreeSum;
    if (leaf == 0) {
      System.arraycopy(r, 0, olderMomentum[0], 0, dimension);
      System.arraycopy(zero, 0, sumBefore[0], 0, dimension);
      System.arraycopy(r, 0, total, 0, dimension);
    } else if ((leaf & 1) == 0) {
      int place = Integer.bitCount(leaf >> 1);
      double[] older = olderMomentum[place];
      double[] before = sumBefore[place];
      for (int j = 0; j < dimension; j++) {
        older[j] = r[j];
        before[j] = total[j];
        total[j] += r[j];
      }
    } else {
      for (int j = 0; j < dimension; j++) {
        total[j] += r[j];
      }
    }
  }

  /** Whether one of the balanced subtrees that end at this leaf turned. */
  private boolean turnedAt(int leaf, double[] newer) {
    int newest = Integer.bitCount(leaf >> 1);
    int subtrees = Integer.numberOfTrailingZeros(~leaf);
    for (int place = newest; place > newest - subtrees; place--) {
      if (hamiltonian.turned(olderMomentum[place], newer, subtreeSum, sumBefore[place])) {
        return true;
      }
    }
    return false;
  }

  /** The newer half is taken with probability {@code min(1, w_new / w_old)}. */
  private static boolean accepts(double logRatio, UniformRandomProvider random) {
    return random.nextDouble() < Elementary.exp(Math.min(0, logRatio));
  }

  double energy() {
    return chosenEnergy;
  }

  /** The mean of {@code min(1, exp(-dH))} over the leaves. */
  double acceptance() {
    return sumAcceptance / steps;
  }

  int depth() {
    return depth;
  }

  int steps() {
    return steps;
  }

  boolean diverged() {
    return diverged;
  }
}
