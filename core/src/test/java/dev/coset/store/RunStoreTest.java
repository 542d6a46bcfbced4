package dev.coset.store;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.Engine;
import dev.coset.chains.StoppingRule;
import dev.coset.data.InputException;
import dev.coset.message.Dialect;
import dev.coset.model.Configuration.Until;
import dev.coset.model.Study;
import dev.coset.posterior.Draws;
import dev.coset.sampler.SamplerMonitor;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunStoreTest {
  private static final int CHAINS = 6;

  @TempDir Path folder;

  private static Draws sampled(Path run, int threads) {
    try (var store = RunStore.create(run, Studies.small(CHAINS, 5), "test")) {
      MissingChains.sample(store, Engine.local(threads), SamplerMonitor.NONE);
      assertThat(store.complete()).isTrue();
      return store.draws();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void drawsDoNotDependOnThreads(int threads) {
    assertThat(sampled(folder.resolve("a"), threads)).isEqualTo(sampled(folder.resolve("b"), 3));
  }

  @Test
  void whatIsReadIsWhatWasWritten() {
    Path run = folder.resolve("run");
    Draws draws = sampled(run, 2);
    try (var store = RunStore.read(run)) {
      assertThat(store.draws()).isEqualTo(draws);
      assertThat(store.complete()).isTrue();
      assertThat(store.study().data().fingerprint())
          .isEqualTo(Studies.small(CHAINS, 5).data().fingerprint());
      assertThat(store.study().configuration()).isEqualTo(Studies.small(CHAINS, 5).configuration());
      assertThat(store.outcomes()).allMatch(o -> o.seconds() > 0);
    }
  }

  /** A journal cut at any byte opens as a prefix, and going on from there gives the same bytes. */
  @Test
  void aJournalCutAnywhereIsAPrefixAndResumesToTheSameBytes() throws IOException {
    Path run = folder.resolve("run");
    Draws whole = sampled(run, 1);
    Path journal = run.resolve("draws.journal");
    byte[] bytes = Files.readAllBytes(journal);
    int last = 0;
    for (int cut = 0; cut <= bytes.length; cut++) {
      Files.write(journal, Arrays.copyOf(bytes, cut));
      if (cut % 7 == 0 || cut == bytes.length) {
        Draws read = RunStore.read(run).draws();
        assertThat(read.count()).isBetween(last, last + 3).matches(n -> n % 3 == 0);
        last = read.count();
        assertThat(read).isEqualTo(whole.select(IntStream.range(0, last)));
      }
      if (cut % 501 == 0) {
        try (var store = RunStore.open(run)) {
          MissingChains.sample(store, Engine.local(2), SamplerMonitor.NONE);
          assertThat(store.draws()).isEqualTo(whole);
        }
        assertThat(RunStore.read(run).draws()).isEqualTo(whole);
      }
    }
    assertThat(last).isEqualTo(3 * CHAINS);
  }

  /** Damage is not a torn end: what lies behind it stays, is used, and is not cut off. */
  @Test
  void aFlippedBitLosesItsChainAloneAndIsSaid() throws IOException {
    Path run = folder.resolve("run");
    Draws whole = sampled(run, 1);
    Path journal = run.resolve("draws.journal");
    byte[] bytes = Files.readAllBytes(journal);
    bytes[bytes.length / 2 + 60] ^= 0x10; // in the fourth of six equal records
    Files.write(journal, bytes);
    try (var store = RunStore.read(run)) {
      assertThat(store.draws())
          .isEqualTo(whole.select(IntStream.range(0, 18).filter(g -> g / 3 != 3)));
      assertThat(said(store.shortfall().orElseThrow()))
          .contains("5 of the 6 chains")
          .contains("1 is lost by damage to draws.journal")
          .contains("coset resume");
    }
    try (var store = RunStore.open(run)) {
      assertThat(store.outcomes()).hasSize(CHAINS - 1);
      assertThat(Files.size(journal)).isEqualTo(bytes.length);
      MissingChains.sample(store, Engine.local(2), SamplerMonitor.NONE);
      assertThat(store.draws()).isEqualTo(whole);
    }
    try (var store = RunStore.read(run)) {
      assertThat(store.draws()).isEqualTo(whole);
      assertThat(store.shortfall()).isEmpty();
    }
  }

  @Test
  void aStoppedRunGoesOnToTheSameBytes() {
    Draws whole = sampled(folder.resolve("whole"), 2);
    Path run = folder.resolve("run");
    try (var store = RunStore.create(run, Studies.small(CHAINS, 5), "test")) {
      for (int stop = 1; stop <= 3; stop++) {
        var transitions = new AtomicInteger();
        MissingChains.sample(
            store,
            Engine.local(2),
            new SamplerMonitor() {
              @Override
              public void transition(boolean warmup, int steps, boolean diverged) {
                transitions.incrementAndGet();
              }

              @Override
              public boolean stopped() {
                return transitions.get() > 80; // a chain has 63
              }
            });
        assertThat(store.complete()).isFalse();
      }
    }
    try (var store = RunStore.open(run)) {
      MissingChains.sample(store, Engine.local(2), SamplerMonitor.NONE);
      assertThat(store.draws()).isEqualTo(whole);
    }
  }

  @Test
  void moreChainsContinueARunAsIfItHadBegunWithThem() {
    Path run = folder.resolve("run");
    try (var store = RunStore.create(run, Studies.small(2, 5), "test")) {
      MissingChains.sample(store, Engine.local(1), SamplerMonitor.NONE);
    }
    try (var store = RunStore.extend(run, CHAINS)) {
      assertThat(store.complete()).isFalse();
      MissingChains.sample(store, Engine.local(2), SamplerMonitor.NONE);
      assertThat(store.draws()).isEqualTo(sampled(folder.resolve("whole"), 2));
    }
    assertThat(RunStore.read(run).complete()).isTrue();
  }

  @Test
  void anotherStudyIsRefusedAndTheRunThereIsNamed() throws IOException {
    Path run = folder.resolve("run");
    sampled(run, 1);
    var noon = LocalDate.of(2026, 11, 18).atTime(12, 0).atZone(ZoneId.systemDefault());
    Files.setLastModifiedTime(run.resolve("manifest.json"), FileTime.from(noon.toInstant()));
    String there = "The folder %s holds a run of 'test' (target 'y', 2026-11-18)".formatted(run);
    String advice =
        ". Choose another --out, or continue that run with 'coset resume %s'.".formatted(run);
    assertThat(refused(run, Studies.small(CHAINS, 6), "test"))
        .isEqualTo(there + " with other data or settings" + advice);
    assertThat(refused(run, Studies.small(CHAINS, 5, 0.2), "test"))
        .isEqualTo(there + " with other data or settings" + advice);
    assertThat(refused(run, Studies.small(CHAINS, 5, 0.2), "other.csv")).isEqualTo(there + advice);
  }

  /** For whoever looks for it: the differing settings are in the stack trace. */
  @Test
  void theCauseNamesTheDifferences() {
    Path run = folder.resolve("run");
    sampled(run, 1);
    assertThatThrownBy(() -> RunStore.create(run, Studies.small(CHAINS, 6), "test"))
        .isInstanceOf(InputException.class)
        .hasMessageNotContaining("seed")
        .cause()
        .hasMessageContaining("seed (5 there, 6 here)");
  }

  private static String refused(Path run, Study study, String source) {
    return catchThrowableOfType(
            InputException.class, () -> RunStore.create(run, study, Source.of(source)))
        .in(Dialect.OPTIONS);
  }

  @Test
  void aFolderOfTheUsersIsLeftAlone() throws IOException {
    Files.writeString(folder.resolve("thesis.tex"), "precious");
    assertThatThrownBy(() -> RunStore.create(folder, Studies.small(1, 1), "test"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("thesis.tex");
    assertThat(folder).isDirectoryContaining("glob:**thesis.tex");
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(1);
    }
  }

  /** The lock is taken before the first byte: whoever comes second changes nothing. */
  @Test
  void aSecondFitOnTheSameFolderLeavesTheFirstAlone() throws IOException {
    Path run = folder.resolve("run");
    try (var first = RunStore.create(run, Studies.small(CHAINS, 5), "first")) {
      byte[] manifest = Files.readAllBytes(run.resolve("manifest.json"));
      byte[] data = Files.readAllBytes(run.resolve("data.bin"));
      Files.delete(run.resolve("manifest.json")); // as the second saw the folder
      assertThatThrownBy(() -> RunStore.create(run, Studies.small(CHAINS, 5, 0.2), "second"))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("Another process");
      assertThat(Files.readAllBytes(run.resolve("data.bin"))).isEqualTo(data);
      Files.write(run.resolve("manifest.json"), manifest);
      MissingChains.sample(first, Engine.local(1), SamplerMonitor.NONE);
    }
    assertThat(RunStore.read(run).draws()).isEqualTo(sampled(folder.resolve("alone"), 1));
  }

  /** Reading a run, by whatever thread, does not give up the lock of the one who writes. */
  @Test
  void readersDoNotTakeTheLockAway() {
    Path run = folder.resolve("run");
    try (var store = RunStore.create(run, Studies.small(1, 1), "test")) {
      assertThat(RunStore.read(run).outcomes()).isEmpty();
      assertThatThrownBy(() -> RunStore.open(run)).hasMessageContaining("Another process");
      MissingChains.sample(store, Engine.local(1), SamplerMonitor.NONE);
    }
    RunStore.open(run).close();
  }

  @Test
  void twoWritersAreOneTooMany() {
    Path run = folder.resolve("run");
    try (var store = RunStore.create(run, Studies.small(1, 1), "test")) {
      assertThat(store.complete()).isFalse();
      assertThatThrownBy(() -> RunStore.open(run))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("Another process");
    }
  }

  @Test
  void damagedDataAreRefused() throws IOException {
    Path run = folder.resolve("run");
    sampled(run, 1);
    try (var channel = FileChannel.open(run.resolve("data.bin"), StandardOpenOption.WRITE)) {
      channel.write(java.nio.ByteBuffer.wrap(new byte[] {1}), 60);
    }
    assertThatThrownBy(() -> RunStore.read(run).study())
        .isInstanceOf(InputException.class)
        .hasMessageContaining("damaged");
  }

  @Test
  void aFailedChainIsKeptWithItsReason() {
    Path run = folder.resolve("run");
    try (var store = RunStore.create(run, Studies.small(2, 1), "test")) {
      store.append(new ChainOutcome.Failed(1, "No start was found: \u03c3 too small.", 0.5));
    }
    try (var store = RunStore.open(run)) {
      assertThat(store.outcomes())
          .containsExactly(
              new ChainOutcome.Failed(1, "No start was found: \u03c3 too small.", 0.5));
      assertThat(store.failure()).contains("No start was found: \u03c3 too small.");
      MissingChains.sample(store, Engine.local(1), SamplerMonitor.NONE);
      assertThat(store.complete()).isTrue();
      assertThat(store.draws().count()).isEqualTo(3);
    }
  }

  /** What a rule decides, and the bytes it leaves, do not depend on threads or on kills. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void aStoppingRuleLeavesTheSameBytesWhateverRanBeyondIt(int threads) {
    Draws six = sampled(folder.resolve("six"), 2);
    Path run = folder.resolve("run");
    StoppingRule rule = outcome -> outcome.chain() == CHAINS - 1;
    var study = Studies.small(40, 5);
    var configuration = study.configuration().stopped(new Until(0.1, 40));
    study = Study.of(study.data(), study.split(), configuration);
    try (var store = RunStore.create(run, study, "test")) {
      MissingChains.sample(store, Engine.local(threads), SamplerMonitor.NONE, rule);
      assertThat(store.draws()).isEqualTo(six);
      assertThat(store.complete()).isTrue();
    }
    try (var store = RunStore.create(run, study, "test")) { // the same again: nothing more to do
      assertThat(store.complete()).isTrue();
      MissingChains.sample(store, Engine.local(threads), SamplerMonitor.NONE, rule);
      assertThat(store.draws()).isEqualTo(six);
    }
    try (var store = RunStore.extend(run, 8)) {
      MissingChains.sample(store, Engine.local(2), SamplerMonitor.NONE);
      assertThat(store.outcomes()).hasSize(8);
      assertThat(store.draws().select(IntStream.range(0, 18))).isEqualTo(six);
    }
  }

  @Test
  void whatIsAttachedLiesBesideTheDraws() {
    Path run = folder.resolve("run");
    try (var store = RunStore.create(run, Studies.small(1, 1), "test")) {
      store.attach("report.html", "σ");
      assertThat(store.folder().resolve("report.html")).hasContent("σ");
    }
  }

  @Test
  void whoReadsDoesNotWrite() {
    Path run = folder.resolve("run");
    RunStore.create(run, Studies.small(1, 1), "test").close();
    try (var store = RunStore.read(run)) {
      assertThatThrownBy(() -> store.append(new ChainOutcome.Failed(0, "No start.", 1)))
          .hasMessageContaining("reading only");
      assertThat(store.failure()).isEmpty();
    }
  }

  /** Before its manifest is there, a run has not begun. */
  @Test
  void aStartThatWasKilledIsMadeAgain() throws IOException {
    Path run = folder.resolve("run");
    Draws whole = sampled(run, 1);
    Path killed = Files.createDirectories(folder.resolve("killed"));
    for (String left : new String[] {"draws.journal", "data.bin", "lock"}) {
      Files.copy(run.resolve(left), killed.resolve(left));
    }
    Files.createFile(Pending.beside(killed.resolve("manifest.json")));
    Files.createFile(Pending.beside(killed.resolve("data.bin")));
    assertThatThrownBy(() -> RunStore.open(killed)).hasMessageContaining("There is no run in");
    try (var store = RunStore.create(killed, Studies.small(CHAINS, 5), "test")) {
      assertThat(store.outcomes()).isEmpty();
      assertThat(said(store.shortfall().orElseThrow())).contains("6 are not sampled yet");
    }
    assertThat(sampled(killed, 2)).isEqualTo(whole);
  }

  @Test
  void aFileIsNoFolderForARun() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "precious");
    assertThatThrownBy(() -> RunStore.create(file, Studies.small(1, 1), "test"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("is a file");
    assertThat(file).hasContent("precious");
  }

  @Test
  void chainsThatCannotBeKeptAreRefusedBeforeAnythingIsWritten() {
    Path run = folder.resolve("run");
    var study = Studies.small(ChainPlan.of(1, 60, 2_000_000_000, 1), 0.1);
    assertThatThrownBy(() -> RunStore.create(run, study, "test"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("draws");
    assertThat(run).doesNotExist();
  }
}
