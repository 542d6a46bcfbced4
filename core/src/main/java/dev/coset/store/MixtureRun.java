package dev.coset.store;

import dev.coset.model.Choice;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A run of several models while it is made, by one process at a time: first a choice among
 * candidates, then a run for each that is kept. The folder is that of a run without chains, which
 * holds data and lock.
 */
public final class MixtureRun implements AutoCloseable {
  private final RunStore whole;
  private Choice choice;

  private MixtureRun(RunStore whole, Choice choice) {
    this.whole = whole;
    this.choice = choice;
  }

  /**
   * Begins one, or resumes the same one if it is there already.
   *
   * @param study of any of the candidates: data, split and scaling count
   * @param wanted a choice that is not decided
   * @param rule by which the chains of every model are weighted
   */
  public static MixtureRun create(
      Path folder, Study study, Source source, Choice wanted, Weighting rule) {
    var kind = RunKind.oneModel(rule).choosing(wanted);
    RunStore whole = RunStore.create(folder, study, source, kind);
    try {
      Choice there = ChoiceFile.read(folder, whole.manifest()).orElseThrow();
      if (!there.cameOf(wanted)) {
        throw new RunFolder(folder)
            .another(whole.manifest(), Manifest.of(study, source, kind), "the models it tried");
      }
      return new MixtureRun(whole, there);
    } catch (IOException e) {
      whole.close();
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      whole.close();
      throw e;
    }
  }

  /** Opens one to resume it; nothing where the run is of one model. */
  public static Optional<MixtureRun> open(Path folder) {
    new RunFolder(folder).requireRun();
    try {
      Optional<Choice> choice = ChoiceFile.read(folder, Manifest.read(folder));
      return choice.map(there -> new MixtureRun(RunStore.open(folder), there));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path folder() {
    return whole.folder();
  }

  /** Data, split and scaling of all models. */
  public Study study() {
    return whole.study();
  }

  public Choice choice() {
    return choice;
  }

  /** What candidates have scored so far, open to add the rest until a choice is made of them. */
  public FoldScores scores() {
    if (choice.decided()) {
      throw new IllegalStateException("The models are chosen: no scores can be added.");
    }
    try {
      return FoldScores.in(folder(), ChoiceFile.digest(choice, whole.manifest()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Keeps scores, weights and plans; from now on nothing but chains is missing. */
  public void decide(Choice decided) {
    try {
      ChoiceFile.write(folder(), whole.manifest(), decided);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    choice = decided;
  }

  /**
   * The runs of the models that are kept, open to add what is missing of them; to be closed before
   * this.
   *
   * @param chains each gets at least so many
   */
  public Mixture mixture(int chains) {
    List<Mixture.Part> parts = new ArrayList<>();
    try {
      for (Choice.Candidate candidate : choice.kept()) {
        Path place = Mixture.place(folder(), candidate);
        if (!Manifest.isIn(place)) {
          begin(place, candidate);
        }
        Mixture.requirePart(folder(), whole.manifest(), choice, candidate);
        parts.add(part(candidate, RunStore.extend(place, chains, whole)));
      }
      return new Mixture(folder(), parts, Optional.of(choice));
    } catch (IOException e) {
      parts.forEach(part -> part.run().close());
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      parts.forEach(part -> part.run().close());
      throw e;
    }
  }

  private Mixture.Part part(Choice.Candidate candidate, RunStore run) {
    try {
      run.ask(whole.weights().asked());
    } catch (RuntimeException e) {
      run.close();
      throw e;
    }
    return Mixture.Part.of(candidate.name(), run, candidate.weight());
  }

  private void begin(Path place, Choice.Candidate candidate) {
    Manifest manifest = whole.manifest();
    RunKind kind = manifest.kind();
    RunStore.create(
            place,
            whole.study().with(candidate.configuration()),
            manifest.source(),
            kind == null ? null : kind.as(ChoiceFile.part(choice, candidate, manifest)))
        .close();
  }

  @Override
  public void close() {
    whole.close();
  }
}
