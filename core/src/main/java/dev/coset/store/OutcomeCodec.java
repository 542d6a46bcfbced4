package dev.coset.store;

import dev.coset.chains.ChainOutcome;
import dev.coset.posterior.Draws;
import dev.coset.sampler.WarmupSummary;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

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
    var bytes = ByteBuffer.allocate((int) size(draws.count(), draws.dimension()));
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

  /**
   * The outcome that the bytes hold; none where they are no outcome of a chain of this dimension.
   */
  static Optional<ChainOutcome> decode(byte[] body, int dimension, Map<Integer, Double> times) {
    var bytes = ByteBuffer.wrap(body);
    if (body.length < 1 + Integer.BYTES) {
      return Optional.empty();
    }
    byte kind = bytes.get();
    int chain = bytes.getInt();
    double seconds = times.getOrDefault(chain, Double.NaN);
    if (chain < 0) {
      return Optional.empty();
    }
    if (kind == FAILED) {
      String reason = StandardCharsets.UTF_8.decode(bytes).toString();
      return Optional.of(new ChainOutcome.Failed(chain, reason, seconds));
    }
    if (kind != FINISHED || bytes.remaining() < 2 * Integer.BYTES) {
      return Optional.empty();
    }
    int count = bytes.getInt();
    if (count < 1 || bytes.getInt() != dimension || body.length != size(count, dimension)) {
      return Optional.empty();
    }
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
    var warmup = new WarmupSummary(stepSize, inverseMass, steps, divergences);
    return Optional.of(new ChainOutcome.Finished(chain, draws, warmup, bytes.getLong(), seconds));
  }

  /** The bytes that a finished chain takes. */
  static long size(long draws, long dimension) {
    return 1
        + 3 * Integer.BYTES
        + (1 + dimension) * Double.BYTES
        + Long.BYTES
        + Integer.BYTES
        + draws * dimension * Double.BYTES
        + draws * BYTES_PER_STATISTIC
        + Long.BYTES;
  }
}
