package dev.coset.diagnostics;

import static dev.coset.diagnostics.Wording.format;

import dev.coset.message.Message;
import dev.coset.message.Setting;
import dev.coset.model.Choice;
import dev.coset.model.Choice.Candidate;
import java.util.Comparator;
import java.util.Optional;

/** How sure the choice of the model is, where the held-out rows leave it uncertain. */
final class ChoiceVerdict {
  private ChoiceVerdict() {}

  /** Empty where several folds decided, and against a constant prediction. */
  static Optional<Finding> of(Choice choice) {
    double ofConstant =
        choice.kept().stream().filter(Candidate::constant).mapToDouble(Candidate::weight).sum();
    if (ofConstant == 0 && !choice.byOneFold()) {
      return Optional.empty();
    }
    String uncertain =
        ofConstant > 0
            ? format(
                "A constant prediction keeps %.0f%% of the weight: no candidate is clearly ahead of"
                    + " it.",
                100 * ofConstant)
            : best(choice);
    String scored = "The candidates were scored on %s.".formatted(choice.scoredOn());
    Message advice =
        choice.byOneFold()
            ? Message.of("Rerun with a longer %s for more folds.", Setting.TIME)
            : Message.text("More rows may decide it.");
    return Optional.of(Finding.note("model choice", "%s %s %s", uncertain, scored, advice));
  }

  private static String best(Choice choice) {
    Candidate best =
        choice.candidates().stream()
            .max(Comparator.comparingDouble(Candidate::score))
            .orElseThrow();
    return format(
        "One fold of cross-validation chose the model: the best candidate, %s, has a log score of"
            + " %.3g with a standard error of %.2g.",
        best.name(), best.score(), best.error());
  }
}
