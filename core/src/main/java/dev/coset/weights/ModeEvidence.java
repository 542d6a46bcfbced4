package dev.coset.weights;

import dev.coset.laplace.ModeMasses;
import dev.coset.laplace.ModeMasses.Mass;
import dev.coset.model.ChainWeights;
import dev.coset.model.ChainWeights.Group;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.posterior.Draws;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/** Weights of modes by the mass that they hold of the posterior. */
final class ModeEvidence {
  private ModeEvidence() {}

  static ChainWeights of(Study study, Draws draws, ChainModes modes, int threads) {
    if (!modes.byParameters()) {
      return equal(draws, "there are more parameters than chains, so the modes are unknown");
    }
    Draws aligned = modes.aligned();
    int[] modeOf = new int[aligned.count()];
    for (int g = 0; g < modeOf.length; g++) {
      modeOf[g] = modes.modeOf(aligned.chain()[g]);
    }
    ModeMasses found = ModeMasses.of(study.posterior(), aligned, modeOf, threads);
    if (found.missing().isPresent()) {
      return equal(draws, found.missing().get());
    }
    var chains = new TreeMap<Integer, List<Integer>>();
    for (int g = 0; g < modeOf.length; g++) {
      List<Integer> own = chains.computeIfAbsent(found.modeOf()[g], mode -> new ArrayList<>());
      if (!own.contains(aligned.chain()[g])) {
        own.add(aligned.chain()[g]);
      }
    }
    double largest = found.masses().stream().mapToDouble(Mass::logEvidence).max().orElseThrow();
    double[] weight =
        found.masses().stream()
            .mapToDouble(m -> StrictMath.exp(m.logEvidence() - largest))
            .toArray();
    double sum = Arrays.stream(weight).sum();
    List<Group> groups = new ArrayList<>();
    for (int k = 0; k < weight.length; k++) {
      Mass mass = found.masses().get(k);
      groups.add(
          new Group(
              chains.getOrDefault(k, List.of()),
              weight[k] / sum,
              mass.logEvidence(),
              mass.error(),
              mass.laplace()));
    }
    long bridged = found.masses().stream().filter(Mass::bridged).count();
    return new ChainWeights(
        Weighting.EVIDENCE,
        Weighting.EVIDENCE,
        groups,
        bridged == groups.size()
            ? "%d modes are weighted by their evidence, from bridge sampling."
                .formatted(groups.size())
            : "%d modes are weighted by their evidence: %d from bridge sampling and %d, far below, from their log density."
                .formatted(groups.size(), bridged, groups.size() - bridged));
  }

  private static ChainWeights equal(Draws draws, String why) {
    return ChainWeights.equal(
        Weighting.EVIDENCE,
        draws,
        "Evidence does not apply: " + (why.endsWith(".") ? why : why + "."));
  }
}
