package dev.coset.vectormath;

/**
 * One layer of a network over a block of points in double precision: forward, activation, loss, and
 * backward. Values of a neuron (or input, or output) at the points of a block are a row; rows lie
 * {@link #BLOCK} apart. A layer's parameters lie together as in theta: weights neuron by neuron,
 * then biases. Neurons are taken in fours, and what has no meaning is computed too, for it is
 * faster than leaving it: a layer's rows must be padded to a multiple of {@link #TILE}, and theta
 * by the weights of as many neurons.
 *
 * <p>Every value is a chain of fused multiply-adds over neurons in order. A sum over points has
 * {@link #LANES} lanes, point p in lane p mod LANES, each a chain over the points in order; then
 * lanes are added that are half of them apart, a quarter, and so on. So the bits do not depend on
 * the width of a register. Holds work space: each thread needs its own.
 */
public sealed interface DoubleLayer permits ScalarDoubleLayer, SimdDoubleLayer {

  /** The logical lanes: what a register of 512 bits holds. */
  int LANES = 8;

  /** The points of a block, and so the distance between rows. A block of f2 takes 100 kB. */
  int BLOCK = 32 * LANES;

  /** The points handled at once. All points are counted in multiples of it; a caller pads. */
  int STEP = 4 * LANES;

  /** The neurons handled at once. */
  int TILE = 4;

  /** See {@link #backwardShallow}. */
  int FEW = 3;

  /**
   * The entry of an array from which rows had best begin. An array's header takes a quarter of a
   * cache line, so they then lie on cache lines, if objects do ({@code
   * -XX:ObjectAlignmentInBytes=64}).
   */
  int FIRST = LANES - LANES / 4;

  /** The faster version that this machine and its module path allow. */
  static DoubleLayer best() {
    return Simd.AVAILABLE ? new SimdDoubleLayer() : new ScalarDoubleLayer();
  }

  /**
   * {@code out_i = b_i + sum_j w_ij in_j}, {@code i < neurons}, {@code j < inputs}.
   *
   * @param at where the layer's parameters begin in theta
   */
  void forward(
      double[] theta,
      int at,
      int neurons,
      int inputs,
      double[] in,
      int inAt,
      double[] out,
      int outAt,
      int points);

  /**
   * {@code out = tanh out} after {@link #forward}.
   *
   * @param largest of each input, the largest absolute value that it has at any point
   */
  void forwardTanh(
      double[] theta,
      int at,
      int neurons,
      int inputs,
      double[] in,
      int inAt,
      double[] largest,
      double[] out,
      int outAt,
      int points);

  /** {@code z = tanh z}. */
  void tanh(double[] z, int zAt, int neurons, int points);

  /**
   * {@code out_i += rows_(r1)_i + rows_(r2)_i + ...} by the rows of a point, one of each group:
   * what one-hot inputs add to the sums of {@link #forward}.
   *
   * @param rows (row, neuron), with room for {@link #LANES} neurons in place of the last few
   * @param at (group, point), groups {@link #BLOCK} apart: where in rows the point's row begins
   */
  void addRows(
      double[] rows, int[] at, int groups, double[] out, int outAt, int neurons, int points);

  /**
   * {@code sums_r_i += delta_i} over the points, one after another, for the rows of a point: what
   * {@link #gradient} is by the rows of {@link #addRows}, laid out alike.
   */
  void addToRows(
      double[] delta, int deltaAt, int neurons, int points, int[] at, int groups, double[] sums);

  /** {@code z = max(0, z)}, and NaN where z is. */
  void relu(double[] z, int zAt, int neurons, int points);

  /**
   * Returns {@code sum w (y - out)^2} and overwrites {@code out} by {@code w (y - out)}; for one
   * row.
   *
   * @param w the weight of each point, here and in all losses
   */
  double residual(double[] y, int yAt, double[] w, int wAt, double[] out, int outAt, int points);

  /**
   * Returns {@code sum w (-s - (y - m)^2 e^(-2s) / 2)} of two rows, the mean m and {@code s = log
   * sigma}, and overwrites them by its derivatives {@code w (y - m) e^(-2s)} and {@code w ((y -
   * m)^2 e^(-2s) - 1)}.
   */
  double heteroscedastic(
      double[] y, int yAt, double[] w, int wAt, double[] out, int outAt, int points);

  /**
   * Returns {@code sum w (-s - (n + 1) / 2 log(1 + q))} of two rows, the location m and {@code s =
   * log scale}, where {@code q = r^2 / n} and {@code r = (y - m) e^(-s)}. Overwrites them by its
   * derivatives {@code w (n + 1) / n r e^(-s) / (1 + q)} and {@code w ((n + 1) q / (1 + q) - 1)}.
   *
   * @param n the degrees of freedom
   * @param byShape whose first entry is overwritten by the derivative by n
   */
  double student(
      double[] y,
      int yAt,
      double[] w,
      int wAt,
      double n,
      double[] out,
      int outAt,
      int points,
      double[] byShape);

  /**
   * Returns {@code sum -w log(1 + e^-t)} of one row of logits z, where {@code t = z} for a target
   * of one and {@code -z} for zero, and overwrites it by its derivative, {@code w (y - 1 / (1 +
   * e^-z))}.
   */
  double logistic(double[] y, int yAt, double[] w, int wAt, double[] out, int outAt, int points);

  /**
   * Returns {@code sum w (z_y - log sum_k e^(z_k))} of a row z for each class, and overwrites them
   * by its derivatives {@code w ([k = y] - p_k)}.
   */
  double softmax(
      double[] y, int yAt, double[] w, int wAt, double[] out, int outAt, int classes, int points);

  /**
   * {@code d/dw_ij = sum_p delta_i z_j}, {@code d/db_i = sum_p delta_i}, laid out as the layer's
   * parameters.
   *
   * @param at where the layer's parameters begin in the gradient
   */
  void gradient(
      double[] delta,
      int deltaAt,
      double[] z,
      int zAt,
      int neurons,
      int inputs,
      int points,
      double[] gradient,
      int at);

  /**
   * {@code z_j = (1 - z_j^2) sum_i w_ij delta_i}: from this layer's deltas to those of the tanh
   * layer below.
   */
  void backward(
      double[] theta,
      int at,
      int neurons,
      int inputs,
      double[] delta,
      int deltaAt,
      double[] z,
      int zAt,
      int points);

  /**
   * {@code z = [z <= 0]}; then {@code 1 - z^2} is the slope of ReLU, and {@link #backward} serves
   * it too.
   */
  void inactive(double[] z, int zAt, int neurons, int points);

  /** {@link #gradient} and {@link #backward} of a layer with one neuron at once. */
  default void backwardFromOne(
      double[] theta,
      int at,
      int inputs,
      double[] delta,
      int deltaAt,
      double[] z,
      int zAt,
      int points,
      double[] gradient) {
    gradient(delta, deltaAt, z, zAt, 1, inputs, points, gradient, at);
    backward(theta, at, 1, inputs, delta, deltaAt, z, zAt, points);
  }

  /**
   * {@link #backwardFromOne} and then the {@link #gradient} of the layer below: everything that is
   * left to do after the residual of a network with one hidden tanh layer, of {@link #FEW} neurons
   * or with at most as many features. May leave z as it was.
   *
   * @param hidden the neurons of the hidden layer, whose parameters come first in theta
   */
  default void backwardShallow(
      double[] theta,
      int hidden,
      int features,
      double[] delta,
      int deltaAt,
      double[] z,
      int zAt,
      double[] x,
      int xAt,
      int points,
      double[] gradient) {
    backwardFromOne(
        theta, hidden * (features + 1), hidden, delta, deltaAt, z, zAt, points, gradient);
    gradient(z, zAt, x, xAt, hidden, features, points, gradient, 0);
  }
}
