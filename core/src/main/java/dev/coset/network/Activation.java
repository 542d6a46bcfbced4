package dev.coset.network;

/** The function applied to every hidden neuron's pre-activation, and the symmetry it brings. */
public enum Activation {
  /** Odd, so a neuron may change sign: {@code tanh(x) = -tanh(-x)}. */
  TANH {
    @Override
    public double apply(double o) {
      return StrictMath.tanh(o);
    }

    @Override
    public double derivativeAt(double z) {
      return 1 - z * z;
    }
  },

  /**
   * Positively homogeneous, so a neuron may be rescaled: {@code relu(cx) = c relu(x)} for {@code c
   * > 0}.
   */
  RELU {
    @Override
    public double apply(double o) {
      return o > 0 || Double.isNaN(o) ? o : 0;
    }

    @Override
    public double derivativeAt(double z) {
      return z > 0 ? 1 : 0;
    }
  };

  /** Returns {@code z = a(o)}. */
  public abstract double apply(double o);

  /** Returns {@code a'(o)} in terms of {@code z = a(o)}. */
  public abstract double derivativeAt(double z);
}
