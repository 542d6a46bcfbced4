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
import dev.coset.model.Choice;
import dev.coset.model.Choice.Candidate;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Prior;
import dev.coset.predictive.Predictor;
import dev.coset.predictive.Scoring;
import dev.coset.sampler.SamplerMonitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
    return create("run", SMALL, Weighting.EQUAL);
  }

  private MixtureRun create(String name, Configuration configuration, Weighting rule) {
    var undecided = new Choice(CANDIDATES, true, BUDGET, "");
    var study = STUDY.with(configuration);
    return MixtureRun.create(folder.resolve(name), study, Source.of("test"), undecided, rule);
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
    return made(create(), decided());
  }

  private static Path made(MixtureRun open, Choice decided) {
    try (var run = open) {
      run.decide(decided);
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
        .hasMessageContaining("has not chosen its model yet. Continue with Fit.resume");
  }

  /** There is no moment at which a run has begun and does not know what it tries. */
  @Test
  void whatIsTriedIsInTheManifest() throws IOException {
    create("run", SMALL, Weighting.STACKING).close();
    try (var files = Files.list(folder.resolve("run"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("manifest.json", "data.bin", "draws.journal", "lock");
    }
    try (var run = MixtureRun.open(folder.resolve("run")).orElseThrow()) {
      assertThat(run.choice()).isEqualTo(new Choice(CANDIDATES, true, BUDGET, ""));
      run.decide(decided());
      try (var mixture = run.mixture(0)) {
        assertThat(mixture.parts())
            .extracting(part -> part.chains().asked())
            .containsOnly(Weighting.STACKING);
      }
    }
  }

  @Test
  void withoutTheDecisionARunHasNotChosen() throws IOException {
    Files.delete(made().resolve("candidates.json"));
    assertRefused("has not chosen its model yet");
    try (var again = MixtureRun.open(folder.resolve("run")).orElseThrow()) {
      assertThat(again.choice().decided()).isFalse();
    }
  }

  @Test
  void theDecisionOfAnotherRunIsRefused() throws IOException {
    Path other =
        made(
            create("other", SMALL.withPlan(ChainPlan.of(3, 30, 4, 2)), Weighting.EQUAL), decided());
    Path run = made();
    replace(other.resolve("candidates.json"), run.resolve("candidates.json"));
    assertRefused("candidates.json belongs to another run");
  }

  /** The same folders can come of two choices: of other weights, or of more time. */
  @Test
  void modelsOfAnotherChoiceAreRefused() throws IOException {
    List<Candidate> candidates = new ArrayList<>(decided().candidates());
    candidates.set(0, new Candidate("small", SMALL, -1, 0.1, 0.25));
    candidates.set(1, new Candidate("wide", WIDE, -1, 0.1, 0.75));
    Path other =
        made(create("other", SMALL, Weighting.EQUAL), new Choice(candidates, true, BUDGET, "dice"));
    Path run = made();
    Files.move(run.resolve("candidates"), folder.resolve("aside"));
    Files.move(other.resolve("candidates"), run.resolve("candidates"));
    assertRefused("does not hold the model that the run");
  }

  @Test
  void exchangedModelsAreRefused() throws IOException {
    Path models = made().resolve("candidates");
    Files.move(models.resolve("small"), models.resolve("aside"));
    Files.move(models.resolve("wide"), models.resolve("small"));
    Files.move(models.resolve("aside"), models.resolve("wide"));
    assertRefused("does not hold the model that the run");
  }

  @Test
  void aMissingModelIsNamed() throws IOException {
    Path models = made().resolve("candidates");
    Files.move(models.resolve("wide"), folder.resolve("wide"));
    assertThatThrownBy(() -> Mixture.read(folder.resolve("run")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("The model wide of the run");
  }

  /** For reading, and for going on. */
  private void assertRefused(String why) {
    assertThatThrownBy(() -> Mixture.read(folder.resolve("run")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(why);
    if (!why.startsWith("has not chosen")) {
      assertThatThrownBy(
              () -> {
                try (var run = MixtureRun.open(folder.resolve("run")).orElseThrow()) {
                  run.mixture(0).close();
                }
              })
          .isInstanceOf(InputException.class)
          .hasMessageContaining(why);
    }
  }

  private static void replace(Path from, Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
  }

  /** A run of one model is not begun in the folder of a choice, nor the other way round. */
  @Test
  void aRunOfAnotherKindIsRefused() {
    create().close();
    assertThatThrownBy(() -> RunStore.create(folder.resolve("run"), STUDY, "test"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("with other data or settings. Choose another folder");
    RunStore.create(folder.resolve("one"), STUDY, "test").close();
    assertThatThrownBy(() -> create("one", SMALL, Weighting.EQUAL))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("with other data or settings. Choose another folder");
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
                    new Choice(CANDIDATES.subList(0, 2), true, BUDGET, ""),
                    Weighting.EQUAL))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("with other data or settings. Choose another folder");
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
    Manifest manifest = Manifest.read(file.getParent());
    for (int at = 0; at < bytes.length; at += 3) { // names and numbers are longer
      byte[] flipped = bytes.clone();
      flipped[at] ^= (byte) (1 << at % 8);
      for (byte[] damaged : List.of(flipped, Arrays.copyOf(bytes, at))) {
        Files.write(file, damaged);
        try {
          assertThat(ChoiceFile.read(file.getParent(), manifest))
              .as("byte %d", at)
              .contains(decided());
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
