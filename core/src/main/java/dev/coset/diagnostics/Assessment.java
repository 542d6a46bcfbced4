package dev.coset.diagnostics;

import dev.coset.model.Weighting;
import dev.coset.predictive.TestRows;
import dev.coset.store.Mixture;
import java.util.Optional;

/**
 * Scores, diagnostics and verdict of a finished run, computed once.
 *
 * @param test predictions of the test rows; empty where there are none
 * @param convergence what the chains of the highest-weight model say of it
 * @param lead diagnostics of the highest-weight model; empty where no chain has finished
 * @param verdict on the whole
 */
public record Assessment(
    Optional<TestRows> test,
    ChainConvergence convergence,
    Optional<RunDiagnostics> lead,
    Verdict verdict) {

  /** Assesses a run as it is now. */
  public static Assessment of(Mixture run, int threads) {
    Mixture.Part lead = run.parts().getFirst();
    return of(run, ChainConvergence.of(lead.run().study(), lead.chains()), threads);
  }

  /**
   * Assesses a run that was watched as its chains came, which of many chains saves most of the
   * work.
   *
   * @param watched by what saw all chains of the first model, each weighted equally
   */
  public static Assessment watched(Mixture run, ChainConvergence watched, int threads) {
    boolean alike =
        run.parts().size() == 1 && run.parts().getFirst().chains().used() == Weighting.EQUAL;
    return alike ? of(run, watched, threads) : of(run, threads);
  }

  private static Assessment of(Mixture run, ChainConvergence convergence, int threads) {
    Mixture.Part lead = run.parts().getFirst();
    Optional<TestRows> test = run.hasDraws() ? TestRows.of(run, threads) : Optional.empty();
    Optional<RunDiagnostics> diagnostics =
        lead.run().draws().count() == 0
            ? Optional.empty()
            : Optional.of(RunDiagnostics.of(lead.run(), lead.chains(), convergence, threads));
    return new Assessment(
        test, convergence, diagnostics, Verdict.of(run, diagnostics, test, threads));
  }
}
