package dev.coset.posteriordb;

import dev.coset.posterior.LogDensity;
import dev.coset.posteriordb.Tape.Var;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A Stan program as a log density over unconstrained parameters: each declaration takes the next of
 * them and adds its transform's log Jacobian (Stan reference manual, constraint transforms).
 */
final class Program implements LogDensity {

  /** The parameters and model blocks. Transformed data are made where these are. */
  interface Blocks {
    void run(Program program);
  }

  private final int dimension;
  private final Blocks blocks;
  private final Tape tape = new Tape();
  private final List<Var> terms = new ArrayList<>();
  private final List<Var> reported = new ArrayList<>();
  private final Var[] q;
  private int declared;

  Program(int dimension, Blocks blocks) {
    this.dimension = dimension;
    this.blocks = blocks;
    this.q = new Var[dimension];
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public double valueAndGradient(double[] at, double[] gradient) {
    run(at);
    double sum = 0;
    for (Var term : terms) {
      sum += term.value();
    }
    Var target = tape.number(sum);
    for (Var term : terms) {
      target.by(term, 1);
    }
    tape.gradient(target, gradient);
    return target.value();
  }

  /** The reported parameters, on their constrained scales. */
  double[] constrained(double[] at) {
    run(at);
    return reported.stream().mapToDouble(Var::value).toArray();
  }

  private void run(double[] at) {
    tape.clear();
    terms.clear();
    reported.clear();
    declared = 0;
    for (int j = 0; j < dimension; j++) {
      q[j] = tape.number(at[j]);
    }
    blocks.run(this);
    if (declared != dimension) {
      throw new IllegalStateException("%d of %d declared.".formatted(declared, dimension));
    }
  }

  Var real() {
    return q[declared++];
  }

  Var[] reals(int count) {
    Var[] x = new Var[count];
    Arrays.setAll(x, k -> real());
    return x;
  }

  /** A real above 0. */
  Var positive() {
    Var log = real();
    add(log);
    return log.exp();
  }

  /** A real between 0 and 1. */
  Var unit() {
    Var logit = real();
    double x = 1 / (1 + Math.exp(-logit.value()));
    double size = Math.abs(logit.value());
    double logJacobian = -size - 2 * Math.log1p(Math.exp(-size)); // log x(1 - x)
    add(tape.number(logJacobian).by(logit, 1 - 2 * x));
    return tape.number(x).by(logit, x * (1 - x));
  }

  /** A real between 0 and {@code upper}. */
  Var between0And(Var upper) {
    add(upper.log());
    return unit().times(upper);
  }

  /** Rising reals. */
  Var[] ordered(int count) {
    Var[] x = new Var[count];
    x[0] = real();
    for (int k = 1; k < count; k++) {
      x[k] = x[k - 1].plus(positive());
    }
    return x;
  }

  Var constant(double value) {
    return tape.number(value);
  }

  /** The scalar product of the first {@code count} numbers. */
  Var dot(Var[] a, Var[] b, int count) {
    double sum = 0;
    for (int k = 0; k < count; k++) {
      sum = Math.fma(a[k].value(), b[k].value(), sum);
    }
    Var dot = tape.number(sum);
    for (int k = 0; k < count; k++) {
      dot.by(a[k], b[k].value()).by(b[k], a[k].value());
    }
    return dot;
  }

  /** Adds a term to the log density. */
  void add(Var term) {
    terms.add(term);
  }

  /** Names what the reference has moments of, in its order. */
  void report(Var... parameters) {
    reported.addAll(List.of(parameters));
  }
}
