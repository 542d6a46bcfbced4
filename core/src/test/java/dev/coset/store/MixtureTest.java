package dev.coset.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.Engine;
import dev.coset.data.InputException;
import dev.coset.data.Sinusoid;
import dev.coset.data.Split;
import dev.coset.distribution.GaussianMixture;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Prior;
import dev.coset.predictive.Predictor;
import dev.coset.predictive.Scoring;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.store.Choice.Candidate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MixtureTest {
  private static final Choice.Budget BUDGET = new Choice.Budget(1, 1, Choice.Chains.AS_ASKED);
  private static final Configuration SMALL =
      Configuration.of(new int[] {2}, ChainPlan.of(3, 30, 4, 1));
  private static final Configuration WIDE =
      SMALL.withHidden(new int[] {3}).withLikelihood(Likelihood.HETEROSCEDASTIC);
  private static final Study STUDY =
      Study.of(Sinusoid.dataset(40, 0), Split.shuffled(40, 0.25, 0), SMALL);
  private static final List<Candidate> CANDIDATES =
      List.of(
          Candidate.of("small", SMALL),
          Candidate.of("wide", WIDE),
          Candidate.of("poor", SMALL.withHidden(new int[] {1})));

  @TempDir Path folder;

  private MixtureRun create() {
    return MixtureRun.create(
        folder.resolve("run"), STUDY, Source.of("test"), new Choice(CANDIDATES, true, BUDGET, ""));
  }

  private static Choice decided() {
    return new Choice(
        List.of(
            new Candidate("small", SMALL, -1, 0.1, 0.3),
            new Candidate("wide", WIDE, -0.9, 0.1, 0.7),
            new Candidate("poor", SMALL.withHidden(new int[] {1}), -2, 0.1, 0)),
        true,
        BUDGET,
        "a throw of dice");
  }

  private Path made() {
    try (var run = create()) {
      run.decide(decided());
      try (var mixture = run.mixture(0)) {
        mixture
            .parts()
            .forEach(p -> MissingChains.sample(p.run(), Engine.local(2), SamplerMonitor.NONE));
      }
      return run.folder();
    }
  }

  @Test
  void thePredictiveIsTheWeightedMixtureOfTheModels() {
    try (var mixture = Mixture.read(made())) {
      assertThat(mixture.parts()).extracting(Mixture.Part::name).containsExactly("wide", "small");
      double[][] x = {{-1, 0, 0.5}};
      var together = mixture.predictive(x, 2);
      var wide = mixture.parts().get(0).run();
      var small = mixture.parts().get(1).run();
      for (int i = 0; i < 3; i++) {
        double density =
            0.7
                    * Math.exp(
                        wide.study()
                            .posterior()
                            .predictive(wide.draws(), x, 1)
                            .at(i)
                            .logDensity(0.2))
                + 0.3
                    * Math.exp(
                        small
                            .study()
                            .posterior()
                            .predictive(small.draws(), x, 1)
                            .at(i)
                            .logDensity(0.2));
        assertThat(Math.exp(together.at(i).logDensity(0.2))).isCloseTo(density, within(1e-12));
        assertThat(together.at(i).size()).isEqualTo(24);
      }
      assertThat(Scoring.ofTestRows(mixture, 2).orElseThrow().points()).isEqualTo(10);
    }
    assertThat(Predictor.open(folder.resolve("run")).at(0.3)).isInstanceOf(GaussianMixture.class);
  }

  @Test
  void aRunOfOneModelPredictsAsBefore() {
    Path one = folder.resolve("one");
    try (var run = RunStore.create(one, STUDY, "test")) {
      assertThat(run.waited()).isZero();
      MissingChains.sample(run, Engine.local(1), SamplerMonitor.NONE);
      double computed = run.outcomes().stream().mapToDouble(ChainOutcome::seconds).sum();
      assertThat(run.waited()).isGreaterThanOrEqualTo(computed); // by one thread
      double[][] x = {{0.4}};
      var alone = run.study().posterior().predictive(run.draws(), x, 1).at(0);
      assertThat(Mixture.of(run).predictive(x, 1).at(0).logDensity(0.1))
          .isEqualTo(alone.logDensity(0.1));
    }
    assertThat(MixtureRun.open(one)).isEmpty();
  }

  @Test
  void whatWasDecidedIsKept() {
    Path run = made();
    try (var again = create()) {
      assertThat(again.choice()).isEqualTo(decided());
    }
    try (var opened = MixtureRun.open(run).orElseThrow();
        var mixture = opened.mixture(5)) {
      assertThat(mixture.parts())
          .allMatch(part -> part.run().study().configuration().plan().chains() == 5);
    }
  }

  @Test
  void anUndecidedRunSaysHowToGoOn() {
    try (var run = create()) {
      assertThat(run.choice().decided()).isFalse();
    }
    assertThatThrownBy(() -> Mixture.read(folder.resolve("run")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("has not chosen its model yet: go on with 'coset resume");
  }

  @Test
  void otherCandidatesAreRefused() {
    made();
    assertThatThrownBy(
            () ->
                MixtureRun.create(
                    folder.resolve("run"),
                    STUDY,
                    Source.of("test"),
                    new Choice(CANDIDATES.subList(0, 2), true, BUDGET, "")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("tried other models");
  }

  /** What was tried with another prior later on does not make it another run. */
  @Test
  void aDecidedRunGoesOnWithTheChoiceItCameOf() {
    try (var run = create()) {
      Choice with = decided();
      List<Candidate> more = new ArrayList<>(with.candidates());
      more.add(new Candidate("small-prior2", SMALL.with(new Prior(2)), -1, 0.1, 0));
      run.decide(new Choice(more, true, BUDGET, "dice"));
    }
    try (var again = create()) {
      assertThat(again.choice().candidates()).hasSize(4);
    }
  }

  @Test
  void anEditedChoiceIsRefused() throws IOException {
    Path file = made().resolve("candidates.json");
    Files.writeString(file, Files.readString(file).replace("0.3", "0.2"));
    assertThatThrownBy(() -> Mixture.read(folder.resolve("run")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("was edited or is damaged");
  }

  /** Wherever it is cut or changed, a choice is what it was or is refused with its name. */
  @Test
  void aDamagedChoiceIsNeverTakenForAnother() throws IOException {
    Path file = made().resolve("candidates.json");
    byte[] bytes = Files.readAllBytes(file);
    for (int at = 0; at < bytes.length; at += 3) { // names and numbers are longer
      byte[] flipped = bytes.clone();
      flipped[at] ^= (byte) (1 << at % 8);
      for (byte[] damaged : List.of(flipped, Arrays.copyOf(bytes, at))) {
        Files.write(file, damaged);
        try {
          assertThat(Choice.read(file.getParent())).as("byte %d", at).contains(decided());
        } catch (InputException refused) {
          assertThat(refused).hasMessageContaining("candidates.json").hasMessageEndingWith(".");
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"candidates.json", "scores.journal"})
  void aLinkIsRefusedByName(String name) throws IOException {
    Path outside = Files.writeString(folder.resolve("precious"), "precious");
    create().close();
    Path link = folder.resolve("run").resolve(name);
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, outside);
    assertThatThrownBy(
            () -> {
              try (var run = MixtureRun.open(folder.resolve("run")).orElseThrow()) {
                run.scores().close();
              }
            })
        .isInstanceOf(InputException.class)
        .hasMessageContaining(name)
        .hasMessageContaining("a link");
    assertThat(outside).hasContent("precious");
  }

  /** Scores of one choice are not those of another, and none are added to one that is made. */
  @Test
  void scoresBelongToWhatIsTried() {
    try (var run = create()) {
      try (var scores = run.scores()) {
        scores.add(2, 0, new double[] {-1, 2});
      }
      try (var scores = run.scores()) {
        assertThat(scores.of(2, 0)).hasValue(new double[] {-1, 2});
      }
      run.decide(decided());
      assertThatThrownBy(run::scores).isInstanceOf(IllegalStateException.class);
    }
  }

  /** A candidate's name becomes a folder. */
  @Test
  void noCandidateLeadsOutOfTheRun() {
    for (String name : new String[] {"../x", "a/b", ""}) {
      assertThatThrownBy(() -> Candidate.of(name, SMALL))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
