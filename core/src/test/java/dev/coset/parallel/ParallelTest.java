package dev.coset.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParallelTest {

  @ParameterizedTest
  @CsvSource({"1, 0", "1, 7", "3, 0", "3, 1", "3, 2", "3, 100", "8, 5"})
  void everyTaskIsDoneOnceByNoMoreThreadsThanGiven(int threads, int count) {
    var tasks = new AtomicIntegerArray(count);
    var ranges = new AtomicIntegerArray(count);
    Set<Thread> workers = ConcurrentHashMap.newKeySet();
    var spaces = new AtomicInteger();
    Parallel.tasks(
        threads,
        count,
        spaces::incrementAndGet,
        (task, space) -> {
          tasks.incrementAndGet(task);
          workers.add(Thread.currentThread());
        });
    Parallel.ranges(
        threads,
        count,
        (from, to) -> {
          assertThat(from).isLessThan(to);
          for (int i = from; i < to; i++) {
            ranges.incrementAndGet(i);
          }
        });
    for (int i = 0; i < count; i++) {
      assertThat(tasks.get(i)).isEqualTo(1);
      assertThat(ranges.get(i)).isEqualTo(1);
    }
    assertThat(workers).hasSizeLessThanOrEqualTo(threads);
    assertThat(spaces.get()).isLessThanOrEqualTo(Math.min(threads, count));
  }

  @Test
  void oneThreadIsTheCallersOwn() {
    Thread caller = Thread.currentThread();
    Parallel.tasks(1, 20, task -> assertThat(Thread.currentThread()).isSameAs(caller));
    Parallel.ranges(1, 20, (from, to) -> assertThat(Thread.currentThread()).isSameAs(caller));
  }

  /** Tasks that wait for each other end only if all run at once. */
  @Test
  void asManyThreadsWorkAsAreGiven() {
    var together = new CyclicBarrier(4);
    Parallel.tasks(
        4,
        4,
        task -> {
          try {
            together.await(10, TimeUnit.SECONDS);
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"1", "3"})
  void whatABodyThrowsEndsTheRestAndComesBackAsItIs(int threads) {
    var exception = new IllegalStateException("five");
    var error = new AssertionError("five");
    var done = new AtomicInteger();
    int many = 100_000_000;
    assertThatThrownBy(
            () ->
                Parallel.tasks(
                    threads,
                    many,
                    task -> {
                      if (done.incrementAndGet() == 5) {
                        throw exception;
                      }
                    }))
        .isSameAs(exception);
    assertThat(done.getAndSet(0)).isLessThan(many);
    assertThatThrownBy(
            () ->
                Parallel.tasks(
                    threads,
                    many,
                    task -> {
                      if (done.incrementAndGet() == 5) {
                        throw error;
                      }
                    }))
        .isSameAs(error);
    assertThat(done.get()).isLessThan(many);
  }

  @ParameterizedTest
  @CsvSource({"1", "3"})
  void anInterruptEndsTheWorkAndIsKept(int threads) throws Exception {
    var begun = new CountDownLatch(1);
    var seen = new AtomicReference<Throwable>();
    var kept = new AtomicInteger();
    var done = new AtomicInteger();
    Thread caller =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    Parallel.tasks(
                        threads,
                        Integer.MAX_VALUE,
                        task -> {
                          begun.countDown();
                          done.incrementAndGet();
                        });
                  } catch (CancellationException e) {
                    seen.set(e);
                  }
                  kept.set(Thread.currentThread().isInterrupted() ? 1 : 0);
                });
    begun.await();
    caller.interrupt();
    caller.join(20_000);
    assertThat(caller.isAlive()).isFalse();
    assertThat(seen.get()).isInstanceOf(CancellationException.class);
    assertThat(kept.get()).isEqualTo(1);
    int then = done.get();
    Thread.sleep(20);
    assertThat(done.get()).as("no one goes on").isEqualTo(then);
  }

  @Test
  void noThreadsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Parallel.tasks(0, 1, task -> {}))
        .withMessageContaining("at least 1");
    assertThatIllegalArgumentException().isThrownBy(() -> Parallel.ranges(0, 0, (from, to) -> {}));
  }
}
