package dev.coset.posteriordb;

import java.util.Arrays;

/**
 * Reverse-mode differentiation: numbers in the order in which they were computed, each with its
 * derivatives by those it was computed from.
 */
final class Tape {
  private int numbers;
  private int edges;
  private int[] end = new int[64]; // (number), behind its last edge
  private int[] from = new int[64]; // (edge), the number by which was differentiated
  private double[] derivative = new double[64]; // (edge)
  private double[] adjoint = new double[64]; // (number), work space

  /** A number on its tape. */
  record Var(Tape tape, int index, double value) {

    /** Adds the derivative of this number, the newest, by an older one. */
    Var by(Var older, double derivative) {
      tape.addEdge(older.index, derivative);
      return this;
    }

    Var plus(Var b) {
      return tape.number(value + b.value).by(this, 1).by(b, 1);
    }

    Var plus(double b) {
      return tape.number(value + b).by(this, 1);
    }

    Var minus(Var b) {
      return tape.number(value - b.value).by(this, 1).by(b, -1);
    }

    Var times(Var b) {
      return tape.number(value * b.value).by(this, b.value).by(b, value);
    }

    Var times(double b) {
      return tape.number(value * b).by(this, b);
    }

    /** This number plus a product. */
    Var plus(Var a, Var b) {
      return tape.number(value + a.value * b.value).by(this, 1).by(a, b.value).by(b, a.value);
    }

    /** This number plus a product. */
    Var plus(Var a, double b) {
      return tape.number(value + a.value * b).by(this, 1).by(a, b);
    }

    /** What is left of a constant when this number is taken from it. */
    Var from(double a) {
      return tape.number(a - value).by(this, -1);
    }

    Var over(Var b) {
      double ratio = value / b.value;
      return tape.number(ratio).by(this, 1 / b.value).by(b, -ratio / b.value);
    }

    Var square() {
      return tape.number(value * value).by(this, 2 * value);
    }

    Var sqrt() {
      double root = Math.sqrt(value);
      return tape.number(root).by(this, 0.5 / root);
    }

    Var exp() {
      double exp = Math.exp(value);
      return tape.number(exp).by(this, exp);
    }

    Var log() {
      return tape.number(Math.log(value)).by(this, 1 / value);
    }
  }

  void clear() {
    numbers = 0;
    edges = 0;
  }

  /** A new number, as yet computed from no other. */
  Var number(double value) {
    if (numbers == end.length) {
      end = Arrays.copyOf(end, 2 * numbers);
      adjoint = new double[2 * numbers];
    }
    end[numbers] = edges;
    return new Var(this, numbers++, value);
  }

  private void addEdge(int older, double by) {
    if (edges == from.length) {
      from = Arrays.copyOf(from, 2 * edges);
      derivative = Arrays.copyOf(derivative, 2 * edges);
    }
    from[edges] = older;
    derivative[edges++] = by;
    end[numbers - 1] = edges;
  }

  /** Overwrites {@code gradient} with the derivatives of {@code of} by the first numbers. */
  void gradient(Var of, double[] gradient) {
    Arrays.fill(adjoint, 0, numbers, 0);
    adjoint[of.index()] = 1;
    for (int n = of.index(); n >= gradient.length; n--) {
      for (int e = end[n - 1]; e < end[n]; e++) {
        adjoint[from[e]] += adjoint[n] * derivative[e];
      }
    }
    System.arraycopy(adjoint, 0, gradient, 0, gradient.length);
  }
}
