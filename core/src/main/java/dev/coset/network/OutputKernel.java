package dev.coset.network;

/**
 * The losses that have a hot path: sums over points of a log density of the target given the
 * outputs, without its constant, each point times its weight.
 */
public enum OutputKernel {
  /** {@code -1/2 sum |y - f|^2}, a target for each output. */
  SQUARED_ERROR,

  /**
   * {@code sum -s - (y - m)^2 e^(-2s) / 2}: the outputs are the mean m and {@code s = log sigma}.
   */
  HETEROSCEDASTIC,

  /**
   * {@code sum -s - (n + 1) / 2 log(1 + r^2 / n)} with {@code r = (y - m) e^(-s)}: the outputs are
   * the location m and {@code s = log scale}, the shape is n, the degrees of freedom.
   */
  STUDENT,

  /** {@code sum log p_y} of y in {0, 1}: the output is the logit of 1. */
  LOGISTIC,

  /**
   * {@code sum log p_y} of the number y of a class: {@code p_k} is proportional to {@code e^f_k}.
   */
  SOFTMAX;

  static final int MOST_SHAPES = 1;

  /** How many targets a point has. */
  public int targets(int outputs) {
    return this == SQUARED_ERROR ? outputs : 1;
  }

  /** How many parameters it has besides the outputs. */
  public int shapes() {
    return this == STUDENT ? 1 : 0;
  }

  /** Whether a network with so many outputs can have this kernel. */
  boolean fits(int outputs) {
    return switch (this) {
      case SQUARED_ERROR -> true;
      case HETEROSCEDASTIC, STUDENT -> outputs == 2;
      case LOGISTIC -> outputs == 1;
      case SOFTMAX -> outputs >= 2;
    };
  }

  void check(int outputs, int targets, int shapes) {
    if (!fits(outputs) || targets != targets(outputs) || shapes != shapes()) {
      throw new IllegalArgumentException(
          "%s is incompatible with a network of %d outputs, data with %d targets and %d shapes."
              .formatted(this, outputs, targets, shapes));
    }
  }
}
