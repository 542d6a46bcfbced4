package dev.coset.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainPlan;
import dev.coset.data.InputException;
import dev.coset.model.ChainWeights;
import dev.coset.model.ChainWeights.Group;
import dev.coset.model.Weighting;
import dev.coset.predictive.Predictor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChainWeightsTest {
  private static final ChainWeights TWO_TO_ONE =
      new ChainWeights(
          Weighting.STACKING,
          Weighting.STACKING,
          List.of(new Group(List.of(0, 2), 0.8, -1.5, 0.1, Double.NaN), Group.of(List.of(1), 0.2)),
          "By a throw of dice.");

  @TempDir Path folder;

  private RunStore run(int chains) {
    return run("run", chains, 1);
  }

  private RunStore run(String name, int chains, int seed) {
    return SyntheticRun.create(
        folder.resolve(name),
        SyntheticRun.study(ChainPlan.of(chains, 60, 5, seed), 40),
        Weighting.STACKING,
        chain -> SyntheticRun.chain(chain, 5, seed));
  }

  @Test
  void chainsOfAGroupAndDrawsOfAChainShareAlike() {
    try (var run = run(3)) {
      var weighted = TWO_TO_ONE.over(run.draws());
      assertThat(weighted.draws().count()).isEqualTo(15);
      for (int g = 0; g < 15; g++) {
        double expected = (g / 5 == 1 ? 0.2 : 0.4) / 5;
        assertThat(weighted.weights()[g]).isCloseTo(expected, within(1e-15));
      }
    }
  }

  @Test
  void weightsAreKeptWithTheRun() {
    try (var run = run(3)) {
      assertThat(run.weights()).isEqualTo(ChainWeights.asked(Weighting.STACKING));
      assertThat(run.folder().resolve("weights.json")).doesNotExist();
      run.weigh(TWO_TO_ONE);
      assertThat(run.weights()).isEqualTo(TWO_TO_ONE);
    }
    double[][] x = {{0.1}, {-0.3}};
    try (var mixture = Mixture.read(folder.resolve("run"))) {
      var posterior = mixture.study().posterior();
      var expected = TWO_TO_ONE.over(mixture.lead().draws()).predictive(posterior, x, 1);
      assertThat(mixture.predictive(x, 1).at(0).logDensity(0.2))
          .isEqualTo(expected.at(0).logDensity(0.2))
          .isNotEqualTo(posterior.predictive(mixture.lead().draws(), x, 1).at(0).logDensity(0.2));
    }
  }

  @Test
  void weightsOfOtherChainsAreNotUsed() {
    try (var run = run(4)) {
      run.weigh(TWO_TO_ONE);
      assertThat(TWO_TO_ONE.fit(run.draws())).isFalse();
    }
    assertThatThrownBy(() -> Predictor.open(folder.resolve("run")).at(0, 0))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("have no weights yet. Weight them with");
  }

  /** The rule is in the manifest: without the file chains are not weighted by another. */
  @Test
  void aMissingFileDoesNotMakeChainsEqual() throws IOException {
    try (var run = run(3)) {
      run.weigh(TWO_TO_ONE);
      Files.delete(run.folder().resolve("weights.json"));
      assertThat(run.weights()).isEqualTo(ChainWeights.asked(Weighting.STACKING));
    }
    assertThatThrownBy(() -> Predictor.open(folder.resolve("run")).at(0, 0))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("have no weights yet");
  }

  /** The other run has the same data and as many chains, from another seed. */
  @Test
  void weightsOfAnotherRunAreRefused() throws IOException {
    run(3).close();
    try (var other = run("other", 3, 2)) {
      other.weigh(TWO_TO_ONE);
    }
    Files.copy(folder.resolve("other/weights.json"), folder.resolve("run/weights.json"));
    assertThatThrownBy(() -> Mixture.read(folder.resolve("run")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("weights.json belongs to another run: restore it from a copy");
  }

  /** A manifest of before chains were added knows fewer of them than the file. */
  @Test
  void weightsOfMoreChainsThanPlannedAreRefused() throws IOException {
    run("run", 2, 1).close();
    byte[] before = Files.readAllBytes(folder.resolve("run/manifest.json"));
    try (var run = run(3)) {
      run.weigh(TWO_TO_ONE);
    }
    Files.write(folder.resolve("run/manifest.json"), before);
    assertThatThrownBy(() -> Mixture.read(folder.resolve("run")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("weights chains that the run's manifest.json does not plan");
  }

  @Test
  void weightsByAnotherRuleThanTheRunsAreNotKept() {
    try (var run = run(3)) {
      var equal = ChainWeights.equal(Weighting.EQUAL, run.draws(), "");
      assertThatThrownBy(() -> run.weigh(equal)).hasMessageContaining("by stacking, not by equal");
    }
  }

  @Test
  void aDamagedFileIsNotBelieved() throws IOException {
    try (var run = run(3)) {
      run.weigh(TWO_TO_ONE);
    }
    Path file = folder.resolve("run/weights.json");
    String text = Files.readString(file);
    Files.writeString(file, text.replace("dice", "lice"));
    assertThatThrownBy(() -> Mixture.read(folder.resolve("run")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("was edited or is damaged");
    for (String broken :
        List.of("{}", text.replace("0.2", "1.2"), text.replace("0.2", "-0.2"), "[")) {
      Files.writeString(file, broken);
      assertThatThrownBy(() -> Mixture.read(folder.resolve("run")))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("weights.json cannot be read");
    }
  }

  @Test
  void refusesWhatDoesNotSumToOne() {
    assertThatThrownBy(
            () ->
                new ChainWeights(
                    Weighting.STACKING,
                    Weighting.STACKING,
                    List.of(Group.of(List.of(0), 0.3), Group.of(List.of(1), 0.3)),
                    ""))
        .hasMessageContaining("sum to 0.6");
    assertThatThrownBy(() -> Group.of(List.of(1), Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(
            () ->
                new ChainWeights(
                    Weighting.STACKING,
                    Weighting.STACKING,
                    List.of(Group.of(List.of(0), 0.5), Group.of(List.of(0), 0.5)),
                    ""))
        .hasMessageContaining("in two groups");
  }
}
