package dev.coset.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class TeamTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 7})
  void everyTaskOfEveryRoundIsDoneOnce(int helpers) throws InterruptedException {
    var team = new Team();
    var end = new AtomicBoolean();
    List<Thread> threads = help(team, helpers, end);
    var byMember = new AtomicIntegerArray(Team.MOST);
    for (int round = 0; round < 3_000; round++) {
      int count = 1 + round % 40;
      int[] done = new int[count]; // no two threads write one entry
      team.run(
          count,
          (task, member) -> {
            done[task]++;
            byMember.incrementAndGet(member);
          });
      assertThat(done).containsOnly(1);
    }
    end.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(team.helpers()).isZero();
    for (int member = helpers + 1; member < Team.MOST; member++) {
      assertThat(byMember.get(member)).isZero();
    }
  }

  private static List<Thread> help(Team team, int helpers, AtomicBoolean end) {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < helpers; i++) {
      threads.add(Thread.ofPlatform().start(() -> team.help(end::get)));
    }
    while (team.helpers() < helpers) {
      Thread.onSpinWait();
    }
    return threads;
  }

  @Test
  void helpersComeAndGo() throws InterruptedException {
    var team = new Team();
    var sum = new AtomicInteger();
    for (int turn = 0; turn < 50; turn++) {
      var end = new AtomicBoolean();
      List<Thread> threads = help(team, 2, end);
      team.run(10, (task, member) -> sum.addAndGet(task));
      end.set(true);
      team.run(10, (task, member) -> sum.addAndGet(task));
      for (Thread thread : threads) {
        thread.join();
      }
    }
    assertThat(sum).hasValue(50 * 2 * 45);
  }

  @Test
  void aFailureOfTheOwnerLeavesNobodyAtWork() throws InterruptedException {
    var team = new Team();
    var end = new AtomicBoolean();
    List<Thread> threads = help(team, 2, end);
    for (int turn = 0; turn < 200; turn++) {
      var running = new AtomicInteger();
      assertThatThrownBy(
              () ->
                  team.run(
                      20,
                      (task, member) -> {
                        running.incrementAndGet();
                        try {
                          if (member == 0) {
                            throw new IllegalArgumentException("no number");
                          }
                        } finally {
                          running.decrementAndGet();
                        }
                      }))
          .hasMessage("no number");
      assertThat(running).hasValue(0);
    }
    end.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Test
  void aFailureOfAHelperIsTheOwnersToo() {
    var team = new Team();
    var failed = new AtomicBoolean();
    Thread helper =
        Thread.ofPlatform()
            .unstarted(
                () -> assertThatThrownBy(() -> team.help(() -> false)).hasMessage("no number"));
    helper.setUncaughtExceptionHandler((thread, error) -> failed.set(true));
    helper.start();
    while (team.helpers() < 1) {
      Thread.onSpinWait();
    }
    assertThatThrownBy(
            () -> {
              while (true) {
                team.run(
                    2,
                    (task, member) -> {
                      if (member > 0) {
                        throw new IllegalArgumentException("no number");
                      }
                    });
              }
            })
        .hasMessageContaining("helped has failed");
    assertThat(failed).isFalse();
  }
}
