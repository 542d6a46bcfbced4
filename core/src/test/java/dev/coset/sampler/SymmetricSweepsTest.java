package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.MonteCarlo;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SymmetricSweepsTest {
  private final UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(3);

  private int[] pass(SymmetricSweeps sweeps, int batches) {
    return IntStream.range(0, batches).map(i -> sweeps.next(random)).toArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 100})
  void aPassHasEveryBatchAndTheNextIsItsReverse(int batches) {
    var sweeps = new SymmetricSweeps(batches);
    int[] all = IntStream.range(0, batches).toArray();
    for (int sweep = 0; sweep < 5; sweep++) {
      int[] there = pass(sweeps, batches);
      int[] back = pass(sweeps, batches);
      assertThat(Arrays.stream(there).sorted().toArray()).isEqualTo(all);
      assertThat(IntStream.range(0, batches).map(i -> back[batches - 1 - i]))
          .containsExactly(Arrays.stream(there).boxed().toArray(Integer[]::new));
    }
  }

  @Test
  void everySweepHasAnOrderOfItsOwn() {
    int batches = 4;
    var sweeps = new SymmetricSweeps(batches);
    int[] orders = new int[24];
    for (int i = 0; i < 24_000; i++) {
      int[] order = pass(sweeps, batches);
      pass(sweeps, batches);
      orders[rank(order)]++;
    }
    MonteCarlo.assertUniform("orders", orders);
  }

  @Test
  void aNewSweepMayBeginAtAnyTime() {
    int batches = 9;
    var sweeps = new SymmetricSweeps(batches);
    sweeps.next(random);
    sweeps.next(random);
    sweeps.restart();
    int[] there = pass(sweeps, batches);
    assertThat(Arrays.stream(there).distinct().count()).isEqualTo(batches);
    assertThat(sweeps.next(random)).isEqualTo(there[batches - 1]);
  }

  /** The place of an order among all orders. */
  private static int rank(int[] order) {
    int rank = 0;
    for (int i = 0; i < order.length; i++) {
      int smaller = 0;
      for (int j = i + 1; j < order.length; j++) {
        smaller += order[j] < order[i] ? 1 : 0;
      }
      rank = rank * (order.length - i) + smaller;
    }
    return rank;
  }
}
