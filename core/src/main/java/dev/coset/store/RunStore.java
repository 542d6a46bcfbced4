package dev.coset.store;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainQueue;
import dev.coset.chains.ChainsInOrder;
import dev.coset.chains.Engine;
import dev.coset.chains.MemoryNeed;
import dev.coset.chains.StoppingRule;
import dev.coset.data.InputException;
import dev.coset.posterior.Draws;
import dev.coset.sampler.SamplerMonitor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A run: a study and the outcomes of its chains so far. Opened to read it, or, by one process at a
 * time, to add chains. Safe for use by several threads.
 */
public final class RunStore implements AutoCloseable {
  private static final String JOURNAL = "draws.journal";
  private static final long MOST_RECORD_BYTES = Integer.MAX_VALUE - 64; // of an array

  private final Path folder;
  private Study study;
  private Manifest manifest;
  private final TreeMap<Integer, ChainOutcome> outcomes = new TreeMap<>();
  private final Timings timings;
  private int lost; // records that damage made unreadable
  private @Nullable Journal journal;
  private @Nullable RunLock lock;

  private RunStore(Path folder, Study study, Manifest manifest) {
    this.folder = folder;
    this.timings = new Timings(folder);
    this.study = study;
    this.manifest = manifest;
  }

  /** Begins a run on data that a program made, or goes on with the same one if it is there. */
  public static RunStore create(Path folder, Study study, String source) {
    return create(folder, study, Source.of(source));
  }

  /**
   * Begins a run, or goes on with the same one if it is there already.
   *
   * @throws InputException where the folder holds something else
   */
  public static RunStore create(Path folder, Study study, Source source) {
    DataFile.requireFits(study.data(), study.split());
    requireFits(study);
    Manifest manifest = Manifest.of(study, source);
    try {
      boolean fresh = !Files.exists(folder);
      if (!fresh && !Manifest.isIn(folder)) {
        refuseForeign(folder);
      }
      Files.createDirectories(folder);
      RunLock lock = RunLock.take(folder); // before the first byte is written
      try {
        if (Manifest.isIn(folder)) {
          refuseDifferences(folder, Manifest.read(folder), manifest);
          var configuration = manifest.configuration();
          return open(
              folder, configuration.until() == null ? configuration.plan().chains() : 0, lock);
        }
        return begin(folder, study, manifest, lock, fresh);
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RunStore begin(
      Path folder, Study study, Manifest manifest, RunLock lock, boolean fresh) throws IOException {
    try {
      Files.deleteIfExists(folder.resolve(JOURNAL));
      DataFile.write(folder, study.data(), study.split());
      manifest.write(folder);
      return new RunStore(folder, study, manifest).forWriting(lock);
    } catch (IOException e) {
      if (fresh) {
        removeStart(folder);
      }
      throw e;
    }
  }

  /** Leaves no folder behind in which a run could not begin. */
  private static void removeStart(Path folder) throws IOException {
    List<Path> own;
    try (var files = Files.list(folder)) {
      own = files.filter(f -> isOwn(f.getFileName().toString())).toList();
    }
    for (Path file : own) {
      Files.deleteIfExists(file);
    }
    Files.deleteIfExists(folder);
  }

  /** Refuses chains that neither a record of the journal, which is one array, nor memory holds. */
  private static void requireFits(Study study) {
    MemoryNeed.requireFits(study.posterior(), study.configuration().plan(), 1);
    long draws = study.configuration().plan().sampler().draws();
    long bytes = OutcomeCodec.size(draws, study.posterior().dimension());
    if (bytes > MOST_RECORD_BYTES) {
      throw new InputException(
          "A chain of %d draws of %d numbers takes %d bytes, but at most %d can be kept: take fewer draws of each chain, and more chains."
              .formatted(draws, study.posterior().dimension(), bytes, MOST_RECORD_BYTES));
    }
  }

  private static void refuseDifferences(Path folder, Manifest there, Manifest here) {
    List<String> differences = there.differences(here);
    if (!differences.isEmpty()) {
      throw new InputException(
          "The folder %s holds a run that differs in %s: choose another folder, or the same settings to go on with it."
              .formatted(folder, String.join("; ", differences)));
    }
  }

  /** A folder may hold what a killed start of a run left behind, but nothing of the user's. */
  private static void refuseForeign(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new InputException("The path " + folder + " is a file: give a folder for the run.");
    }
    try (var files = Files.list(folder)) {
      var foreign = files.map(Path::getFileName).filter(f -> !isOwn(f.toString())).findFirst();
      if (foreign.isPresent()) {
        throw new InputException(
            "The folder %s is not empty and holds no run (it has %s): choose another folder."
                .formatted(folder, foreign.get()));
      }
    }
  }

  private static boolean isOwn(String file) {
    return file.equals(JOURNAL)
        || file.equals(RunLock.NAME)
        || DataFile.isOwn(file)
        || Manifest.isOwn(file);
  }

  /** Opens a run to add what is missing of it. */
  public static RunStore open(Path folder) {
    return extend(folder, 0);
  }

  /** Opens a run to add chains until it has at least this many. */
  public static RunStore extend(Path folder, int chains) {
    try {
      requireRun(folder);
      RunLock lock = RunLock.take(folder);
      try {
        return open(folder, chains, lock);
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RunStore open(Path folder, int chains, RunLock lock) throws IOException {
    RunStore run = load(folder);
    refuseOtherNumerics(run);
    DataFile.removePending(folder);
    Manifest.removePending(folder);
    if (chains > run.study.configuration().plan().chains()) {
      var configuration = run.study.configuration();
      var more = configuration.plan().withChains(chains);
      MemoryNeed.requireFits(run.study.posterior(), more, 1);
      run.change(configuration.withPlan(more).stopped(null));
    }
    return run.forWriting(lock);
  }

  private static void refuseOtherNumerics(RunStore run) {
    if (!run.manifest.numerics().equals(Manifest.NUMERICS)) {
      throw new InputException(
          "The run %s was sampled with revision %s of the arithmetic, and this version has %s: it can be read, but chains can be added only by version %s."
              .formatted(
                  run.folder, run.manifest.numerics(), Manifest.NUMERICS, run.manifest.version()));
    }
  }

  /** Opens a run as it is now, for reading; it may be one that another process is adding to. */
  public static RunStore read(Path folder) {
    try {
      requireRun(folder);
      RunStore run = load(folder);
      run.lost =
          Journal.read(folder.resolve(JOURNAL), run.manifest.digest(), run.restoring()).lost();
      return run;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void requireRun(Path folder) {
    if (!Manifest.isIn(folder)) {
      throw new InputException(
          "There is no run in %s: give the folder that 'coset fit --out' wrote.".formatted(folder));
    }
  }

  private static RunStore load(Path folder) throws IOException {
    Manifest manifest = Manifest.read(folder);
    Journal.requireBound(folder.resolve(JOURNAL), manifest.digest());
    try {
      var content = DataFile.read(folder, manifest.encoding());
      Study study = Study.of(content.data(), content.split(), manifest.configuration());
      manifest.requireDescribes(study, folder);
      return new RunStore(folder, study, manifest);
    } catch (InputException clear) {
      throw clear;
    } catch (IllegalArgumentException e) {
      throw new InputException(
          "The files of the run %s do not fit together (%s): restore them from one copy, or fit again."
              .formatted(folder, e.getMessage()),
          e);
    }
  }

  private RunStore forWriting(RunLock held) throws IOException {
    journal = Journal.open(folder.resolve(JOURNAL), manifest.digest(), restoring());
    lock = held;
    return this;
  }

  /** Takes in the journal's records; says whether it understood one. */
  private Predicate<byte[]> restoring() {
    Map<Integer, Double> seconds = timings.read();
    int dimension = study.posterior().dimension();
    return body -> {
      Optional<ChainOutcome> outcome = OutcomeCodec.decode(body, dimension, seconds);
      outcome.ifPresent(o -> outcomes.put(o.chain(), o));
      return outcome.isPresent();
    };
  }

  /**
   * Runs the chains that are missing; returns early, with nothing lost, where the monitor says
   * stop.
   */
  public void sample(Engine engine, SamplerMonitor monitor) {
    sample(engine, monitor, StoppingRule.NEVER);
  }

  /** Runs chains until the rule has enough of them, or none is missing. */
  public void sample(Engine engine, SamplerMonitor monitor, StoppingRule rule) {
    var plan = study().configuration().plan();
    var queue = new ChainQueue(plan.missingFrom(stored()));
    var inOrder = new ChainsInOrder(rule, queue);
    outcomes().forEach(inOrder::add);
    if (inOrder.enough().isEmpty()) {
      engine.run(
          study().posterior(),
          plan,
          queue,
          inOrder.watch(monitor),
          outcome -> {
            append(outcome);
            inOrder.add(outcome);
          });
    }
    inOrder.enough().ifPresent(this::limitTo);
  }

  /**
   * Makes a number of chains the whole run; what the journal holds beyond them no longer counts.
   */
  private synchronized void limitTo(int chains) {
    var configuration = study.configuration();
    try {
      change(configuration.withPlan(configuration.plan().withChains(chains)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void change(Configuration configuration) throws IOException {
    study = study.with(configuration);
    manifest = manifest.with(configuration);
    manifest.write(folder);
  }

  /** Keeps an outcome; when this returns, it is on disk. */
  public synchronized void append(ChainOutcome outcome) {
    if (journal == null) {
      throw new IllegalStateException("The run was opened for reading only.");
    }
    try {
      journal.append(OutcomeCodec.encode(outcome));
    } catch (IOException e) {
      throw new UncheckedIOException(DurableFiles.about(folder.resolve(JOURNAL), e));
    }
    outcomes.put(outcome.chain(), outcome);
    timings.add(outcome);
  }

  /** Puts a file that was made from the draws beside them, whole or not at all. */
  public void attach(String name, String content) {
    try {
      DurableFiles.replace(folder, name, content.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path folder() {
    return folder;
  }

  public synchronized Study study() {
    return study;
  }

  public synchronized Manifest manifest() {
    return manifest;
  }

  /** The chains with an outcome. */
  public synchronized BitSet stored() {
    var stored = new BitSet();
    counted().keySet().forEach(stored::set);
    return stored;
  }

  /** The outcomes so far, in the order of chains. */
  public synchronized List<ChainOutcome> outcomes() {
    return List.copyOf(counted().values());
  }

  /** A run stopped by a rule may have stored chains beyond those it was content with. */
  private SortedMap<Integer, ChainOutcome> counted() {
    return outcomes.headMap(study.configuration().plan().chains());
  }

  /**
   * What is to be said to whoever uses fewer chains than were planned: how many there are, and why
   * not all.
   */
  public synchronized Optional<String> shortfall() {
    int planned = study.configuration().plan().chains();
    long failed = counted().values().stream().filter(ChainOutcome.Failed.class::isInstance).count();
    int missing = planned - counted().size();
    int damaged = Math.min(lost, missing);
    if (missing + failed == 0) {
      return Optional.empty();
    }
    var why = new ArrayList<String>();
    if (damaged > 0) {
      why.add(
          "%d %s lost by damage to %s".formatted(damaged, damaged == 1 ? "is" : "are", JOURNAL));
    }
    if (missing > damaged) {
      why.add("%d are not sampled yet".formatted(missing - damaged));
    }
    if (failed > 0) {
      why.add("%d failed (%s)".formatted(failed, failure().orElse("").replaceFirst("\\.$", "")));
    }
    String advice =
        missing > 0 ? "; 'coset resume %s' samples what is missing".formatted(folder) : "";
    return Optional.of(
        "Only %d of the %d chains of %s are used: %s%s."
            .formatted(
                planned - missing - failed, planned, folder, String.join(", ", why), advice));
  }

  public boolean complete() {
    return study().configuration().plan().missingFrom(stored()).findAny().isEmpty();
  }

  /** All draws so far, in the order of chains. */
  public Draws draws() {
    List<Draws> parts = new ArrayList<>();
    for (ChainOutcome outcome : outcomes()) {
      if (outcome instanceof ChainOutcome.Finished finished) {
        parts.add(finished.draws());
      }
    }
    return Draws.concatenate(study.posterior().dimension(), parts);
  }

  /** The reason that most of the failed chains gave, if any failed. */
  public Optional<String> failure() {
    Map<String, Integer> times = new TreeMap<>();
    for (ChainOutcome outcome : outcomes()) {
      if (outcome instanceof ChainOutcome.Failed failed) {
        times.merge(failed.reason(), 1, Integer::sum);
      }
    }
    return times.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
  }

  /** Gradients of all finished chains. */
  public long gradients() {
    long gradients = 0;
    for (ChainOutcome outcome : outcomes()) {
      gradients += outcome instanceof ChainOutcome.Finished finished ? finished.gradients() : 0;
    }
    return gradients;
  }

  @Override
  public synchronized void close() {
    try {
      if (journal != null) {
        journal.close();
      }
      if (lock != null) {
        lock.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
