package dev.coset.fit;

import dev.coset.data.InputException;
import dev.coset.message.Setting;
import dev.coset.model.Choice.Budget;
import dev.coset.model.Study;
import dev.coset.selection.CostModel;
import dev.coset.sensitivity.Sensitivity;

/**
 * The time that a whole fit may take: reading, choice, chains, scores and report.
 *
 * @param seconds in all
 * @param began when the command did, by {@link System#nanoTime}
 * @param afterwards what of it follows the last chain
 */
record TimeLimit(double seconds, long began, double afterwards) {
  /** The start of Java, before the command begins. */
  private static final double START = 0.5;

  /** Until the kernels of all models are compiled. */
  static final double COMPILING = 3;

  /** More than what was given, as users see it. */
  private static final double OVER = 1.2;

  private static final double SCORES = 2; // core-seconds, mostly the compiler's
  private static final double DRAWS = 250; // about what short chains have
  private static final double PER_DRAW = 0.1e-6; // and test row
  private static final double PER_PAIR = 0.25e-9; // of a test and a training row, by column
  private static final double PER_CUBE = 0.5e-9; // of columns: the baselines' eigenvalues

  /** Of a report; one thread makes most of it. */
  private static final double REPORT = 1;

  private static final double PER_EXPLAINED = 0.011; // column and output
  private static final double PER_COLUMN = 1.5e-3;
  private static final double PER_ROW = 3e-4;
  private static final int MOST_ROWS = 10_000; // more are thinned

  /**
   * The limit for a study.
   *
   * @param report whether one is made
   * @param slowness see {@link MachineSpeed#slowness}
   */
  static TimeLimit of(
      double seconds, long began, Study study, boolean report, int threads, double slowness) {
    double test = study.split().test().length;
    double train = study.split().train().length;
    int columns = study.scaling().kept().length;
    double outputs = study.scaling().target().kind().width();
    double shared = SCORES + test * (outputs * DRAWS * PER_DRAW + train * columns * PER_PAIR);
    double alone = PER_CUBE * columns * columns * columns;
    double scores = shared / threads + alone;
    double page =
        REPORT
            + PER_EXPLAINED * Math.min(columns, Sensitivity.MOST_COLUMNS) * outputs
            + PER_COLUMN * columns
            + PER_ROW * Math.min(train + test, MOST_ROWS)
            + scores;
    double atLeast =
        Math.max(1, slowness); // vector units, which make gradients fast, help little here
    return new TimeLimit(seconds, began, atLeast * (scores + (report ? page : 0)));
  }

  /** Seconds that are left for the choice and the chains. */
  double left() {
    return seconds - START - (System.nanoTime() - began) * 1e-9 - afterwards;
  }

  /**
   * The work that fits into what is left.
   *
   * @param least core-seconds that the choice and the chains take at the least
   */
  Budget budget(double least, int threads, double slowness) {
    double shortest = seconds - left() + COMPILING + least * slowness / threads;
    if (shortest > OVER * seconds) {
      throw InputException.of(
          "The time is too short for this table: reading, sampling and scoring take at least %.0f"
              + " s. Give that or more with %s.",
          Math.ceil(shortest), Setting.TIME);
    }
    return CostModel.filling(Math.max(1, left() - COMPILING) * threads / slowness);
  }
}
