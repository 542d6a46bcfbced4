package dev.coset.chains;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.MonteCarlo;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

class RandomStreamTest {

  @Test
  void aStreamIsAFunctionOfItsName() {
    for (RandomStream purpose : RandomStream.values()) {
      UniformRandomProvider once = purpose.of(5, 3);
      UniformRandomProvider again = purpose.of(5, 3);
      for (int i = 0; i < 100; i++) {
        assertThat(once.nextLong()).isEqualTo(again.nextLong());
      }
    }
  }

  /**
   * Neither two purposes, nor two chains, nor two seeds, nor a chain of one seed and another of the
   * next. Two of these 64-bit numbers are equal by chance once in 10^10 such tests.
   */
  @Test
  void noTwoNamesShareAStream() {
    List<Long> firsts = new ArrayList<>();
    for (RandomStream purpose : RandomStream.values()) {
      for (long seed = -100; seed <= 100; seed++) {
        for (int index = 0; index < 100; index++) {
          firsts.add(purpose.of(seed, index).nextLong());
        }
      }
    }
    assertThat(firsts.stream().distinct().count()).isEqualTo(firsts.size());
  }

  /** Of independent uniform numbers the difference, modulo 1, is uniform. */
  @Test
  void neighbouringStreamsAreIndependent() {
    double[] chains = new double[10_000];
    double[] seeds = new double[chains.length];
    double[] purposes = new double[chains.length];
    for (int i = 0; i < chains.length; i++) {
      double first = first(RandomStream.START, 7, i);
      chains[i] = modulo1(first(RandomStream.START, 7, i + 1) - first);
      seeds[i] = modulo1(first(RandomStream.START, 8, i) - first);
      purposes[i] = modulo1(first(RandomStream.TRANSITIONS, 7, i) - first);
    }
    MonteCarlo.assertDistributed("next chain", chains, u -> u, 50);
    MonteCarlo.assertDistributed("next seed", seeds, u -> u, 50);
    MonteCarlo.assertDistributed("next purpose", purposes, u -> u, 50);
  }

  private static double first(RandomStream purpose, long seed, int index) {
    return purpose.of(seed, index).nextDouble();
  }

  private static double modulo1(double difference) {
    return difference < 0 ? difference + 1 : difference;
  }
}
