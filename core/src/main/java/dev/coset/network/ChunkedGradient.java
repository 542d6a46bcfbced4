package dev.coset.network;

import dev.coset.parallel.Team;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The gradient over all points as a sum over chunks: each is computed on its own, and {@link
 * TreeSum} adds them in one order. Where others help, subtrees are shared out, and then the entries
 * of their sums.
 */
final class ChunkedGradient implements BatchGradient {
  private static final double[] NO_SHAPE = new double[0];
  private static final int MOST_SUBTREES = 128;

  /** So many entries of a sum are a task. */
  private static final int SLICE = 512;

  private final Network network;
  private final int targets;
  private final int chunks;
  private final int length; // of the sums that stand for a gradient in theta
  private final Supplier<ChunkPass> passes;
  private final Team team;
  private final @Nullable Member[] members = new Member[Team.MOST];
  private final Member owner;
  private final int subtree; // chunks of one, a power of two
  private final double[][] sums; // (subtree) that others have computed
  private final double[] totals; // (chunk), of weights
  private final double totalOfAll;
  private final Team.Task sumSubtree = this::sumSubtree;
  private final Team.Task addSlice = this::addSlice;

  // What is evaluated now, for those who help.
  private double[] theta = NO_SHAPE;
  private double[] shape = NO_SHAPE;
  private OutputKernel kernel = OutputKernel.SQUARED_ERROR;
  private int evaluation;

  // The chunks that sums are over.
  private int from;
  private int to;
  private double total;

  /**
   * @param totals (chunk), of the points' weights
   * @param total of all of them
   */
  ChunkedGradient(
      Network network,
      Supplier<ChunkPass> passes,
      double[] totals,
      double total,
      int targets,
      Team team) {
    this.network = network;
    this.passes = passes;
    this.chunks = totals.length;
    this.totals = totals;
    this.totalOfAll = total;
    this.to = chunks;
    this.total = total;
    this.targets = targets;
    this.team = team;
    this.owner = new Member(passes.get());
    this.length = owner.pass.sums();
    this.subtree = Integer.highestOneBit(Math.max(1, Math.ceilDiv(chunks, MOST_SUBTREES / 2) - 1));
    this.sums = new double[Math.ceilDiv(chunks, subtree)][];
    members[0] = owner;
  }

  /** The work space of one thread. */
  private final class Member {
    final ChunkPass pass;
    final @Nullable TreeSum[] sums = new TreeSum[OutputKernel.MOST_SHAPES + 1]; // (shapes)
    int seen; // the last evaluation

    Member(ChunkPass pass) {
      this.pass = pass;
    }

    TreeSum sum(int shapes) {
      TreeSum sum = sums[shapes];
      if (sum == null) {
        sum = new TreeSum(pass.sums() + shapes + 1, chunks);
        sums[shapes] = sum;
      }
      sum.clear();
      return sum;
    }

    double[] sum(int from, int to) {
      if (seen != evaluation) {
        seen = evaluation;
        pass.use(theta);
      }
      TreeSum sum = sum(shape.length);
      for (int chunk = from; chunk < to; chunk++) {
        pass.gradient(chunk, kernel, shape);
        take(sum);
      }
      return sum.total();
    }

    void take(TreeSum sum) {
      if (sum.adds()) {
        pass.addTo(sum.next());
      } else {
        pass.copyTo(sum.next());
      }
      sum.take();
    }
  }

  @Override
  public int chunks() {
    return chunks;
  }

  @Override
  public void restrict(int from, int to) {
    this.from = from;
    this.to = to;
    if (to - from == chunks) {
      total = totalOfAll;
    } else {
      total = 0;
      for (int chunk = from; chunk < to; chunk++) {
        total += totals[chunk];
      }
    }
  }

  @Override
  public double total() {
    return total;
  }

  @Override
  public void outputs(double[] theta, double[][] outputs) {
    owner.pass.use(theta);
    for (int chunk = 0; chunk < chunks; chunk++) {
      owner.pass.outputs(chunk, outputs);
    }
  }

  @Override
  public double valueAndGradient(double[] theta, OutputKernel kernel, double[] gradient) {
    return valueAndGradient(theta, kernel, NO_SHAPE, gradient);
  }

  @Override
  public double valueAndGradient(
      double[] theta, OutputKernel kernel, double[] shape, double[] gradient) {
    kernel.check(network.outputs(), targets, shape.length);
    if (from == to) {
      return none(gradient, shape.length);
    }
    this.theta = theta;
    this.kernel = kernel;
    this.shape = shape;
    evaluation++;
    boolean shared = to - from == chunks && team.helpers() > 0;
    return result(shared ? shared() : owner.sum(from, to), gradient);
  }

  /** The same sum by all who help. */
  private double[] shared() {
    team.run(sums.length, sumSubtree);
    if (sums.length > 1) {
      team.run(Math.ceilDiv(length + shape.length + 1, SLICE), addSlice);
    }
    return sums[0];
  }

  private void sumSubtree(int task, int member) {
    Member by = members[member];
    if (by == null) {
      by = new Member(passes.get());
      members[member] = by;
    }
    double[] sum = by.sum(task * subtree, Math.min(chunks, (task + 1) * subtree));
    if (sums[task] == null) {
      sums[task] = new double[length + OutputKernel.MOST_SHAPES + 1];
    }
    System.arraycopy(sum, 0, sums[task], 0, length + shape.length + 1);
  }

  private void addSlice(int task, int member) {
    int from = task * SLICE;
    TreeSum.add(sums, from, Math.min(length + shape.length + 1, from + SLICE));
  }

  @Override
  public double valueAndGradient(double[] theta, OutputLoss loss, double[] gradient) {
    if (from == to) {
      return none(gradient, 0);
    }
    shape = NO_SHAPE;
    owner.pass.use(theta);
    TreeSum sum = owner.sum(0);
    for (int chunk = from; chunk < to; chunk++) {
      owner.pass.gradient(chunk, loss);
      owner.take(sum);
    }
    return result(sum.total(), gradient);
  }

  /** The sum over no point. */
  private double none(double[] gradient, int shapes) {
    Arrays.fill(gradient, 0, network.parameters() + shapes, 0);
    return 0;
  }

  private double result(double[] sum, double[] gradient) {
    owner.pass.toGradient(sum, gradient);
    System.arraycopy(sum, length, gradient, network.parameters(), shape.length);
    return sum[length + shape.length];
  }
}
