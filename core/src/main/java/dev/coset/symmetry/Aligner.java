package dev.coset.symmetry;

import dev.coset.network.Network;
import java.util.Arrays;

/**
 * Brings one theta as close to a reference as signs and permutations can. They keep the norm, so
 * the distance is least where the inner product {@code <theta, reference>} is largest. For one
 * layer with the others held fixed that is a linear assignment: neuron i at place j gains {@code
 * |<phi_i, r_j>|} with the better sign (no sign: {@code <phi_i, r_j>}), so signs and permutation
 * come out together and are optimal.
 *
 * <p>With several hidden layers this optimum is conditional, and going round the layers from an
 * arbitrary beginning gets stuck. So the layers are first matched one after another from the input
 * on what comes in, which does not depend on the representative one starts from; and from there, as
 * a second beginning, by graduated assignment of all layers at once. Then the layers are
 * re-assigned in turn, by all their weights in and out, until nothing changes; the better end wins.
 *
 * <p>Holds work space, so each thread needs its own.
 */
final class Aligner {
  private final Network network;
  private final boolean signs;
  private final double[] reference;
  private final double threshold; // gains below are rounding
  private final LinearAssignment[] assignment; // (layer)
  private final double[] inner; // (neuron, place)
  private final double[] cost; // (neuron, place)

  Aligner(Network network, double[] reference) {
    this.network = network;
    this.signs = network.activation().isOdd();
    this.reference = reference;
    this.threshold = 1e-12 * inner(reference, reference);
    this.assignment = new LinearAssignment[network.layers()];
    int widest = 0;
    for (int l = 1; l < network.layers(); l++) {
      assignment[l] = new LinearAssignment(network.width(l));
      widest = Math.max(widest, network.width(l));
    }
    this.inner = new double[widest * widest];
    this.cost = new double[widest * widest];
  }

  /** Returns {@code <theta, reference>}. */
  double similarity(Representative representative) {
    return inner(representative.theta(), reference);
  }

  /**
   * Returns the best representative found; the same, bit for bit, wherever in its orbit the given
   * one lies.
   */
  Representative align(Representative given) {
    Representative forward = given.copy();
    for (int l = 1; l < network.layers(); l++) {
      Arrays.fill(inner, 0);
      addIncoming(forward.theta(), l);
      assign(forward, l, Double.NEGATIVE_INFINITY);
    }
    if (network.layers() <= 2) {
      alternate(forward);
      return forward;
    }
    Representative graduated = forward.copy();
    new GraduatedAssignment(network, reference).apply(graduated, assignment);
    alternate(graduated);
    alternate(forward);
    return similarity(forward) > similarity(graduated) + threshold ? forward : graduated;
  }

  /** Re-assigns the layers in turn until nothing changes, beginning where the representative is. */
  void alternate(Representative representative) {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int l = 1; l < network.layers(); l++) {
        Arrays.fill(inner, 0);
        addIncoming(representative.theta(), l);
        addOutgoing(representative.theta(), l);
        changed |= assign(representative, l, threshold);
      }
    }
  }

  private boolean assign(Representative representative, int l, double leastGain) {
    int neurons = network.width(l);
    double now = 0;
    for (int i = 0; i < neurons; i++) {
      now += inner[i * neurons + i];
    }
    for (int c = 0; c < neurons * neurons; c++) {
      cost[c] = signs ? -Math.abs(inner[c]) : -inner[c];
    }
    int[] place = new int[neurons];
    assignment[l].solve(cost, place);
    double[] sign = new double[neurons];
    double best = 0;
    for (int i = 0; i < neurons; i++) {
      sign[i] = signs && inner[i * neurons + place[i]] < 0 ? -1 : 1;
      best += sign[i] * inner[i * neurons + place[i]];
    }
    if (!(best - now > leastGain)) {
      return false;
    }
    representative.rearrange(l, place, sign);
    return true;
  }

  private void addIncoming(double[] theta, int l) {
    int neurons = network.width(l);
    int inputs = network.width(l - 1);
    int weights = network.weight(l, 0, 0);
    int biases = network.bias(l, 0);
    for (int i = 0; i < neurons; i++) {
      for (int j = 0; j < neurons; j++) {
        double sum = theta[biases + i] * reference[biases + j];
        int row = weights + i * inputs;
        int place = weights + j * inputs;
        for (int k = 0; k < inputs; k++) {
          sum = Math.fma(theta[row + k], reference[place + k], sum);
        }
        inner[i * neurons + j] += sum;
      }
    }
  }

  private void addOutgoing(double[] theta, int l) {
    int neurons = network.width(l);
    int weights = network.weight(l + 1, 0, 0);
    for (int k = 0; k < network.width(l + 1); k++) {
      int row = weights + k * neurons;
      for (int i = 0; i < neurons; i++) {
        double w = theta[row + i];
        for (int j = 0; j < neurons; j++) {
          inner[i * neurons + j] = Math.fma(w, reference[row + j], inner[i * neurons + j]);
        }
      }
    }
  }

  private static double inner(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum = Math.fma(a[i], b[i], sum);
    }
    return sum;
  }
}
