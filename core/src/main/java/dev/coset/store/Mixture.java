package dev.coset.store;

import dev.coset.data.Encoding;
import dev.coset.data.InputException;
import dev.coset.data.Points;
import dev.coset.data.Scaling;
import dev.coset.distribution.Predictive;
import dev.coset.message.Command;
import dev.coset.message.Message;
import dev.coset.model.ChainWeights;
import dev.coset.model.Choice;
import dev.coset.model.Study;
import dev.coset.model.TrainingRange;
import dev.coset.model.Weighting;
import dev.coset.posterior.WeightedDraws;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The models with which a run predicts: one model, or several of one table with weights. Each is a
 * run of its own; of several, each lies in a folder of the run's {@code candidates}.
 *
 * @param folder of the whole
 * @param parts that predict, by descending weight
 * @param choice how several came about; empty for one model
 */
public record Mixture(Path folder, List<Part> parts, Optional<Choice> choice)
    implements FittedModel {
  private static final String CANDIDATES = "candidates";

  /**
   * One model.
   *
   * @param weight what share of the predictive it has
   * @param chains how much each of its chains counts within it
   */
  public record Part(String name, RunStore run, double weight, ChainWeights chains) {

    /** One with the weights that its run has; the run is closed where they cannot be read. */
    static Part of(String name, RunStore run, double weight) {
      try {
        return new Part(name, run, weight, run.weights());
      } catch (RuntimeException e) {
        run.close();
        throw e;
      }
    }

    /** Its draws, each with its weight within the model. */
    public WeightedDraws draws() {
      requireWeights();
      return chains.over(run.draws());
    }

    /** Refuses weights of other chains. */
    private void requireWeights() {
      if (chains.used() != Weighting.EQUAL && !chains.fit(run.draws())) {
        throw InputException.of(
            "Some chains of the run %s have no weights yet. Weight them with %s.",
            run.folder(), Command.RESUME.of(run.folder()));
      }
    }
  }

  public Mixture {
    parts = parts.stream().sorted(Comparator.comparingDouble(Part::weight).reversed()).toList();
  }

  /** A run of one model. */
  public static Mixture of(RunStore run) {
    return new Mixture(run.folder(), List.of(Part.of("", run, 1)), Optional.empty());
  }

  /** Opens a run as it is now, for reading. */
  public static Mixture read(Path folder) {
    new RunFolder(folder).requireRun();
    try {
      Manifest whole = Manifest.read(folder);
      Optional<Choice> choice = ChoiceFile.read(folder, whole);
      if (choice.isEmpty()) {
        return of(RunStore.read(folder));
      }
      if (!choice.get().decided()) {
        throw InputException.of(
            "The run %s has not chosen its model yet. Continue with %s.",
            folder, Command.RESUME.of(folder));
      }
      RunStore data = RunStore.read(folder);
      List<Part> parts = new ArrayList<>();
      for (Choice.Candidate candidate : choice.get().kept()) {
        requirePart(folder, whole, choice.get(), candidate);
        RunStore run = RunStore.read(place(folder, candidate), data);
        parts.add(Part.of(candidate.name(), run, candidate.weight()));
      }
      return new Mixture(folder, parts, choice);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Refuses to take a model for one that a run chose where it is missing or came of another. */
  static void requirePart(Path folder, Manifest whole, Choice choice, Choice.Candidate candidate)
      throws IOException {
    Path place = place(folder, candidate);
    if (!Manifest.isIn(place)) {
      throw InputException.of(
          "The model %s of the run %s is missing or not sampled yet. Restore it from a copy, or"
              + " sample it with %s.",
          candidate.name(), folder, Command.RESUME.of(folder));
    }
    Manifest part = Manifest.read(place);
    RunKind kind = part.kind();
    boolean same =
        whole.bound()
            ? kind != null && ChoiceFile.part(choice, candidate, whole).equals(kind.part())
            : part.fingerprint().equals(whole.fingerprint());
    if (!same) {
      throw new InputException(
          "The folder %s does not hold the model that the run %s chose: restore the run from one copy, or fit again."
              .formatted(place, folder));
    }
  }

  /** What to tell users of a run whose files could be exchanged unnoticed. */
  public Optional<Message> unboundWarning() {
    return lead().manifest().unboundWarning(folder);
  }

  /** Where a model of several lies. */
  static Path place(Path folder, Choice.Candidate candidate) {
    return folder.resolve(CANDIDATES).resolve(candidate.name());
  }

  /** The same models, whose chains count as a function of each model's run says. */
  public Mixture withChains(Function<Part, ChainWeights> weights) {
    return new Mixture(
        folder,
        parts.stream().map(p -> new Part(p.name, p.run, p.weight, weights.apply(p))).toList(),
        choice);
  }

  /** The highest-weight model. */
  public RunStore lead() {
    return parts.getFirst().run();
  }

  /** Data, split and scaling, which all models share; the model is the highest-weight one. */
  public Study study() {
    return lead().study();
  }

  @Override
  public Encoding encoding() {
    return lead().manifest().encoding();
  }

  @Override
  public Scaling scaling() {
    return lead().scaling();
  }

  @Override
  public TrainingRange range() {
    return lead().range();
  }

  @Override
  public Points test() {
    return study().test();
  }

  @Override
  public boolean hasDraws() {
    return parts.stream().allMatch(part -> part.run().draws().count() > 0);
  }

  @Override
  public void requireDraws() {
    for (Part part : parts) {
      RunStore run = part.run();
      if (run.draws().count() == 0) {
        throw run.failure()
            .filter(reason -> run.complete())
            .map(
                reason ->
                    InputException.of("All chains of the run %s failed: %s", run.folder(), reason))
            .orElseGet(
                () ->
                    InputException.of(
                        "The run %s has no finished chain yet. Continue with %s.",
                        run.folder(), Command.RESUME.of(folder)));
      }
    }
  }

  @Override
  public Predictive predictive(double[][] x, int threads) {
    return predictive(x, Integer.MAX_VALUE, threads);
  }

  /** The same by at most so many draws of each model, evenly picked. */
  public Predictive predictive(double[][] x, int most, int threads) {
    List<Predictive> each = new ArrayList<>();
    double[] weights = new double[parts.size()];
    for (Part part : parts) {
      weights[each.size()] = part.weight();
      each.add(part.draws().evenly(most).predictive(part.run().posteriorWithoutData(), x, threads));
    }
    return Predictive.mixed(each, weights);
  }

  /** Puts a file that was made from the draws into the folder, whole or not at all. */
  public void attach(String name, String content) {
    new RunFolder(folder).attach(name, content);
  }

  @Override
  public void close() {
    parts.forEach(part -> part.run().close());
  }
}
