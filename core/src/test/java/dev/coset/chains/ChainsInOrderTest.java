package dev.coset.chains;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.sampler.SamplerMonitor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChainsInOrderTest {

  @Test
  void aRuleSeesChainsInOrderWhateverOrderTheyFinishIn() {
    for (int seed = 0; seed < 50; seed++) {
      List<Integer> order = new ArrayList<>(IntStream.range(0, 20).boxed().toList());
      Collections.shuffle(order, new Random(seed));
      List<Integer> seen = new ArrayList<>();
      var queue = new ChainQueue(IntStream.range(20, 40));
      var inOrder =
          new ChainsInOrder(
              outcome -> {
                seen.add(outcome.chain());
                return outcome.chain() == 11;
              },
              queue);
      for (int chain : order) {
        inOrder.add(new ChainOutcome.Failed(chain, "for the test", 0));
      }
      assertThat(seen).isEqualTo(IntStream.rangeClosed(0, 11).boxed().toList());
      assertThat(inOrder.enough()).hasValue(12);
      assertThat(queue.next()).isEmpty();
    }
  }

  @Test
  void beforeItIsEnoughTheMonitorDecidesAndAfterItAllChainsStop() {
    var queue = new ChainQueue(IntStream.range(0, 3));
    var inOrder = new ChainsInOrder(outcome -> outcome.chain() == 1, queue);
    boolean[] stop = {false};
    List<Integer> steps = new ArrayList<>();
    SamplerMonitor watched =
        inOrder.watch(
            new SamplerMonitor() {
              @Override
              public void transition(boolean warmup, int taken, boolean diverged) {
                steps.add(warmup && !diverged ? taken : -1);
              }

              @Override
              public boolean stopped() {
                return stop[0];
              }
            });
    watched.transition(true, 7, false);
    assertThat(steps).containsExactly(7);

    assertThat(watched.stopped()).isFalse();
    stop[0] = true;
    assertThat(watched.stopped()).isTrue();
    stop[0] = false;

    inOrder.add(new ChainOutcome.Failed(0, "for the test", 0));
    assertThat(inOrder.enough()).isEmpty();
    assertThat(watched.stopped()).isFalse();
    assertThat(queue.next()).hasValue(0);

    inOrder.add(new ChainOutcome.Failed(1, "for the test", 0));
    assertThat(inOrder.enough()).hasValue(2);
    assertThat(watched.stopped()).isTrue();
  }

  @Test
  void aRunWithoutARuleTakesEveryChain() {
    assertThat(StoppingRule.NEVER.isEnough(new ChainOutcome.Failed(0, "for the test", 0)))
        .isFalse();
  }
}
