package dev.coset.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coset.chains.ChainOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GroupCommitTest {
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final List<List<ChainOutcome>> batches = new ArrayList<>();
  private final CountDownLatch busy = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  private static List<ChainOutcome> outcome(int chain) {
    return List.of(new ChainOutcome.Failed(chain, "for the test", 0));
  }

  /** A disk that is busy with the first batch until it is released. */
  private void keep(List<ChainOutcome> batch) {
    batches.add(batch);
    busy.countDown();
    try {
      released.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void hand(Consumer<List<ChainOutcome>> commit, int from, int to) {
    IntStream.range(from, to).forEach(chain -> commit.accept(outcome(chain)));
  }

  @Test
  void whatComesWhileTheDiskIsBusyIsKeptTogetherAndInOrder() throws InterruptedException {
    try (var commit = new GroupCommit(stopped::countDown, this::keep)) {
      commit.accept(outcome(0));
      busy.await();
      hand(commit, 1, 50);
      released.countDown();
    }
    assertThat(batches).hasSize(2);
    assertThat(batches.getFirst()).isEqualTo(outcome(0));
    assertThat(batches.getLast().stream().map(ChainOutcome::chain))
        .containsExactlyElementsOf(IntStream.range(1, 50).boxed().toList());
    assertThat(stopped.getCount()).isOne();
  }

  @Test
  void whoeverIsFarAheadOfTheDiskWaits() throws InterruptedException {
    try (var commit = new GroupCommit(stopped::countDown, this::keep)) {
      commit.accept(outcome(0));
      busy.await();
      Thread ahead = Thread.startVirtualThread(() -> hand(commit, 1, 2_500));
      while (ahead.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      released.countDown();
      ahead.join();
    }
    assertThat(batches.stream().flatMap(List::stream).map(ChainOutcome::chain))
        .containsExactlyElementsOf(IntStream.range(0, 2_500).boxed().toList());
    assertThat(batches).allMatch(batch -> batch.size() <= 1_000);
  }

  @Test
  void whatCannotBeKeptStopsTheRunAndIsThrownAtItsEnd() throws InterruptedException {
    var broken = new UncheckedIOException(new IOException("No space left on device"));
    var commit =
        new GroupCommit(
            stopped::countDown,
            batch -> {
              batches.add(batch);
              throw broken;
            });
    commit.accept(outcome(0));
    stopped.await();
    hand(commit, 1, 2_500); // nobody waits for a disk that is broken
    assertThatThrownBy(commit::close).isSameAs(broken);
    assertThat(batches).containsExactly(outcome(0));
  }
}
