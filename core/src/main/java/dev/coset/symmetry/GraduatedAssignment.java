package dev.coset.symmetry;

import dev.coset.network.Network;
import dev.coset.vectormath.Elementary;
import java.util.Arrays;

/**
 * A good beginning for aligning several hidden layers at once. Every layer has a matrix {@code P}
 * of how probable it is that neuron i belongs to place j, times the expected sign; at first nothing
 * is known. The layers are gone through again and again: what comes into a neuron is compared with
 * what comes into a place through the matrix of the layer below, what goes out through that of the
 * layer above, and the inner products become probabilities {@code exp(beta |inner|)}, with rows and
 * columns brought to sum 1. With growing beta a decision is reached, but late, when all layers have
 * had their say; matching layers one after another for good decides the first on little evidence
 * and drags its errors along.
 *
 * <p>S. Gold, A. Rangarajan: A graduated assignment algorithm for graph matching. IEEE PAMI 18
 * (1996).
 *
 * <p>Holds work space, so each thread needs its own.
 */
final class GraduatedAssignment {
  private static final int STEPS = 12;
  private static final int NORMALISATIONS = 3;
  private static final double FIRST =
      0.5; // beta times what two equal neuron vectors have as inner product
  private static final double LAST = 30;

  private final Network network;
  private final boolean signs;
  private final double[] reference;
  private final double[][] incoming; // (layer, (input, neuron)): the reference's weights transposed
  private final double[][] belief; // (layer, (neuron, place)): P
  private final double[][] inner; // (layer, (neuron, place))
  private final double[] through; // (neuron, place of the other layer)

  GraduatedAssignment(Network network, double[] reference) {
    this.network = network;
    this.signs = network.activation().isOdd();
    this.reference = reference;
    this.incoming = new double[network.layers()][];
    this.belief = new double[network.layers() + 1][];
    this.inner = new double[network.layers()][];
    int widest = 0;
    for (int l = 0; l <= network.layers(); l++) {
      int n = network.width(l);
      widest = Math.max(widest, n);
      belief[l] = new double[n * n];
    }
    this.through = new double[widest * widest];
    for (int l = 1; l < network.layers(); l++) {
      int n = network.width(l);
      inner[l] = new double[n * n];
      incoming[l] = new double[n * network.width(l - 1)];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < network.width(l - 1); j++) {
          incoming[l][j * n + i] = reference[network.weight(l, i, j)];
        }
      }
    }
  }

  /** Rearranges all layers by what is believed in the end. */
  void apply(Representative representative, LinearAssignment[] assignment) {
    double[] theta = representative.theta();
    begin();
    double size = Math.sqrt(meanSquare(theta) * meanSquare(reference));
    for (int step = 0; step < STEPS && size > 0; step++) {
      double sharpness = FIRST * StrictMath.pow(LAST / FIRST, step / (STEPS - 1.0)) / size;
      for (int l = 1; l < network.layers(); l++) {
        compare(theta, l);
        believe(l, sharpness / (network.width(l - 1) + network.width(l + 1) + 1));
      }
    }
    for (int l = 1; l < network.layers(); l++) {
      decide(representative, l, assignment[l]);
    }
  }

  private void begin() {
    for (int l = 0; l <= network.layers(); l++) {
      Arrays.fill(belief[l], 0);
      for (int i = 0; (l == 0 || l == network.layers()) && i < network.width(l); i++) {
        belief[l][i * network.width(l) + i] = 1; // inputs and outputs are where they are
      }
    }
  }

  private void compare(double[] theta, int l) {
    int n = network.width(l);
    int bias = network.bias(l, 0);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        inner[l][i * n + j] = theta[bias + i] * reference[bias + j];
      }
    }
    int inputs = network.width(l - 1);
    int weights = network.weight(l, 0, 0);
    Arrays.fill(through, 0, n * inputs, 0);
    for (int i = 0; i < n; i++) {
      int row = i * inputs;
      addRows(through, row, inputs, theta, weights + row, 1, inputs, belief[l - 1], 0);
      addRows(inner[l], i * n, n, through, row, 1, inputs, incoming[l], 0);
    }
    int outputs = network.width(l + 1);
    int outgoing = network.weight(l + 1, 0, 0);
    Arrays.fill(through, 0, n * outputs, 0);
    for (int i = 0; i < n; i++) {
      int row = i * outputs;
      addRows(through, row, outputs, theta, outgoing + i, n, outputs, belief[l + 1], 0);
      addRows(inner[l], i * n, n, through, row, 1, outputs, reference, outgoing);
    }
  }

  private void believe(int l, double beta) {
    int n = network.width(l);
    double[] p = belief[l];
    double highest = Double.NEGATIVE_INFINITY;
    for (double x : inner[l]) {
      highest = Math.max(highest, signs ? Math.abs(x) : x);
    }
    for (int c = 0; c < n * n; c++) {
      double x = signs ? Math.abs(inner[l][c]) : inner[l][c];
      p[c] = Elementary.exp(beta * (x - highest)) + Double.MIN_NORMAL;
    }
    for (int repeat = 0; repeat < NORMALISATIONS; repeat++) {
      normalise(p, n, n, 1);
      normalise(p, n, 1, n);
    }
    for (int c = 0; signs && c < n * n; c++) {
      p[c] *= Elementary.tanh(beta * inner[l][c]);
    }
  }

  /** Divides each of n lines by its sum. */
  private static void normalise(double[] p, int n, int line, int along) {
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int j = 0; j < n; j++) {
        sum += p[i * line + j * along];
      }
      for (int j = 0; j < n; j++) {
        p[i * line + j * along] /= sum;
      }
    }
  }

  private void decide(Representative representative, int l, LinearAssignment assignment) {
    int n = network.width(l);
    double[] cost = new double[n * n];
    Arrays.setAll(cost, c -> signs ? -Math.abs(inner[l][c]) : -inner[l][c]);
    int[] place = new int[n];
    assignment.solve(cost, place);
    double[] sign = new double[n];
    Arrays.setAll(sign, i -> signs && inner[l][i * n + place[i]] < 0 ? -1 : 1);
    representative.rearrange(l, place, sign);
  }

  /**
   * Adds rows of a matrix, each times a factor, four at a time.
   *
   * @param apart how far one factor is from the next
   * @param count of rows and factors
   */
  private static void addRows(
      double[] to,
      int at,
      int length,
      double[] factors,
      int first,
      int apart,
      int count,
      double[] rows,
      int firstRow) {
    int k = 0;
    for (; k + 4 <= count; k += 4) {
      double a = factors[first + k * apart];
      double b = factors[first + (k + 1) * apart];
      double c = factors[first + (k + 2) * apart];
      double d = factors[first + (k + 3) * apart];
      int row = firstRow + k * length;
      for (int j = 0; j < length; j++) {
        double one = Math.fma(a, rows[row + j], to[at + j]);
        double two = Math.fma(b, rows[row + length + j], one);
        double three = Math.fma(c, rows[row + 2 * length + j], two);
        to[at + j] = Math.fma(d, rows[row + 3 * length + j], three);
      }
    }
    for (; k < count; k++) {
      double a = factors[first + k * apart];
      for (int j = 0; j < length; j++) {
        to[at + j] = Math.fma(a, rows[firstRow + k * length + j], to[at + j]);
      }
    }
  }

  private static double meanSquare(double[] values) {
    double sum = 0;
    for (double v : values) {
      sum += v * v;
    }
    return sum / values.length;
  }
}
