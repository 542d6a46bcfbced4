package dev.coset.experiments;

import dev.coset.chains.ChainOutcome;
import dev.coset.distribution.Predictive;
import dev.coset.model.Study;
import dev.coset.modes.Findings;
import dev.coset.posterior.Draws;
import dev.coset.posterior.OutputValues;
import dev.coset.symmetry.SymmetryRemoval;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * What many chains of one draw each saw of a posterior.
 *
 * @param failed chains, which have no draw
 */
record SampledPosterior(Study study, Draws draws, int failed) {

  static SampledPosterior of(Study study, List<ChainOutcome> outcomes) {
    List<Draws> parts =
        outcomes.stream()
            .filter(ChainOutcome.Finished.class::isInstance)
            .map(outcome -> ((ChainOutcome.Finished) outcome).draws())
            .toList();
    Draws draws =
        Draws.concatenate(
            study.posterior().dimension(), study.configuration().plan().sampler().schema(), parts);
    return new SampledPosterior(study, draws, outcomes.size() - parts.size());
  }

  /** How it was sampled, as a part of a sentence. */
  String described() {
    var plan = study.configuration().plan();
    return "%d chains of one draw after %d warm-up steps, seed %d%s"
        .formatted(
            draws.count(),
            plan.sampler().warmup(),
            plan.seed(),
            failed == 0 ? "" : ", without %d chains that failed".formatted(failed));
  }

  /** Its modes; the eigengap shows their number. */
  Findings modes(SymmetryRemoval removal, int threads) {
    return Findings.of(study, draws, removal, OptionalInt.empty(), threads);
  }

  /** What draws compute at inputs of the one feature (draw, input). */
  double[][] values(Draws some, double[] x, int threads) {
    return OutputValues.of(study.posterior(), some, new double[][] {x}, threads).output(0);
  }

  /** What draws predict at inputs of the one feature. */
  Predictive predictive(Draws some, double[] x, int threads) {
    return study.posterior().predictive(some, new double[][] {x}, threads);
  }

  /** One entry of every draw. */
  static double[] entries(Draws draws, int entry) {
    return IntStream.range(0, draws.count()).mapToDouble(g -> draws.value(g, entry)).toArray();
  }
}
