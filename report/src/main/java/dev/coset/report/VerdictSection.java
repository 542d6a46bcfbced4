package dev.coset.report;

import dev.coset.diagnostics.Finding;
import dev.coset.diagnostics.Finding.Severity;
import dev.coset.diagnostics.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How good the predictions are, whether to trust them, and what to do. */
final class VerdictSection {
  private VerdictSection() {}

  static Section of(RunFigures figures) {
    Verdict verdict = figures.verdict();
    List<Block> blocks = new ArrayList<>();
    figures.testScores().ifPresent(scores -> blocks.add(new Block.Facts(scores.facts())));
    Optional<Finding> first = first(verdict.findings());
    blocks.add(
        new Block.Advice(
            answer(figures),
            verdict.headline(),
            first.map(VerdictSection::action).orElseGet(() -> nothingToDo(figures)),
            first.map(Finding::severity).orElse(Severity.OK)));
    blocks.add(
        new Block.Findings(
            verdict.findings().stream().filter(f -> first.stream().noneMatch(f::equals)).toList()));
    verdict
        .baselines()
        .ifPresent(simple -> blocks.add(BaselineTable.of(figures, figures.tested().get(), simple)));
    return new Section(
        "verdict",
        "Verdict",
        "How good are the predictions, can you trust them, and what should you do?",
        blocks);
  }

  /** The one to act on: the worst problem, or else a note that says what to do. */
  private static Optional<Finding> first(List<Finding> findings) {
    return findings.stream()
        .filter(
            f ->
                f.severity() == Severity.WARNING
                    || f.severity() == Severity.NOTE && !f.remedies().isEmpty())
        .findFirst();
  }

  private static String action(Finding finding) {
    return (finding.severity() == Severity.WARNING ? "" : "Optional: ") + OptionText.of(finding);
  }

  private static String answer(RunFigures figures) {
    if (figures.verdict().findings().stream().anyMatch(f -> f.severity() == Severity.WARNING)) {
      return "Not yet";
    }
    return figures.hasTest() ? "Yes" : "Unknown";
  }

  private static String nothingToDo(RunFigures figures) {
    return figures.hasTest()
        ? "Nothing. Predict new rows with 'coset predict'."
        : "No rows were kept for testing, so the error is unknown. Rerun with --test-fraction 0.2,"
            + " or score new rows with 'coset score'.";
  }
}
