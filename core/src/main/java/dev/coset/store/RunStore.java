package dev.coset.store;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainQueue;
import dev.coset.chains.ChainsInOrder;
import dev.coset.chains.Engine;
import dev.coset.chains.StoppingRule;
import dev.coset.data.InputException;
import dev.coset.posterior.Draws;
import dev.coset.sampler.SamplerMonitor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A run: a study and the outcomes of its chains so far. Opened to read it, or, by one process at a
 * time, to add chains. Safe for use by several threads.
 */
public final class RunStore implements AutoCloseable {
  private static final String JOURNAL = "draws.journal";
  private static final String TIMINGS = "timings.csv";

  private final Path folder;
  private Study study;
  private Manifest manifest;
  private final TreeMap<Integer, ChainOutcome> outcomes = new TreeMap<>();
  private @Nullable Journal journal;

  private RunStore(Path folder, Study study, Manifest manifest) {
    this.folder = folder;
    this.study = study;
    this.manifest = manifest;
  }

  /**
   * Begins a run, or goes on with the same one if it is there already.
   *
   * @param source where the data came from, for people
   * @throws InputException where the folder holds something else
   */
  public static RunStore create(Path folder, Study study, String source) {
    try {
      String fingerprint = DataFile.fingerprint(study.data(), study.split());
      Manifest manifest = Manifest.of(study, source, fingerprint);
      if (Manifest.isIn(folder)) {
        refuseDifferences(folder, Manifest.read(folder), manifest);
        return manifest.configuration().until() == null
            ? extend(folder, manifest.configuration().plan().chains())
            : open(folder);
      }
      if (Files.exists(folder)) {
        refuseForeign(folder);
      }
      Files.createDirectories(folder);
      Files.deleteIfExists(folder.resolve(JOURNAL));
      DataFile.write(folder, study.data(), study.split());
      manifest.write(folder);
      return new RunStore(folder, study, manifest).forWriting();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
    return file.startsWith("data.bin") || file.startsWith("manifest.json") || file.equals(JOURNAL);
  }

  /** Opens a run to add what is missing of it. */
  public static RunStore open(Path folder) {
    return open(folder, 0);
  }

  /** Opens a run to add chains until it has at least this many. */
  public static RunStore extend(Path folder, int chains) {
    return open(folder, chains);
  }

  private static RunStore open(Path folder, int chains) {
    try {
      RunStore run = load(folder);
      refuseDifferences(
          folder,
          run.manifest,
          Manifest.of(
              run.study,
              run.manifest.source(),
              DataFile.fingerprint(run.study.data(), run.study.split())));
      var plan = run.study.configuration().plan();
      if (chains > plan.chains()) {
        var study =
            run.study.with(
                run.study.configuration().withPlan(plan.withChains(chains)).stopped(null));
        var manifest = Manifest.of(study, run.manifest.source(), run.manifest.fingerprint());
        run = new RunStore(folder, study, manifest).forWriting();
        manifest.write(folder);
        return run;
      }
      return run.forWriting();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens a run as it is now, for reading; it may be one that another process is adding to. */
  public static RunStore read(Path folder) {
    try {
      RunStore run = load(folder);
      var seconds = run.readTimings();
      Journal.read(folder.resolve(JOURNAL), body -> run.restore(body, seconds));
      return run;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RunStore load(Path folder) throws IOException {
    if (!Manifest.isIn(folder)) {
      throw new InputException(
          "There is no run in %s: give the folder that 'coset fit --out' wrote.".formatted(folder));
    }
    Manifest manifest = Manifest.read(folder);
    var content = DataFile.read(folder, manifest.encoding());
    Study study =
        Study.restored(
            content.data(), content.split(), manifest.configuration(), manifest.scaling());
    return new RunStore(folder, study, manifest);
  }

  private RunStore forWriting() throws IOException {
    var seconds = readTimings();
    journal = Journal.open(folder.resolve(JOURNAL), body -> restore(body, seconds));
    return this;
  }

  private void restore(byte[] body, Map<Integer, Double> seconds) {
    ChainOutcome outcome = OutcomeCodec.decode(body, seconds);
    outcomes.put(outcome.chain(), outcome);
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
    study = study.with(configuration.withPlan(configuration.plan().withChains(chains)));
    manifest = Manifest.of(study, manifest.source(), manifest.fingerprint());
    try {
      manifest.write(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Keeps an outcome; when this returns, it is on disk. */
  public synchronized void append(ChainOutcome outcome) {
    if (journal == null) {
      throw new IllegalStateException("The run was opened for reading only.");
    }
    try {
      journal.append(OutcomeCodec.encode(outcome));
      outcomes.put(outcome.chain(), outcome);
      Files.writeString(
          folder.resolve(TIMINGS),
          outcome.chain() + "," + outcome.seconds() + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("The run in " + folder + " cannot be written", e);
    }
  }

  private Map<Integer, Double> readTimings() throws IOException {
    Map<Integer, Double> seconds = new TreeMap<>();
    Path file = folder.resolve(TIMINGS);
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        int comma = line.indexOf(',');
        try {
          seconds.put(
              Integer.valueOf(line.substring(0, comma)), Double.valueOf(line.substring(comma + 1)));
        } catch (NumberFormatException | StringIndexOutOfBoundsException cut) {
          continue; // a line that a kill cut short
        }
      }
    }
    return seconds;
  }

  /** Puts a file that was made from the draws beside them, whole or not at all. */
  public void attach(String name, String content) {
    try {
      DurableFiles.replace(folder, name, content.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("The run in " + folder + " cannot be written", e);
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
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
