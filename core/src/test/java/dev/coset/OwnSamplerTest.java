package dev.coset;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.Engine;
import dev.coset.chains.EngineSession;
import dev.coset.data.InputException;
import dev.coset.diagnostics.RunDiagnostics;
import dev.coset.export.ExportFormat;
import dev.coset.model.Choice;
import dev.coset.model.Choice.Candidate;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.posterior.Draws;
import dev.coset.predictive.Predictor;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.sampler.Walk;
import dev.coset.selection.CostModel;
import dev.coset.selection.Selection;
import dev.coset.store.MissingChains;
import dev.coset.store.RunStore;
import dev.coset.store.SyntheticRun;
import dev.coset.weights.RunWeights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All that is done with a run is done with one of a sampler that only the tests know. */
class OwnSamplerTest {
  private static final int CHAINS = 8;
  private static final Walk WALK = new Walk(1000, 2, 20, 0.03, Walk.Pace.HALF);
  private static final Study STUDY = SyntheticRun.study(new ChainPlan(CHAINS, 5, WALK), 40);

  @TempDir Path folder;
  private Path path;

  @BeforeEach
  void sample() {
    path = folder.resolve("run");
    try (var run = RunStore.create(path, STUDY, "test")) {
      MissingChains.sample(run, Engine.local(2), SamplerMonitor.NONE);
      assertThat(run.complete()).isTrue();
    }
  }

  @Test
  void aRunNamesItAndItsSettings() {
    assertThat(path.resolve("manifest.json"))
        .content()
        .contains("\"name\" : \"walk\"", "\"stepSize\" : 0.03", "\"pace\" : \"HALF\"");
    assertThat(RunStore.read(path).study().configuration().plan().sampler()).isEqualTo(WALK);
    Study other = STUDY.with(STUDY.configuration().withPlan(new ChainPlan(CHAINS, 5, new Walk())));
    assertThatThrownBy(() -> RunStore.create(path, other, "test"))
        .isInstanceOf(InputException.class)
        .cause()
        .hasMessageContaining("stepSize (0.03 there, 0.05 here)");
  }

  @Test
  void aRunThatNamesAnUnknownOneIsRefusedByName() throws IOException {
    Path manifest = path.resolve("manifest.json");
    Files.writeString(manifest, Files.readString(manifest).replace("\"walk\"", "\"crawl\""));
    assertThatThrownBy(() -> RunStore.read(path))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "There is no sampler named 'crawl'; choose one of: mclmc, nuts, ubu, walk");
  }

  @Test
  void aStoppedRunResumesToTheSameDraws() {
    Draws whole = RunStore.read(path).draws();
    var transitions = new AtomicInteger();
    var stopping =
        new SamplerMonitor() {
          @Override
          public void transition(boolean warmup, int steps, boolean diverged) {
            transitions.incrementAndGet();
          }

          @Override
          public boolean stopped() {
            return transitions.get() > 3 * WALK.transitions();
          }
        };
    Path other = folder.resolve("stopped");
    try (var run = RunStore.create(other, STUDY, "test")) {
      MissingChains.sample(run, Engine.local(1), stopping);
      assertThat(run.size()).isEqualTo(3);
    }
    try (var run = RunStore.open(other)) {
      MissingChains.sample(run, Engine.local(2), SamplerMonitor.NONE);
      assertThat(run.draws()).isEqualTo(whole);
      assertThat(run.gradients()).isEqualTo(CHAINS * (WALK.gradients().orElseThrow() + 1));
    }
  }

  @Test
  void aRunPredictsAndIsExported() throws IOException {
    RunStore run = RunStore.read(path);
    assertThat(Predictor.of(run).number(0.5, 3).mean()).isFinite();
    Path csv = folder.resolve("draws.csv");
    ExportFormat.CSV.write(run, csv, 1);
    assertThat(Files.readAllLines(csv).getFirst()).contains("accepted");
  }

  @Test
  void aRunIsDiagnosed() {
    var diagnostics = RunDiagnostics.of(RunStore.read(path), 2);
    assertThat(diagnostics.sampler().checks())
        .singleElement()
        .satisfies(check -> assertThat(check.figures()).containsOnlyKeys("accepted"));
    assertThat(diagnostics.findings())
        .filteredOn(finding -> finding.about().equals("accepted"))
        .singleElement()
        .extracting(finding -> said(finding.message()))
        .asString()
        .matches("Of 100 steps \\d+ are accepted(: lower --step-size)?\\.");
  }

  /** So few draws that modes are weighted by short chains on parts of the rows. */
  @Test
  void chainsInTwoModesAreWeighedByRefits() {
    Draws draws = RunStore.read(path).draws();
    var density = STUDY.posterior().density();
    for (int g = 0; g < draws.count(); g++) {
      if (draws.chain()[g] % 2 == 1) { // takes all for noise
        double[] q = new double[draws.dimension()];
        q[0] = 0.01 * g;
        System.arraycopy(q, 0, draws.values(), g * q.length, q.length);
        draws.logDensity()[g] = density.valueAndGradient(q, new double[q.length]) - 1000;
      }
    }
    var weights = RunWeights.of(STUDY, draws, Weighting.STACKING, 2);
    assertThat(weights.reason()).contains("held out in folds");
    assertThat(weights.groups()).hasSize(2);
  }

  @Test
  void modelsAreChosenByShortChainsOfItAndSized() {
    Study small = STUDY.with(STUDY.configuration().withPlan(new ChainPlan(2, 5, new Walk())));
    List<Candidate> candidates =
        List.of(
            Candidate.of("linear", small.configuration().withHidden(new int[0])),
            Candidate.of("three", small.configuration()));
    var choice = new Choice(candidates, false, CostModel.budget(30, true), "");
    try (var session = EngineSession.local(2)) {
      Choice made = new Selection(small, choice).decide(session);
      assertThat(made.decided()).isTrue();
      assertThat(made.kept())
          .allSatisfy(
              kept -> {
                ChainPlan plan = kept.configuration().plan();
                assertThat(plan.chains()).isBetween(4, 12);
                assertThat(plan.sampler()).isInstanceOf(Walk.class);
                assertThat(plan.sampler().warmup()).isLessThan(new Walk().warmup());
              });
    }
  }
}
