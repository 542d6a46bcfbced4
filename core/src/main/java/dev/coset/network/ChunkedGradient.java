package dev.coset.network;

/**
 * The gradient over all points as a sum over chunks: each is computed on its own, and {@link
 * TreeSum} adds them in one order.
 */
final class ChunkedGradient implements BatchGradient {
  private static final double[] NO_SHAPE = new double[0];

  private final Network network;
  private final ChunkPass pass;
  private final int targets;
  private final int chunks;
  private final TreeSum[] sums; // (shapes of the kernel)

  ChunkedGradient(Network network, ChunkPass pass, int targets) {
    this.network = network;
    this.pass = pass;
    this.targets = targets;
    this.chunks = pass.chunks();
    this.sums = new TreeSum[OutputKernel.MOST_SHAPES + 1];
    for (int shapes = 0; shapes < sums.length; shapes++) {
      sums[shapes] = new TreeSum(pass.sums() + shapes + 1, chunks);
    }
  }

  @Override
  public void outputs(double[] theta, double[][] outputs) {
    pass.use(theta);
    for (int chunk = 0; chunk < chunks; chunk++) {
      pass.outputs(chunk, outputs);
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
    pass.use(theta);
    TreeSum sum = sums[shape.length];
    sum.clear();
    for (int chunk = 0; chunk < chunks; chunk++) {
      pass.gradient(chunk, kernel, shape);
      take(sum);
    }
    return result(sum, shape.length, gradient);
  }

  @Override
  public double valueAndGradient(double[] theta, OutputLoss loss, double[] gradient) {
    pass.use(theta);
    TreeSum sum = sums[0];
    sum.clear();
    for (int chunk = 0; chunk < chunks; chunk++) {
      pass.gradient(chunk, loss);
      take(sum);
    }
    return result(sum, 0, gradient);
  }

  private void take(TreeSum sum) {
    if (sum.adds()) {
      pass.addTo(sum.next());
    } else {
      pass.copyTo(sum.next());
    }
    sum.take();
  }

  private double result(TreeSum sum, int shapes, double[] gradient) {
    double[] total = sum.total();
    pass.toGradient(total, gradient);
    System.arraycopy(total, pass.sums(), gradient, network.parameters(), shapes);
    return total[pass.sums() + shapes];
  }
}
