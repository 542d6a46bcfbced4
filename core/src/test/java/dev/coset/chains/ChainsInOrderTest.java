package dev.coset.chains;

import static org.assertj.core.api.Assertions.assertThat;

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
      List<Integer> told = new ArrayList<>();
      var inOrder =
          new ChainsInOrder(
              outcome -> {
                seen.add(outcome.chain());
                return outcome.chain() == 11;
              },
              () -> told.add(seen.getLast()));
      for (int chain : order) {
        inOrder.add(new ChainOutcome.Failed(chain, "for the test", 0));
      }
      assertThat(seen).isEqualTo(IntStream.rangeClosed(0, 11).boxed().toList());
      assertThat(inOrder.enough()).hasValue(12);
      assertThat(told).containsExactly(11);
    }
  }

  @Test
  void nothingIsToldBeforeItIsEnough() {
    List<String> told = new ArrayList<>();
    var inOrder = new ChainsInOrder(outcome -> outcome.chain() == 1, () -> told.add("enough"));
    inOrder.add(new ChainOutcome.Failed(0, "for the test", 0));
    assertThat(inOrder.enough()).isEmpty();
    assertThat(told).isEmpty();
    inOrder.add(new ChainOutcome.Failed(1, "for the test", 0));
    assertThat(inOrder.enough()).hasValue(2);
    assertThat(told).containsExactly("enough");
  }

  @Test
  void aRunWithoutARuleTakesEveryChain() {
    assertThat(StoppingRule.NEVER.isEnough(new ChainOutcome.Failed(0, "for the test", 0)))
        .isFalse();
  }
}
