package dev.coset.network;

/**
 * The losses that have a hot path: sums over points of a log density of the target given the
 * outputs, without its constant.
 */
public enum OutputKernel {
  /** {@code -1/2 sum |y - f|^2}, a target for each output. */
  SQUARED_ERROR,

  /**
   * {@code sum -s - (y - m)^2 e^(-2s) / 2}: the outputs are the mean m and {@code s = log sigma}.
   */
  HETEROSCEDASTIC,

  /** {@code sum log p_y} of y in {0, 1}: the output is the logit of 1. */
  LOGISTIC,

  /**
   * {@code sum log p_y} of the number y of a class: {@code p_k} is proportional to {@code e^f_k}.
   */
  SOFTMAX;

  /** How many targets a point has. */
  public int targets(int outputs) {
    return this == SQUARED_ERROR ? outputs : 1;
  }

  /** Whether a network with so many outputs can have this kernel. */
  boolean fits(int outputs) {
    return switch (this) {
      case SQUARED_ERROR -> true;
      case HETEROSCEDASTIC -> outputs == 2;
      case LOGISTIC -> outputs == 1;
      case SOFTMAX -> outputs >= 2;
    };
  }

  void check(int outputs, int targets) {
    if (!fits(outputs) || targets != targets(outputs)) {
      throw new IllegalArgumentException(
          "%s is incompatible with a network of %d outputs and data with %d targets."
              .formatted(this, outputs, targets));
    }
  }

  /** What an output is where there is no point: there, a target of zero has log density zero. */
  double filler(int output) {
    boolean unlikely = this == LOGISTIC || (this == SOFTMAX && output > 0);
    return unlikely ? -1e4 : 0;
  }
}
