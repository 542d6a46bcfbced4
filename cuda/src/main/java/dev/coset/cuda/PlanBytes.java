package dev.coset.cuda;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainStart;
import dev.coset.network.Activation;
import dev.coset.posterior.NormalDensity;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.Mclmc;
import dev.coset.sampler.Nuts;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The kernels' {@code struct Plan}.
 *
 * @param windows of warm-up, on the device; so are the other addresses
 */
record PlanBytes(
    Posterior posterior,
    ChainPlan plan,
    Layout layout,
    long x,
    long y,
    long headers,
    long chains,
    long scratch,
    long order,
    long taken,
    long windows,
    long chainBytes) {
  private static final int LAYERS = 33;

  /** Where the number of states to run lies, the first of the integers. */
  static final int COUNT_AT = 18 * Long.BYTES;

  private static final int SIZE = COUNT_AT + (26 + 5 * LAYERS) * Integer.BYTES;

  /**
   * @param count of states to run
   * @param nanoseconds after which no new transition begins
   */
  MemorySegment of(int count, long nanoseconds) {
    var shape = layout.shape();
    var sampler = plan.sampler();
    var path = new PathSize(sampler, shape.dimension());
    var prior = posterior.prior().over(shape.network());
    int parameters = shape.network().parameters();
    var bytes = ByteBuffer.allocate(SIZE).order(ByteOrder.nativeOrder());
    for (long address : new long[] {x, y, headers, chains, scratch, order, taken, windows}) {
      bytes.putLong(address);
    }
    bytes.putLong(chainBytes).putLong(layout.scratchBytes()).putLong(nanoseconds);
    bytes.putLong(plan.seed());
    bytes.putDouble(prior.firstPrecision()).putDouble(prior.precision());
    bytes.putDouble(prior.constant());
    bytes.putDouble(
        shape.loss() == Loss.HETEROSCEDASTIC ? -shape.points() * NormalDensity.HALF_LOG_2_PI : 0);
    bytes.putDouble(
        switch (sampler) {
          case Nuts.Settings nuts -> nuts.targetAcceptance();
          case Mclmc.Settings mclmc -> mclmc.energyVariance();
        });
    bytes.putDouble(1 / StrictMath.log10(2.0 * (path.length() / 2)));
    int maxDepth = sampler instanceof Nuts.Settings nuts ? nuts.maxDepth() : 0;
    int windowCount = sampler instanceof Nuts.Settings nuts ? nuts.windows().size() : 0;
    for (int number :
        new int[] {
          count,
          plan.start().equals(ChainStart.UNIFORM) ? 1 : 0,
          sampler.warmup(),
          sampler.draws(),
          sampler.thinning(),
          maxDepth,
          windowCount,
          path.firstEnd(),
          path.widthEnd(),
          path.every(),
          path.rows(),
          path.length(),
          path.stride(),
          shape.points(),
          shape.padded(),
          prior.first(),
          shape.network().layers(),
          shape.loss().ordinal(),
          shape.network().activation() == Activation.TANH ? 1 : 0,
          parameters,
          shape.dimension(),
          layout.sharedArrays(),
          layout.rowsInShared() ? 1 : 0,
          layout.weightsInShared() ? 1 : 0
        }) {
      bytes.putInt(number);
    }
    int[][] tables = {
      shape.network().widths(), layout.at(), layout.weights(), layout.row(), layout.stride()
    };
    for (int[] table : tables) {
      for (int l = 0; l < LAYERS; l++) {
        bytes.putInt(l < table.length ? table[l] : 0);
      }
    }
    bytes.putInt(layout.weightsSize()).putInt(layout.rowsSize());
    return MemorySegment.ofArray(bytes.array());
  }
}
