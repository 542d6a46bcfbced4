package dev.coset.network;

/**
 * The function applied to every hidden neuron's pre-activation, its derivative, and the symmetries
 * it brings. Neurons of a layer may always be permuted; of an activation without other symmetries
 * that is all.
 */
public enum Activation {
  /** The hyperbolic tangent. */
  TANH {
    @Override
    public double apply(double o) {
      return StrictMath.tanh(o);
    }

    @Override
    public double derivativeAt(double z) {
      return 1 - z * z;
    }

    @Override
    public boolean isOdd() {
      return true;
    }

    @Override
    public boolean isHomogeneous() {
      return false;
    }
  },

  /** The positive part, {@code max(o, 0)}. */
  RELU {
    @Override
    public double apply(double o) {
      return o > 0 || Double.isNaN(o) ? o : 0;
    }

    @Override
    public double derivativeAt(double z) {
      return z > 0 ? 1 : 0;
    }

    @Override
    public boolean isOdd() {
      return false;
    }

    @Override
    public boolean isHomogeneous() {
      return true;
    }
  };

  /** Returns {@code z = a(o)}. */
  public abstract double apply(double o);

  /** Returns {@code a'(o)} in terms of {@code z = a(o)}. */
  public abstract double derivativeAt(double z);

  /** Whether {@code a(-o) = -a(o)}, so that a neuron may change sign. */
  public abstract boolean isOdd();

  /** Whether {@code a(c o) = c a(o)} for every {@code c > 0}, so that a neuron may be rescaled. */
  public abstract boolean isHomogeneous();
}
