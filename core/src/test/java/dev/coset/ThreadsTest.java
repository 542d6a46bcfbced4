package dev.coset;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import dev.coset.chains.EngineSession;
import dev.coset.chains.Workers;
import dev.coset.parallel.Parallel;
import dev.coset.store.TemporaryFolder;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Predicate;
import java.util.stream.BaseStream;
import org.junit.jupiter.api.Test;

/** All threads are those that a caller has counted; read from the class files. */
class ThreadsTest {

  /** Who may start threads. */
  private static final Set<String> STARTERS =
      Set.of(
          Parallel.class.getName(),
          Workers.class.getName(),
          EngineSession.class.getName(), // one that waits for the engine's
          "dev.coset.data.CsvRecords", // two that read ahead in a file
          TemporaryFolder.class.getName(), // one that deletes it at the end of the program
          "dev.coset.store.GroupCommit"); // one that waits for the disk

  private static List<String> accesses(Predicate<JavaAccess<?>> which) {
    return CoreClasses.ALL.stream()
        .flatMap(type -> type.getAccessesFromSelf().stream())
        .filter(which)
        .map(JavaAccess::getDescription)
        .sorted()
        .toList();
  }

  /** It is the whole machine's, whatever {@code --threads} says. */
  @Test
  void nothingRunsOnTheCommonPool() {
    assertThat(
            accesses(
                use -> {
                  JavaClass owner = use.getTargetOwner();
                  return use.getName().equals("parallelStream")
                      || (use.getName().startsWith("parallel")
                          && (owner.isAssignableTo(BaseStream.class)
                              || owner.isEquivalentTo(Arrays.class)))
                      || owner.isAssignableTo(ForkJoinPool.class)
                      || (owner.isAssignableTo(CompletableFuture.class)
                          && use.getName().endsWith("Async")
                          && !namesItsExecutor(use));
                }))
        .isEmpty();
  }

  @Test
  void onlyTheseClassesStartThreads() {
    assertThat(
            accesses(
                use ->
                    (use.getTargetOwner().isEquivalentTo(Executors.class)
                            || use.getTargetOwner().isAssignableTo(Thread.Builder.class)
                            || (use.getTargetOwner().isAssignableTo(Thread.class)
                                && (use.getName().equals("<init>")
                                    || use.getName().startsWith("start"))))
                        && !STARTERS.contains(use.getOriginOwner().getName())))
        .isEmpty();
  }

  private static boolean namesItsExecutor(JavaAccess<?> use) {
    return use instanceof JavaCall<?> call
        && call.getTarget().getRawParameterTypes().stream()
            .anyMatch(type -> type.isAssignableTo(Executor.class));
  }
}
