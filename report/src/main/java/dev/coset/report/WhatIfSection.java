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
      Set.of(Likelihood.NORMAL, Likelihood.HETEROSCEDASTIC, Likelihood.CATEGORICAL);

  private static final Block UNKNOWN =
      new Block.Text(
          "The page cannot evaluate this likelihood: 'coset predict' predicts new rows.");

  private WhatIfSection() {}

  static Section of(Mixture run, int threads) {
    return of(block(run, threads));
  }

  /** Of a run that is compressed already. */
  static Section of(CompressedRun run) {
    boolean known = run.models().stream().allMatch(model -> KNOWN.contains(model.likelihood()));
    return of(known ? new Block.WhatIf(run) : UNKNOWN);
  }

  private static Section of(Block block) {
    return new Section(
        "whatif",
        "What if",
        "What the model says of a row of your own, at once: change a value and see the prediction"
            + " move.",
        List.of(block));
  }

  private static Block block(Mixture run, int threads) {
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
              "The draws differ so much that %d of them cannot stand for all in this page: 'coset predict' predicts new rows."
                  .formatted(small.draws()));
        }
        if (small.bytes().length <= MOST_BYTES) {
          return new Block.WhatIf(small);
        }
      }
      return new Block.Text(
          "The network is too large for its draws to travel in this page: 'coset predict' predicts"
              + " new rows.");
    } catch (InputException e) {
      return new Block.Text("The draws are not in this page: " + e.getMessage());
    }
  }

  /** What the page holds and what it lost, a sentence each. */
  static String told(CompressedRun run) {
    CompressionLoss loss = run.loss();
    KeptRows rows = run.rows();
    return String.format(
        Locale.ROOT,
        "The posterior is inside this page: %d weighted draws stand for %d. Their predictions lose"
            + " %.2g nats on average at training rows (Kullback-Leibler, largest %.2g) and %.2g at"
            + " %s. %s",
        run.draws(),
        run.drawn(),
        loss.train().mean(),
        loss.train().max(),
        loss.fresh().mean(),
        loss.freshAreTest() ? "test rows" : "inputs made up of training rows",
        rows == null
            ? "The page contains no rows of the data; its charts show single values."
            : "The page contains %d %s of the data; 'coset report --no-rows' leaves them out."
                .formatted(
                    rows.count(),
                    (rows.test() ? "test row" : "training row") + (rows.count() == 1 ? "" : "s")));
  }
}
