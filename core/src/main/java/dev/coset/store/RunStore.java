package dev.coset.store;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.MemoryNeed;
import dev.coset.data.InputException;
import dev.coset.data.Scaling;
import dev.coset.message.Message;
import dev.coset.model.ChainWeights;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.model.TrainingRange;
import dev.coset.model.Weighting;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import java.io.IOException;
import java.io.UncheckedIOException;
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
  private static final long MOST_RECORD_BYTES = Integer.MAX_VALUE - 64; // of an array

  private final Path folder;
  private final @Nullable RunStore whole; // whose data this one has
  private @Nullable Study study; // read when it is first asked for
  private Manifest manifest;
  private final TreeMap<Integer, ChainOutcome> outcomes = new TreeMap<>();
  private final Timings timings;
  private int lost; // records that damage made unreadable
  private @Nullable Draws draws; // of all outcomes, once they were asked for
  private @Nullable Journal journal;
  private @Nullable RunLock lock;

  private RunStore(
      Path folder, Manifest manifest, @Nullable Study study, @Nullable RunStore whole) {
    this.folder = folder;
    this.timings = new Timings(folder);
    this.manifest = manifest;
    this.study = study;
    this.whole = whole;
  }

  /** Begins a run on data that a program made, or resumes the same one if it is there. */
  public static RunStore create(Path folder, Study study, String source) {
    return create(folder, study, Source.of(source));
  }

  /**
   * Begins a run, or resumes the same one if it is there already.
   *
   * @throws InputException where the folder holds something else
   */
  public static RunStore create(Path folder, Study study, Source source) {
    return create(folder, study, source, Weighting.EQUAL);
  }

  /** The same with a rule by which chains are weighted. */
  public static RunStore create(Path folder, Study study, Source source, Weighting rule) {
    return create(folder, study, source, RunKind.oneModel(rule));
  }

  /** The same of a kind; null for a part of a run whose files are not bound. */
  static RunStore create(Path folder, Study study, Source source, @Nullable RunKind kind) {
    DataFile.requireFits(study.data(), study.split());
    requireFits(study);
    Manifest manifest = Manifest.of(study, source, kind);
    var place = new RunFolder(folder);
    try {
      boolean fresh = place.prepare();
      RunLock lock = RunLock.take(folder); // before the first byte is written
      try {
        if (Manifest.isIn(folder)) {
          place.requireSame(manifest);
          var configuration = manifest.configuration();
          RunStore run =
              open(
                  place,
                  configuration.until() == null ? configuration.plan().chains() : 0,
                  null,
                  lock);
          if (kind != null) {
            run.ask(kind.weighting());
          }
          return run;
        }
        place.begin(study, manifest, fresh);
        return new RunStore(folder, manifest, study, null).forWriting(lock);
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Refuses chains that neither a record of the journal, which is one array, nor memory holds. */
  private static void requireFits(Study study) {
    MemoryNeed.requireFits(study.posterior(), study.configuration().plan(), 1);
    var sampler = study.configuration().plan().sampler();
    long draws = sampler.draws();
    long bytes = OutcomeCodec.size(draws, study.posterior().dimension(), sampler.schema());
    if (bytes > MOST_RECORD_BYTES) {
      throw new InputException(
          "A chain of %d draws of %d numbers takes %d bytes, but at most %d can be stored. Use fewer draws per chain, and more chains."
              .formatted(draws, study.posterior().dimension(), bytes, MOST_RECORD_BYTES));
    }
  }

  /** Opens a run to add what is missing of it. */
  public static RunStore open(Path folder) {
    return extend(folder, 0);
  }

  /** Opens a run to add chains until it has at least this many. */
  public static RunStore extend(Path folder, int chains) {
    return extend(folder, chains, null);
  }

  /** The same of a part of a run, with the data of the whole. */
  static RunStore extend(Path folder, int chains, @Nullable RunStore whole) {
    var place = new RunFolder(folder);
    try {
      place.requireRun();
      RunLock lock = RunLock.take(folder);
      try {
        return open(place, chains, whole, lock);
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RunStore open(RunFolder place, int chains, @Nullable RunStore whole, RunLock lock)
      throws IOException {
    RunStore run = load(place, whole);
    Study study = run.study();
    run.manifest.requireSameNumerics(place.path());
    place.removePending();
    if (chains > study.configuration().plan().chains()) {
      var configuration = study.configuration();
      var more = configuration.plan().withChains(chains);
      MemoryNeed.requireFits(study.posterior(), more, 1);
      run.change(configuration.withPlan(more).stopped(null));
    }
    return run.forWriting(lock);
  }

  /**
   * Opens a run as it is now, for reading; it may be one that another process is adding to. The
   * data are read when they are first asked for.
   */
  public static RunStore read(Path folder) {
    return read(folder, null);
  }

  /** The same of a part of a run, with the data of the whole. */
  static RunStore read(Path folder, @Nullable RunStore whole) {
    var place = new RunFolder(folder);
    try {
      place.requireRun();
      RunStore run = load(place, whole);
      run.lost = Journal.read(place.journal(), run.manifest.digest(), run.restoring()).lost();
      return run;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RunStore load(RunFolder place, @Nullable RunStore whole) throws IOException {
    return new RunStore(place.path(), place.manifest(), null, whole);
  }

  private RunStore forWriting(RunLock held) throws IOException {
    journal = Journal.open(new RunFolder(folder).journal(), manifest.digest(), restoring());
    lock = held;
    return this;
  }

  /** Takes in the journal's records; says whether it understood one. */
  private Predicate<byte[]> restoring() {
    Map<Integer, Double> seconds = timings.read();
    int dimension = manifest.posteriorWithoutData().dimension();
    return body -> {
      Optional<ChainOutcome> outcome =
          OutcomeCodec.decode(body, dimension, manifest.statistics(), seconds);
      outcome.ifPresent(o -> outcomes.put(o.chain(), o));
      return outcome.isPresent();
    };
  }

  /**
   * Makes a number of chains the whole run; what the journal holds beyond them no longer counts.
   */
  synchronized void limitTo(int chains) {
    var configuration = manifest.configuration();
    try {
      change(configuration.withPlan(configuration.plan().withChains(chains)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void change(Configuration configuration) throws IOException {
    study = study().with(configuration);
    draws = null;
    manifest = manifest.with(configuration);
    manifest.write(folder);
  }

  /** Keeps an outcome; when this returns, it is on disk. */
  public void append(ChainOutcome outcome) {
    append(List.of(outcome));
  }

  /** Keeps outcomes, all or none; when this returns, they are on disk. */
  public synchronized void append(List<ChainOutcome> added) {
    if (journal == null) {
      throw new IllegalStateException("The run was opened for reading only.");
    }
    try {
      journal.append(added.stream().map(OutcomeCodec::encode)::iterator); // one by one, for memory
    } catch (IOException e) {
      throw new UncheckedIOException(DurableFiles.about(new RunFolder(folder).journal(), e));
    }
    added.forEach(outcome -> outcomes.put(outcome.chain(), outcome));
    draws = null;
    timings.add(added);
  }

  /** Remembers how long somebody waited for chains. */
  public void addWait(double seconds) {
    timings.addWait(seconds);
  }

  /** The seconds that were waited for chains, as far as is known. */
  public double waited() {
    return timings.waited();
  }

  /** Puts a file that was made from the draws beside them, whole or not at all. */
  public void attach(String name, String content) {
    new RunFolder(folder).attach(name, content);
  }

  /** The weights of chains as the folder has them, or the rule that they are to be made by. */
  public synchronized ChainWeights weights() {
    RunKind kind = manifest.kind();
    try {
      return WeightsFile.read(folder, manifest, plannedChains())
          .orElse(ChainWeights.asked(kind == null ? Weighting.EQUAL : kind.weighting()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Has the chains of a run whose manifest has no rule weighted by this one. */
  void ask(Weighting rule) {
    if (!manifest.bound() && weights().asked() != rule) {
      weigh(ChainWeights.asked(rule));
    }
  }

  /** Keeps the weights of chains, which the run's own rule made. */
  public synchronized void weigh(ChainWeights weights) {
    RunKind kind = manifest.kind();
    if (kind != null && kind.weighting() != weights.asked()) {
      throw new IllegalArgumentException(
          "The run's chains are weighted by %s, not by %s."
              .formatted(kind.weighting(), weights.asked()));
    }
    try {
      if (!weights.equals(weights())) {
        WeightsFile.write(folder, manifest, weights);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path folder() {
    return folder;
  }

  /** Data, split and configuration. */
  public synchronized Study study() {
    Study known = study;
    if (known == null) {
      var place = new RunFolder(folder);
      try {
        known =
            whole == null || manifest.hasData()
                ? place.study(manifest)
                : place.study(manifest, whole.study(), whole.manifest());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      study = known;
    }
    return known;
  }

  /** The posterior without its data, which prediction does not need. */
  public synchronized Posterior posteriorWithoutData() {
    return study == null ? manifest.posteriorWithoutData() : study.posterior();
  }

  private int plannedChains() {
    return manifest.configuration().plan().chains();
  }

  /** How features become what the networks see, and what these say becomes the target. */
  Scaling scaling() {
    RunStore of = whole != null && !manifest.hasData() ? whole : this;
    var ranges = of.manifest().ranges();
    return ranges == null ? study().scaling() : manifest().scaling().clampedTo(ranges.target());
  }

  /** Where the training rows lie. */
  TrainingRange range() {
    RunStore of = whole != null && !manifest.hasData() ? whole : this;
    var ranges = of.manifest().ranges();
    return ranges == null ? TrainingRange.of(study()) : ranges.features();
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

  /** How many chains have an outcome. */
  public synchronized int size() {
    int chains = plannedChains();
    boolean all = outcomes.isEmpty() || outcomes.lastKey() < chains;
    return all ? outcomes.size() : counted().size();
  }

  /** The outcomes so far, in the order of chains. */
  public synchronized List<ChainOutcome> outcomes() {
    return List.copyOf(counted().values());
  }

  /** A run stopped by a rule may have stored chains beyond those it was content with. */
  private SortedMap<Integer, ChainOutcome> counted() {
    return outcomes.headMap(plannedChains());
  }

  /** What is to be said to whoever uses fewer chains than were planned, and why they are. */
  public synchronized Optional<Message> shortfall() {
    return Shortfall.of(folder, plannedChains(), outcomes(), lost).map(Shortfall::sentence);
  }

  public boolean complete() {
    return manifest().configuration().plan().missingFrom(stored()).findAny().isEmpty();
  }

  /** All draws so far, in the order of chains. */
  public synchronized Draws draws() {
    if (draws == null) {
      List<Draws> parts = new ArrayList<>();
      for (ChainOutcome outcome : outcomes()) {
        if (outcome instanceof ChainOutcome.Finished finished) {
          parts.add(finished.draws());
        }
      }
      draws =
          Draws.concatenate(
              manifest.posteriorWithoutData().dimension(), manifest.statistics(), parts);
    }
    return draws;
  }

  /** The number of draws so far. */
  public int drawCount() {
    return draws().count();
  }

  /** The reason that most of the failed chains gave, if any failed. */
  public Optional<String> failure() {
    return Shortfall.commonReason(outcomes());
  }

  /** Gradients of all finished chains. */
  public long gradients() {
    long gradients = 0;
    for (ChainOutcome outcome : outcomes()) {
      gradients += outcome instanceof ChainOutcome.Finished finished ? finished.gradients() : 0;
    }
    return gradients;
  }

  /** Divergent draws of all finished chains. */
  public long divergences() {
    return draws().total(DrawSchema.DIVERGING);
  }

  @Override
  public synchronized void close() {
    try (RunLock held = lock) { // closed last, whatever the journal says
      if (journal != null) {
        journal.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
