package dev.coset.store;

import dev.coset.model.Choice;
import dev.coset.model.Weighting;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The kind of a run, fixed when it begins: one model, a choice among several, or a model that a
 * choice kept. The manifest holds it, so that one rename commits everything that decides a run's
 * results.
 *
 * @param weighting the rule by which chains are weighted
 * @param choice the models that are tried, before any of them is; null where nothing is chosen
 * @param part what this model is a part of; null for a run of its own
 */
public record RunKind(Weighting weighting, @Nullable Choice choice, @Nullable Part part) {
  /**
   * One model of a run of several.
   *
   * @param choice the digest of the decided choice, in hex
   * @param candidate its name in that choice
   */
  public record Part(String choice, String candidate) {
    public Part {
      Objects.requireNonNull(choice); // a file may lack anything
      Objects.requireNonNull(candidate);
    }
  }

  public RunKind {
    Objects.requireNonNull(weighting);
    if (choice != null && choice.decided()) {
      throw new IllegalArgumentException("A run begins before its models are chosen.");
    }
  }

  /** One model. */
  public static RunKind oneModel(Weighting weighting) {
    return new RunKind(weighting, null, null);
  }

  RunKind choosing(Choice undecided) {
    return new RunKind(weighting, undecided, null);
  }

  RunKind as(Part of) {
    return new RunKind(weighting, null, of);
  }
}
