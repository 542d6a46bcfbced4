package dev.coset.cuda;

import dev.coset.chains.ChainOutcome;
import dev.coset.posterior.Draws;
import dev.coset.sampler.Mclmc;
import dev.coset.sampler.Sampler;
import dev.coset.sampler.Tuning;
import dev.coset.sampler.WarmupSummary;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * What a chain leaves behind on the device, and the outcome that it makes. In front of what it
 * yields lie five arrays and the path of warm-up; it is log densities, statistics (statistic,
 * draw), and draws (draw, entry).
 */
record ChainResult(Sampler sampler, int dimension) {
  /** The arrays in front, in their order; of MCLMC the direction lies where NUTS has masses. */
  enum Kept {
    POSITION,
    GRADIENT,
    INVERSE_MASS,
    MEAN,
    SQUARES
  }

  /** The bytes of a chain without its header. */
  long chainBytes() {
    return offset() + bytes();
  }

  /** Where what it yields begins. */
  long offset() {
    var path = new PathSize(sampler, dimension);
    return ((long) Kept.values().length * dimension + (long) path.rows() * path.stride())
        * Double.BYTES;
  }

  long bytes() {
    return (long) sampler.draws() * (1 + sampler.schema().size() + dimension) * Double.BYTES;
  }

  /** The outcome of a chain that ended. */
  ChainOutcome outcome(ChainHeader header, DeviceStream device, long at) {
    return switch (header.status()) {
      case FRESH, RUNNING -> throw new IllegalStateException("The chain has not ended.");
      case FINISHED -> finished(header, device, at);
      case NO_START ->
          failed(
              header,
              "No start with a finite log density was found in " + Tuning.START_TRIES + " tries.");
      case NO_MOVE ->
          failed(
              header, "The chain could not move: every step led to a density that is not finite.");
      case LEFT ->
          failed(
              header,
              "The chain left the region of its start: its log density fell from %.3g to %.3g."
                  .formatted(header.lowest() + Tuning.FAR * dimension, header.logDensity()));
    };
  }

  private static ChainOutcome failed(ChainHeader header, String reason) {
    return new ChainOutcome.Failed(header.chain(), reason, header.seconds());
  }

  private ChainOutcome finished(ChainHeader header, DeviceStream device, long at) {
    double[] inverseMass = new double[dimension];
    if (sampler instanceof Mclmc.Settings) {
      Arrays.fill(inverseMass, 1);
    } else {
      long lies = at + (long) Kept.INVERSE_MASS.ordinal() * dimension * Double.BYTES;
      device.read(MemorySegment.ofArray(inverseMass), lies);
    }
    boolean counts = sampler instanceof Mclmc.Settings;
    var summary =
        new WarmupSummary(
            header.stepSize(),
            inverseMass,
            header.warmupSteps() + (counts ? 1 : 0), // of MCLMC the first gradient counts
            header.warmupDivergences());
    double[] all = new double[(int) (bytes() / Double.BYTES)];
    device.read(MemorySegment.ofArray(all), at + offset());
    int count = sampler.draws();
    Draws draws = Draws.ofSize(count, dimension, sampler.schema());
    Arrays.fill(draws.chain(), header.chain());
    System.arraycopy(all, 0, draws.logDensity(), 0, count);
    int statistics = sampler.schema().size();
    for (int k = 0; k < statistics; k++) {
      System.arraycopy(all, (k + 1) * count, draws.statistics()[k], 0, count);
    }
    System.arraycopy(all, (1 + statistics) * count, draws.values(), 0, count * dimension);
    return new ChainOutcome.Finished(
        header.chain(), draws, summary, header.tries(), header.seconds());
  }
}
