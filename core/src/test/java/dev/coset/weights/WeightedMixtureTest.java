package dev.coset.weights;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.EngineSession;
import dev.coset.model.ChainWeights;
import dev.coset.model.ChainWeights.Group;
import dev.coset.model.Weighting;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import dev.coset.store.Source;
import dev.coset.store.SyntheticRun;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of three chains, which lie in one mode. */
class WeightedMixtureTest {
  private static final ChainWeights TWO_TO_ONE =
      new ChainWeights(
          Weighting.STACKING,
          Weighting.STACKING,
          List.of(Group.of(List.of(0, 2), 0.8), Group.of(List.of(1), 0.2)),
          "By a throw of dice.");

  @TempDir Path folder;

  private RunStore run(int finished) {
    var run =
        RunStore.create(
            folder.resolve("run"),
            SyntheticRun.study(3, 5, 40),
            Source.of("made up"),
            Weighting.STACKING);
    for (int chain = 0; chain < finished; chain++) {
      run.append(SyntheticRun.chain(chain, 5, 1));
    }
    return run;
  }

  private static ChainWeights of(Mixture mixture) {
    return mixture.parts().getFirst().chains();
  }

  @Test
  void chainsAreWeightedByTheRuleOfTheRun() {
    try (var run = run(3)) {
      ChainWeights weights = of(RunWeights.weighted(Mixture.of(run), 1));
      assertThat(weights.asked()).isEqualTo(Weighting.STACKING);
      assertThat(weights.used()).isEqualTo(Weighting.EQUAL);
      assertThat(weights.fit(run.draws())).isTrue();
      assertThat(weights.of(2)).isEqualTo(1.0 / 3);
    }
  }

  @Test
  void weightsThatARunHasAreKept() {
    try (var run = run(3)) {
      run.weigh(TWO_TO_ONE);
      assertThat(of(RunWeights.weighted(Mixture.of(run), 1))).isEqualTo(TWO_TO_ONE);
      assertThat(of(RunWeights.weighted(Mixture.of(run), Weighting.STACKING, 1)))
          .isEqualTo(TWO_TO_ONE);
      try (var session = EngineSession.local(1)) {
        assertThat(of(RunWeights.weighted(Mixture.of(run), 1, session))).isEqualTo(TWO_TO_ONE);
      }
    }
  }

  @Test
  void weightsByAnotherRuleAreMadeAnew() {
    try (var run = run(3)) {
      run.weigh(TWO_TO_ONE);
      ChainWeights weights = of(RunWeights.weighted(Mixture.of(run), Weighting.EVIDENCE, 1));
      assertThat(weights.asked()).isEqualTo(Weighting.EVIDENCE);
      assertThat(weights.of(0)).isEqualTo(1.0 / 3);
    }
  }

  @Test
  void weightsOfOtherChainsAreMadeAnew() {
    try (var run = run(2)) {
      run.weigh(TWO_TO_ONE);
      ChainWeights weights = of(RunWeights.weighted(Mixture.of(run), 1));
      assertThat(weights.asked()).isEqualTo(Weighting.STACKING);
      assertThat(weights.of(0)).isEqualTo(0.5);
      assertThat(weights.of(1)).isEqualTo(0.5);
    }
  }

  @Test
  void aRunWithoutDrawsKeepsWhatItHas() {
    try (var run = run(0)) {
      for (Weighting rule : Weighting.values()) {
        assertThat(of(RunWeights.weighted(Mixture.of(run), rule, 1))).isEqualTo(run.weights());
      }
      assertThat(run.weights().groups()).isEmpty();
    }
  }
}
