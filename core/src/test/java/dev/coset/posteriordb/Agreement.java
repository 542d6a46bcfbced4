package dev.coset.posteriordb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.sampler.Sampler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** Draws of a sampler from a posterior, and how far their moments are from the reference's. */
record Agreement(StanModel model, Sample sample, List<MomentError> errors) {
  /** The chance that any moment of a whole test differs although the sampler is right. */
  private static final double LEVEL = 1e-3;

  private static final int CHAINS = 8;
  private static final long SEED = 14;

  static Agreement of(StanModel model, Sampler sampler) {
    Sample sample = Sample.of(model, CHAINS, sampler, SEED);
    return new Agreement(model, sample, MomentError.of(sample, model.reference()));
  }

  /** Without this many (Vehtari et al. 2021) errors say little, and agreement nothing. */
  private boolean suffices() {
    return sample.effectiveDraws() >= 100 * CHAINS;
  }

  /** Bonferroni over the moments of all posteriors. */
  static void assertAgree(List<Agreement> all) {
    assertThat(all).filteredOn(each -> !each.suffices()).extracting(Agreement::model).isEmpty();
    int moments = all.stream().mapToInt(each -> each.errors().size()).sum();
    double bound = NormalDistribution.of(0, 1).inverseSurvivalProbability(LEVEL / 2 / moments);
    List<String> beyond =
        all.stream()
            .flatMap(
                each ->
                    each.errors().stream()
                        .filter(error -> !(Math.abs(error.z()) < bound))
                        .map(error -> each.model() + ": " + error))
            .toList();
    assertThat(beyond).as("beyond %.2f standard errors", bound).isEmpty();
  }

  /** A table of {@code docs/lab/results.md}. */
  static void write(String file, List<Agreement> all) throws IOException {
    String header =
        "posterior,dimension,warmup_gradients,gradients,divergences,"
            + "ess,ess_per_1000_gradients,max_abs_z";
    Files.write(
        Path.of("target", file),
        Stream.concat(Stream.of(header), all.stream().map(Agreement::row)).toList());
  }

  private String row() {
    double worst = errors.stream().mapToDouble(error -> Math.abs(error.z())).max().orElseThrow();
    double effective = sample.effectiveDraws();
    return "%s,%d,%d,%d,%d,%.0f,%.3f,%.2f"
        .formatted(
            model,
            sample.dimension(),
            sample.warmupSteps(),
            sample.steps(),
            sample.divergences(),
            effective,
            1000 * effective / sample.steps(),
            worst);
  }
}
