package dev.coset.network;

/**
 * A network over one chunk of points at a time. Holds work space, so each thread needs its own;
 * allocates nothing once made.
 */
interface ChunkPass {
  /** Takes over the parameters of the network, for all calls up to the next. */
  void use(double[] theta);

  /** Writes the outputs at the points of a chunk into {@code outputs} (output, point of all). */
  void outputs(int chunk, double[][] outputs);

  /** Computes the kernel's sums over the points of a chunk, and their gradients. */
  void gradient(int chunk, OutputKernel kernel, double[] shape);

  /** The same of any loss. */
  void gradient(int chunk, OutputLoss loss);

  /** How many sums stand for the gradient in theta. */
  int sums();

  /**
   * Overwrites {@code sums} with what the last call computed: {@link #sums} of the gradient in
   * theta, the derivatives by the kernel's shape, and the value.
   */
  void copyTo(double[] sums);

  /** Adds it. */
  void addTo(double[] sums);

  /** Writes the gradient in theta that sums over chunks stand for. */
  void toGradient(double[] sums, double[] gradient);
}
