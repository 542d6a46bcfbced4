package dev.coset.chains;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coset.parallel.StoppedException;
import dev.coset.parallel.Team;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JobQueueTest {
  private final JobQueue queue = new JobQueue();

  static ChainBatch batch(int... chains) {
    var recipe = ChainRecipe.of(Posteriors.SMALL, ChainPlan.of(10, 5, 3, 8));
    return new ChainBatch(recipe, IntStream.of(chains));
  }

  private List<Integer> polled(int chains) {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < chains; i++) {
      all.add(queue.poll(batch -> true).map(Job.Chain::chain).orElse(-1));
    }
    return all;
  }

  @Test
  void handsOutEachChainOnceInTheOrderOfBatches() {
    queue.add(batch(2, 5));
    queue.add(batch());
    queue.add(batch(6));
    assertThat(polled(4)).containsExactly(2, 5, 6, -1);
  }

  @Test
  void tasksComeBeforeChains() throws InterruptedException {
    queue.add(batch(1));
    queue.add(new Job.Task<>(() -> 7, new CompletableFuture<>()));
    assertThat(queue.take(batch -> true).orElseThrow()).isInstanceOf(Job.Task.class);
    assertThat(queue.take(batch -> true).orElseThrow()).isInstanceOf(Job.Chain.class);
  }

  /** A worker gets what it is for; another takes the rest. */
  @Test
  void workersChooseAmongBatches() throws InterruptedException {
    queue.add(batch(1, 2, 3));
    queue.add(batch(4));
    assertThat(queue.poll(batch -> batch.size() < 2).orElseThrow().chain()).isEqualTo(4);
    assertThat(queue.poll(batch -> batch.size() < 2)).isEmpty();
    ChainBatch whole = queue.takeBatch(batch -> true).orElseThrow();
    assertThat(whole.size()).isEqualTo(3);
    assertThat(queue.next(whole)).hasValue(1);
    assertThat(polled(1)).as("others share the batch").containsExactly(2);
    queue.add(batch(5));
    assertThat(queue.takeBatch(batch -> true).orElseThrow().size())
        .as("no two workers for many chains have one batch")
        .isEqualTo(1);
    assertThat(queue.next(whole)).hasValue(3);
    assertThat(queue.next(whole)).isEmpty();
  }

  @Test
  void aCancelledBatchHandsOutNoMore() {
    ChainBatch batch = batch(1, 2, 3);
    queue.add(batch);
    assertThat(polled(1)).containsExactly(1);
    batch.cancel();
    assertThat(polled(1)).containsExactly(-1);
    assertThat(batch.end()).as("a chain runs").isNotDone();
    batch.giveUp(1);
    assertThat(batch.end()).isCompleted();
  }

  /** Else a run that is stopped would seem to be complete. */
  @Test
  void aBatchWhoseChainsAreGivenUpHasNotEnded() {
    ChainBatch batch = batch(1);
    queue.add(batch);
    polled(1);
    batch.giveUp(1);
    assertThat(batch.end()).isNotDone();
    batch.abandon(new StoppedException());
    assertThat(batch.end()).isCompletedExceptionally();
  }

  @Test
  void aBatchEndsWithItsLastOutcome() {
    List<ChainOutcome> outcomes = new ArrayList<>();
    ChainBatch batch = batch(1, 2).to(outcomes::addAll);
    queue.add(batch);
    polled(2);
    batch.deliver(List.of(new ChainOutcome.Failed(1, "for the test", 0)));
    assertThat(batch.end()).isNotDone();
    batch.deliver(List.of(new ChainOutcome.Failed(2, "for the test", 0)));
    assertThat(batch.end()).isCompleted();
    assertThat(outcomes).extracting(ChainOutcome::chain).containsExactly(1, 2);
  }

  @Test
  void aClosedQueueHandsOutNoMoreAndAbandonsWhatWaits() throws InterruptedException {
    ChainBatch late = batch(4);
    var waiting = new Job.Task<>(() -> 1, new CompletableFuture<>());
    var tooLate = new Job.Task<>(() -> 1, new CompletableFuture<>());
    queue.add(batch(1));
    queue.add(waiting);
    queue.close();
    queue.add(late);
    queue.add(tooLate);
    assertThat(queue.take(batch -> true)).isEqualTo(Optional.empty());
    assertThat(queue.takeBatch(batch -> true)).isEmpty();
    assertThat(polled(1)).containsExactly(-1);
    for (var abandoned : List.of(waiting.result(), tooLate.result(), late.end())) {
      assertThatThrownBy(abandoned::join).hasCauseInstanceOf(StoppedException.class);
    }
  }

  /** Whoever has no job helps the chain with the fewest helpers, until anything changes. */
  @Test
  void workersWithoutAJobAreSharedOutAmongChains() throws InterruptedException {
    var teams = List.of(new Team(), new Team());
    teams.forEach(queue::askHelp);
    List<Job.Help> helps = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      helps.add((Job.Help) queue.take(batch -> true).orElseThrow());
    }
    assertThat(helps)
        .extracting(Job.Help::team)
        .containsExactlyInAnyOrder(teams.get(0), teams.get(0), teams.get(1), teams.get(1));
    assertThat(helps).noneMatch(help -> help.until().getAsBoolean());
    queue.add(batch(1));
    assertThat(helps).allMatch(help -> help.until().getAsBoolean());
    assertThat(queue.take(batch -> true).orElseThrow()).isInstanceOf(Job.Chain.class);
    queue.helped(teams.get(0));
    for (int i = 0; i < 3; i++) {
      assertThat(((Job.Help) queue.take(batch -> true).orElseThrow()).team())
          .isEqualTo(teams.get(1));
    }
  }

  /** Whoever waits gets what comes. */
  @Test
  void takingWaitsForAJob() throws InterruptedException {
    List<Optional<Job>> taken = new ArrayList<>();
    Thread waiting =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    taken.add(queue.take(batch -> true));
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                });
    while (waiting.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    ChainBatch batch = batch(3);
    queue.add(batch);
    waiting.join();
    assertThat(taken).containsExactly(Optional.of(new Job.Chain(batch, 3)));
  }
}
