package dev.coset.network;

import dev.coset.data.DoubleTable;
import dev.coset.data.FloatTable;
import dev.coset.data.Points;
import dev.coset.parallel.Team;
import dev.coset.vectormath.DoubleLayer;
import dev.coset.vectormath.FloatLayer;
import java.util.function.Supplier;

/**
 * A network over a fixed set of points: its outputs there, and the gradient in theta of any sum
 * over the points of a function of the outputs. Holds work space, so each thread needs its own;
 * allocates nothing once made.
 */
public interface BatchGradient {

  /**
   * The fastest version for this machine. Whoever asks for the same points shares one copy of them
   * in chunks, so these points must stay as they are.
   */
  static BatchGradient of(Network network, Precision precision, Points points) {
    return of(network, precision, points, new Team());
  }

  /**
   * The same for the owner of a team.
   *
   * @param team whoever is in it shares the sums over points; the bits do not depend on it
   */
  static BatchGradient of(Network network, Precision precision, Points points, Team team) {
    return switch (precision) {
      case SINGLE -> of(network, FloatTable.of(points), team);
      case DOUBLE -> of(network, DoubleTable.of(points), team);
    };
  }

  /**
   * One for each thread that asks, over one copy of the points.
   *
   * @param points of other inputs than those that were trained on, say
   */
  static Supplier<BatchGradient> forThreads(Network network, Precision precision, Points points) {
    return switch (precision) {
      case SINGLE -> {
        var table = new FloatTable(points);
        yield () -> of(network, table, new Team());
      }
      case DOUBLE -> {
        var table = new DoubleTable(points);
        yield () -> of(network, table, new Team());
      }
    };
  }

  /** Over points in single precision. */
  static BatchGradient of(Network network, FloatTable table, Team team) {
    return new ChunkedGradient(
        network,
        () -> new FloatPass(FloatLayer.best(), network, table),
        table.totals,
        table.total,
        table.targets,
        team);
  }

  /** Over points in double precision. */
  static BatchGradient of(Network network, DoubleTable table, Team team) {
    return new ChunkedGradient(
        network,
        () -> new DoublePass(DoubleLayer.best(), network, table),
        table.totals,
        table.total,
        table.targets,
        team);
  }

  /** How many chunks the points make. */
  int chunks();

  /**
   * Lets sums be over the points of some chunks only, until the next call; at first they are over
   * all. Outputs are always of all points.
   *
   * @param to the first chunk that is left out again
   */
  void restrict(int from, int to);

  /** How many points the sums are over: the sum of their weights. */
  double total();

  /** Writes {@code f_theta} at every point into {@code outputs} (output, point). */
  void outputs(double[] theta, double[][] outputs);

  /**
   * Returns the kernel's sum over the points and overwrites the first {@code network.parameters()}
   * entries of {@code gradient} with its gradient in theta. The hot path; needs targets.
   */
  double valueAndGradient(double[] theta, OutputKernel kernel, double[] gradient);

  /**
   * The same of a kernel with parameters of its own; their derivatives follow those of theta in the
   * gradient.
   *
   * @param shape those parameters
   */
  double valueAndGradient(double[] theta, OutputKernel kernel, double[] shape, double[] gradient);

  /**
   * Returns the loss summed over the points and overwrites the first {@code network.parameters()}
   * entries of {@code gradient} with its gradient in theta.
   */
  double valueAndGradient(double[] theta, OutputLoss loss, double[] gradient);
}
