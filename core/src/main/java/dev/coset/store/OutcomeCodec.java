package dev.coset.store;

import dev.coset.chains.ChainOutcome;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.sampler.WarmupSummary;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** A chain's outcome as bytes, big-endian, the same on every machine, without times. */
final class OutcomeCodec {
  private static final byte FINISHED = 1;
  private static final byte FAILED = 2;

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
    var bytes = ByteBuffer.allocate((int) size(draws.count(), draws.dimension(), draws.schema()));
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
      for (int k = 0; k < draws.schema().size(); k++) {
        double value = draws.statistics()[k][g];
        switch (draws.schema().statistics().get(k).type()) {
          case NUMBER -> bytes.putDouble(value);
          case COUNT -> bytes.putInt((int) value);
          case TRUTH -> bytes.put((byte) value);
        }
      }
    }
    bytes.putLong(finished.startGradients());
    return bytes.array();
  }

  /**
   * The outcome that the bytes hold; none where they are no outcome of a chain of this dimension
   * and schema.
   */
  static Optional<ChainOutcome> decode(
      byte[] body, int dimension, DrawSchema schema, Map<Integer, Double> times) {
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
    if (count < 1 || bytes.getInt() != dimension || body.length != size(count, dimension, schema)) {
      return Optional.empty();
    }
    double stepSize = bytes.getDouble();
    long steps = bytes.getLong();
    int divergences = bytes.getInt();
    double[] inverseMass = new double[dimension];
    for (int j = 0; j < dimension; j++) {
      inverseMass[j] = bytes.getDouble();
    }
    Draws draws = Draws.ofSize(count, dimension, schema);
    for (int i = 0; i < draws.values().length; i++) {
      draws.values()[i] = bytes.getDouble();
    }
    for (int g = 0; g < count; g++) {
      draws.chain()[g] = chain;
      draws.logDensity()[g] = bytes.getDouble();
      for (int k = 0; k < schema.size(); k++) {
        draws.statistics()[k][g] =
            switch (schema.statistics().get(k).type()) {
              case NUMBER -> bytes.getDouble();
              case COUNT -> bytes.getInt();
              case TRUTH -> bytes.get();
            };
      }
    }
    var warmup = new WarmupSummary(stepSize, inverseMass, steps, divergences);
    return Optional.of(new ChainOutcome.Finished(chain, draws, warmup, bytes.getLong(), seconds));
  }

  /** The bytes that a finished chain takes. */
  static long size(long draws, long dimension, DrawSchema schema) {
    return 1
        + 3 * Integer.BYTES
        + (1 + dimension) * Double.BYTES
        + Long.BYTES
        + Integer.BYTES
        + draws * dimension * Double.BYTES
        + draws * (Double.BYTES + schema.bytes())
        + Long.BYTES;
  }
}
