package dev.coset.comparison;

import dev.coset.laplace.LaplaceSettings;
import dev.coset.laplace.LaplaceSettings.Noise;
import dev.coset.laplace.MixtureOfLaplace;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.modes.Findings;
import dev.coset.symmetry.SymmetryRemoval;
import java.util.OptionalInt;

/**
 * One linearised Laplace approximation for each mode of the many chains' draws without their
 * symmetry. Its cost includes that of the chains, which are those of {@link ManyChains}.
 *
 * @param weighting of the modes
 */
public record LaplaceMixture(String name, Weighting weighting) implements Method {

  @Override
  public Fitted fit(Study study, Workbench at) {
    SampledChains chains = at.chains(Method.manyChains().name(), study);
    long began = System.nanoTime();
    at.monitor().begins(name, 1);
    Findings findings =
        Findings.of(
            study, chains.draws(), SymmetryRemoval.EXACT, OptionalInt.empty(), at.threads());
    var mixture =
        MixtureOfLaplace.fit(
            study.posterior(),
            findings.symmetryFree().draws(),
            findings.clustering().label(),
            weighting,
            LaplaceSettings.standard().with(Noise.JOINT).withThreads(at.threads()));
    at.monitor().trained();
    return new Fitted(
        mixture::linearised,
        chains.seconds() + Fitted.secondsSince(began),
        chains.gradients() + mixture.gradients());
  }
}
