package dev.coset.chains;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChainQueueTest {

  @Test
  void handsOutEachChainOnceInOrder() {
    var queue = new ChainQueue(IntStream.of(2, 5, 6));
    assertThat(queue.next()).hasValue(2);
    assertThat(queue.next()).hasValue(5);
    assertThat(queue.next()).hasValue(6);
    assertThat(queue.next()).isEmpty();
  }

  @Test
  void aClosedQueueHandsOutNoMore() {
    var queue = new ChainQueue(IntStream.range(0, 3));
    assertThat(queue.next()).hasValue(0);
    queue.close();
    assertThat(queue.next()).isEmpty();
  }
}
