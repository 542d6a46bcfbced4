package dev.coset.report;

import dev.coset.compression.Compression;
import dev.coset.data.InputException;
import dev.coset.posterior.Likelihood;
import dev.coset.store.CompressedRun;
import dev.coset.store.CompressionLoss;
import dev.coset.store.KeptRows;
import dev.coset.store.Mixture;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The posterior inside the page, and a form that asks it. */
final class WhatIfSection {
  private static final int MOST_BYTES = 1_500_000;

  /** Tried in turn until what is kept fits into a page. */
  private static final double[] BOUNDS = {Compression.BOUND, 0.03, 0.1};

  /** More take long to choose, and the page long to answer. */
  private static final int MOST_DRAWS = 256;

  /** Those that the page's script can evaluate. */
  private static final Set<String> KNOWN =
      Set.of(
          Likelihood.NORMAL,
          Likelihood.HETEROSCEDASTIC,
          Likelihood.STUDENT,
          Likelihood.CATEGORICAL);

  private static final Block UNKNOWN =
      new Block.Text(
          "The page cannot evaluate this likelihood. Predict new rows with 'coset predict'.");

  private WhatIfSection() {}

  /**
   * Of a run.
   *
   * @param dependence that orders the columns, if there is any
   */
  static Section of(Mixture run, Optional<Dependence> dependence, int threads) {
    return of(block(run, dependence.map(WhatIfSection::order).orElse(List.of()), threads));
  }

  /** The places of the columns, the most important first. */
  private static List<Integer> order(Dependence dependence) {
    return dependence.sensitivity().columns().stream()
        .map(of -> dependence.encoding().columns().indexOf(of.column().column()))
        .toList();
  }

  /** Of a run that is compressed already. */
  static Section of(CompressedRun run) {
    boolean known = run.models().stream().allMatch(model -> KNOWN.contains(model.likelihood()));
    return of(known ? new Block.WhatIf(run, List.of()) : UNKNOWN);
  }

  private static Section of(Block block) {
    return new Section(
        "whatif",
        "What if",
        "Change a value of a row and see what the model predicts.",
        List.of(block));
  }

  private static Block block(Mixture run, List<Integer> order, int threads) {
    if (!run.hasDraws()) {
      return new Block.Text("There are no draws yet to predict with.");
    }
    if (!run.parts().stream()
        .allMatch(part -> KNOWN.contains(part.run().study().configuration().likelihood()))) {
      return UNKNOWN;
    }
    try {
      for (double bound : BOUNDS) {
        CompressedRun small = Compression.ofAtMost(MOST_DRAWS, run, bound, true, threads);
        if (small.loss().train().mean() > BOUNDS[BOUNDS.length - 1]) {
          return new Block.Text(
              "The draws differ too much for %d of them to stand for all in this page. Predict new rows with 'coset predict'."
                  .formatted(small.draws()));
        }
        if (small.bytes().length <= MOST_BYTES) {
          return new Block.WhatIf(small, order);
        }
      }
      return new Block.Text(
          "The network is too large for this page. Predict new rows with 'coset predict'.");
    } catch (InputException e) {
      return new Block.Text("The draws are not in this page: " + e.getMessage());
    }
  }

  /** What the page holds, and what the compression lost. */
  static String told(CompressedRun run) {
    CompressionLoss loss = run.loss();
    KeptRows rows = run.rows();
    return String.format(
        Locale.ROOT,
        "%d weighted draws inside this page stand for all %d of the run. Predictions of %s differ"
            + " by %.2g on average and %.2g at most (Kullback-Leibler divergence). %s",
        run.draws(),
        run.drawn(),
        loss.freshAreTest() ? "test rows" : "rows like the training rows",
        loss.fresh().mean(),
        loss.fresh().max(),
        rows == null
            ? "The page contains no rows of the data; its charts show single values."
            : "The page contains %d %s of the data; 'coset report --no-rows' omits them."
                .formatted(
                    rows.count(),
                    (rows.test() ? "test row" : "training row") + (rows.count() == 1 ? "" : "s")));
  }
}
