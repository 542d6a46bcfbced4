package dev.coset.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.ChainOutcome;
import dev.coset.sampler.NutsStatistics;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OutcomeCodecTest {
  private static final ChainOutcome.Finished CHAIN = SyntheticRun.chain(3, 4, 1);

  @Test
  void whatIsDecodedIsWhatWasEncoded() {
    for (ChainOutcome outcome :
        new ChainOutcome[] {
          CHAIN,
          new ChainOutcome.Failed(2, "Because of \u03c3.", 0.25),
          new ChainOutcome.Failed(0, "", 0.5)
        }) {
      byte[] body = OutcomeCodec.encode(outcome);
      assertThat(
              OutcomeCodec.decode(
                  body,
                  SyntheticRun.DIMENSION,
                  NutsStatistics.SCHEMA,
                  Map.of(outcome.chain(), outcome.seconds())))
          .contains(outcome);
    }
  }

  /** A record may say anything; what does not add up is no outcome, whatever room it asks for. */
  @Test
  void countsThatDoNotAddUpAreNoOutcome() {
    for (int at : new int[] {1, 5, 9}) { // chain, draws, dimension
      for (int lie : new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 0, 1 << 28}) {
        byte[] body = OutcomeCodec.encode(CHAIN);
        ByteBuffer.wrap(body).putInt(at, lie);
        boolean possible = at == 1 && lie >= 0;
        assertThat(
                OutcomeCodec.decode(body, SyntheticRun.DIMENSION, NutsStatistics.SCHEMA, Map.of())
                    .isPresent())
            .isEqualTo(possible);
      }
    }
    byte[] body = OutcomeCodec.encode(CHAIN);
    assertThat(
            OutcomeCodec.decode(body, SyntheticRun.DIMENSION + 1, NutsStatistics.SCHEMA, Map.of()))
        .isEmpty();
    for (int length = 0; length < body.length; length++) {
      byte[] cut = Arrays.copyOf(body, length);
      assertThat(OutcomeCodec.decode(cut, SyntheticRun.DIMENSION, NutsStatistics.SCHEMA, Map.of()))
          .isEmpty();
    }
  }

  @Test
  void randomBytesAreNoFinishedChain() {
    var random = new SplittableRandom(1);
    for (int i = 0; i < 10_000; i++) {
      byte[] body = new byte[random.nextInt(200)];
      random.nextBytes(body);
      var decoded =
          OutcomeCodec.decode(body, SyntheticRun.DIMENSION, NutsStatistics.SCHEMA, Map.of());
      assertThat(decoded.filter(ChainOutcome.Finished.class::isInstance)).isEmpty();
    }
  }
}
