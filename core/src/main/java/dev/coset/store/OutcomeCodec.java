package dev.coset.store;

import dev.coset.chains.ChainOutcome;
import dev.coset.posterior.Draws;
import dev.coset.sampler.WarmupSummary;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A chain's outcome as bytes, big-endian, the same on every machine; times are left out. */
final class OutcomeCodec {
  private static final byte FINISHED = 1;
  private static final byte FAILED = 2;
  private static final int BYTES_PER_STATISTIC = 3 * Double.BYTES + 2 * Integer.BYTES + 1;

  private OutcomeCodec() {}

  static byte[] encode(ChainOutcome outcome) {
    return switch (outcome) {
      case ChainOutcome.Finished finished -> encode(finished);
      case ChainOutcome.Failed failed -> encode(failed);
    };
  }

  private static byte[] encode(ChainOutcome.Failed failed) {
    byte[] reason = failed.reason().getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(1 + Integer.BYTES + reason.length)
        .put(FAILED)
        .putInt(failed.chain())
        .put(reason)
        .array();
  }

  private static byte[] encode(ChainOutcome.Finished finished) {
    Draws draws = finished.draws();
    WarmupSummary warmup = finished.warmup();
    int size =
        1
            + 3 * Integer.BYTES
            + (1 + warmup.inverseMass().length) * Double.BYTES
            + Long.BYTES
            + Integer.BYTES
            + draws.values().length * Double.BYTES
            + draws.count() * BYTES_PER_STATISTIC
            + Long.BYTES;
    var bytes = ByteBuffer.allocate(size);
    bytes.put(FINISHED).putInt(finished.chain()).putInt(draws.count()).putInt(draws.dimension());
    bytes.putDouble(warmup.stepSize()).putLong(warmup.steps()).putInt(warmup.divergences());
    for (double m : warmup.inverseMass()) {
      bytes.putDouble(m);
    }
    for (double value : draws.values()) {
      bytes.putDouble(value);
    }
    for (int g = 0; g < draws.count(); g++) {
      bytes.putDouble(draws.logDensity()[g]);
      bytes.putDouble(draws.energy()[g]);
      bytes.putDouble(draws.acceptance()[g]);
      bytes.putInt(draws.depth()[g]);
      bytes.putInt(draws.steps()[g]);
      bytes.put((byte) (draws.diverged()[g] ? 1 : 0));
    }
    bytes.putLong(finished.startGradients());
    return bytes.array();
  }

  static ChainOutcome decode(byte[] body, Map<Integer, Double> times) {
    var bytes = ByteBuffer.wrap(body);
    byte kind = bytes.get();
    int chain = bytes.getInt();
    double seconds = times.getOrDefault(chain, Double.NaN);
    if (kind == FAILED) {
      byte[] reason = new byte[bytes.remaining()];
      bytes.get(reason);
      return new ChainOutcome.Failed(chain, new String(reason, StandardCharsets.UTF_8), seconds);
    }
    int count = bytes.getInt();
    int dimension = bytes.getInt();
    double stepSize = bytes.getDouble();
    long steps = bytes.getLong();
    int divergences = bytes.getInt();
    double[] inverseMass = new double[dimension];
    for (int j = 0; j < dimension; j++) {
      inverseMass[j] = bytes.getDouble();
    }
    Draws draws = Draws.ofSize(count, dimension);
    for (int i = 0; i < draws.values().length; i++) {
      draws.values()[i] = bytes.getDouble();
    }
    for (int g = 0; g < count; g++) {
      draws.chain()[g] = chain;
      draws.logDensity()[g] = bytes.getDouble();
      draws.energy()[g] = bytes.getDouble();
      draws.acceptance()[g] = bytes.getDouble();
      draws.depth()[g] = bytes.getInt();
      draws.steps()[g] = bytes.getInt();
      draws.diverged()[g] = bytes.get() == 1;
    }
    // Earlier versions ended here: all their chains had uniform starts, of one gradient each.
    long startGradients = bytes.hasRemaining() ? bytes.getLong() : 1;
    return new ChainOutcome.Finished(
        chain,
        draws,
        new WarmupSummary(stepSize, inverseMass, steps, divergences),
        startGradients,
        seconds);
  }
}
