package dev.coset.diagnostics;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.data.InputException;
import dev.coset.diagnostics.Finding.Severity;
import dev.coset.model.ChainWeights;
import dev.coset.model.Weighting;
import dev.coset.network.Network;
import dev.coset.posterior.Draws;
import dev.coset.sampler.NutsStatistics;
import dev.coset.statistics.Ebfmi;
import dev.coset.statistics.MixingSummary;
import dev.coset.statistics.Rhat;
import dev.coset.store.RunStore;
import dev.coset.store.SyntheticRun;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDiagnosticsTest {
  @TempDir Path folder;
  private int runs;

  private RunStore run(int chains, int draws, IntFunction<ChainOutcome> outcome) {
    var study = SyntheticRun.study(chains, draws, 40);
    return SyntheticRun.create(folder.resolve("run" + runs++), study, outcome);
  }

  private RunDiagnostics diagnosed(int chains, int draws, Consumer<Draws> change) {
    return diagnosed(ChainPlan.of(chains, 60, draws, 7), change);
  }

  private RunDiagnostics diagnosed(ChainPlan plan, Consumer<Draws> change) {
    IntFunction<ChainOutcome> outcome =
        c -> {
          var made = SyntheticRun.chain(c, plan.sampler().draws(), 1);
          change.accept(made.draws());
          return made;
        };
    try (var run =
        SyntheticRun.create(
            folder.resolve("run" + runs++), SyntheticRun.study(plan, 40), outcome)) {
      return RunDiagnostics.of(run, 2);
    }
  }

  private static Finding finding(RunDiagnostics run, Severity severity, String about) {
    return run.findings().stream()
        .filter(f -> f.severity() == severity && f.about().equals(about))
        .findFirst()
        .orElseThrow(() -> new AssertionError(run.findings().toString()));
  }

  @Test
  void aSoundRunHasNothingAgainstIt() {
    for (int draws : new int[] {1, 100}) {
      RunDiagnostics run = diagnosed(54, draws, d -> {});
      assertThat(run.findings()) // made-up draws do not know the density
          .filteredOn(f -> !f.about().equals("equipartition"))
          .allMatch(f -> f.severity() == Severity.OK);
      assertThat(run.findings()).allMatch(f -> said(f.message()).matches("[A-Z0-9].*\\."));
      assertThat(run.finished()).isEqualTo(54);
      assertThat(run.drawsPerChain()).isEqualTo(draws);
    }
  }

  @Test
  void chainsOfOneDrawHaveWhatExistsForThem() {
    RunDiagnostics run = diagnosed(54, 1, d -> {});
    assertThat(run.functions().worstRhat()).isEmpty();
    assertThat(run.functions().smallest(MixingSummary::essBulk)).isEmpty();
    assertThat(figure(run, "ebfmi")).isNaN();
    assertThat(run.logDensity().rise()).isEmpty();
    assertThat(run.logDensity().deviation()).isCloseTo(Math.sqrt(7), within(1.2));
    assertThat(figure(run, "acceptance")).isCloseTo(0.8, within(1e-12));
    assertThat(run.convergence().orElseThrow().unseenLimit())
        .isCloseTo(1 - Math.pow(0.05, 1 / 27.0), within(1e-9));
  }

  private static double figure(RunDiagnostics run, String name) {
    return ((Number) figures(run).get(name)).doubleValue();
  }

  /** Those of all checks of the sampler. */
  private static Map<String, @Nullable Object> figures(RunDiagnostics run) {
    Map<String, @Nullable Object> all = new HashMap<>();
    run.sampler().checks().forEach(check -> all.putAll(check.figures()));
    return all;
  }

  @Test
  void whatTheSamplerNoticedIsCounted() {
    RunDiagnostics run =
        diagnosed(
            10,
            4,
            d -> {
              int chain = d.chain()[0];
              NutsStatistics.of(d).diverged()[1] = chain == 3 || chain == 7 ? 1 : 0;
              NutsStatistics.of(d).depth()[2] = chain < 5 ? 10 : 4;
              Arrays.fill(NutsStatistics.of(d).acceptance(), chain == 9 ? 0.01 : 0.8);
            });
    var sampler = run.sampler();
    assertThat(sampler.divergences()).isEqualTo(2);
    assertThat(sampler.divergentShare()).isEqualTo(0.05);
    assertThat(sampler.divergentChains()).containsExactly(3, 7);
    assertThat(figures(run))
        .containsEntry("at_maximum_depth", 5L)
        .containsEntry("at_maximum_depth_share", 0.125)
        .containsEntry("still_chains", List.of(9));
    assertThat(sampler.warmupDivergences()).isEqualTo(20);
    assertThat(sampler.leastStepSize()).isEqualTo(100 / 1024.0);
    assertThat(sampler.medianStepSize()).isEqualTo(105 / 1024.0);
    assertThat(sampler.greatestStepSize()).isEqualTo(109 / 1024.0);
    assertThat(said(finding(run, Severity.WARNING, "divergences").message()))
        .contains("5.0% of draws (2) diverged, in chains 3, 7", "--warmup");
    assertThat(said(finding(run, Severity.WARNING, "acceptance").message()))
        .endsWith("nothing moved, in chain 9. To improve this, raise --warmup.");
    assertThat(said(finding(run, Severity.NOTE, "depth").message()))
        .startsWith("5 of 40 trajectories")
        .endsWith("so draws move slowly. To improve this, raise --warmup.");
    assertThat(run.findings().getFirst().severity()).isEqualTo(Severity.WARNING);
  }

  @Test
  void energyIsJudgedOverAllChains() {
    RunDiagnostics sound = diagnosed(8, 50, d -> {});
    // independent energies: twice the variance over the variance
    assertThat(figure(sound, "ebfmi")).isCloseTo(2, within(0.3));
    RunDiagnostics slow =
        diagnosed(
            8,
            50,
            d ->
                Arrays.setAll(
                    NutsStatistics.of(d).energy(), g -> g + NutsStatistics.of(d).energy()[g] / 10));
    assertThat(figure(slow, "ebfmi")).isLessThan(0.1);
    assertThat((List<?>) figures(slow).get("ebfmi_by_chain"))
        .element(3)
        .isEqualTo(Ebfmi.of(IntStream.range(0, 50).mapToDouble(g -> energyOf(3, g)).toArray()));
    assertThat(said(finding(slow, Severity.WARNING, "energy").message()))
        .startsWith("E-BFMI")
        .endsWith(". To improve this, lower --prior-scale or raise --draws.");
  }

  private static double energyOf(int chain, int g) {
    return g + NutsStatistics.of(SyntheticRun.chain(chain, 50, 1).draws()).energy()[g] / 10;
  }

  @Test
  void aStuckChainAndOneThatFoundMoreAreNamed() {
    RunDiagnostics run =
        diagnosed(
            54,
            1,
            d -> {
              d.logDensity()[0] -= d.chain()[0] == 17 ? 60 : 0;
              d.logDensity()[0] -= d.chain()[0] == 4 ? 30 : 0;
              d.logDensity()[0] += d.chain()[0] == 8 ? 40 : 0;
            });
    assertThat(run.logDensity().low()).containsExactly(17, 4);
    assertThat(run.logDensity().high()).containsExactly(8);
    assertThat(said(finding(run, Severity.WARNING, "stuck chains").message()))
        .startsWith("Chains 17, 4 sit at a much lower log density")
        .contains("A longer warm-up does not help them. Rerun with --weights stacking");
    assertThat(said(finding(run, Severity.NOTE, "log density").message()))
        .startsWith("Chain 8 sits");
  }

  @Test
  void chainsAtAllLevelsAreScattered() {
    RunDiagnostics run = diagnosed(20, 1, d -> d.logDensity()[0] -= 5 * d.chain()[0]);
    assertThat(run.logDensity().scattered()).isTrue();
    assertThat(said(finding(run, Severity.WARNING, "log density").message()))
        .contains("2.6", "--warmup");
  }

  /** Chains whose mode is decided are not sent on a longer way. */
  @Test
  void aLongerWarmupIsAdvisedOnlyWhereItWasShort() {
    Consumer<Draws> scattered = d -> d.logDensity()[0] -= 5 * d.chain()[0];
    Consumer<Draws> apart =
        d -> d.logDensity()[0] += d.chain()[0] == 3 ? 60 : d.chain()[0] == 5 ? -60 : 0;
    for (var change : List.of(scattered, apart)) {
      for (boolean early : new boolean[] {true, false}) {
        var about = List.of("log density");
        RunDiagnostics run = diagnosed(ChainPlan.of(20, early ? 1023 : 1024, 1, 7), change);
        assertThat(run.findings())
            .filteredOn(f -> about.contains(f.about()))
            .isNotEmpty()
            .allMatch(f -> said(f.message()).endsWith("Rerun with --warmup 1024.") == early)
            .allMatch(f -> said(f.message()).contains("--weights stacking") != early);
      }
    }
  }

  /** What the run does already would change nothing. */
  @Test
  void whatIsInForceIsNotAdvised() {
    var plan = ChainPlan.of(20, 1024, 1, 7);
    for (String start : List.of("uniform", "ensemble")) {
      for (Weighting weighting : Weighting.values()) {
        var study =
            SyntheticRun.study(
                new ChainPlan(plan.chains(), plan.seed(), 0, start, plan.sampler()), 40);
        IntFunction<ChainOutcome> outcome =
            c -> {
              var made = SyntheticRun.chain(c, 1, 1);
              made.draws().logDensity()[0] -= c == 3 ? 60 : c == 5 ? -60 : 0;
              return made;
            };
        try (var run = SyntheticRun.create(folder.resolve("run" + runs++), study, outcome)) {
          var weights = ChainWeights.equal(weighting, run.draws(), "No chain stands apart.");
          var convergence = new ChainConvergence(study.posterior());
          assertThat(RunDiagnostics.of(run, weights, convergence, 2).findings())
              .filteredOn(f -> List.of("log density", "stuck chains").contains(f.about()))
              .hasSizeGreaterThan(1)
              .allMatch(
                  f ->
                      said(f.message()).contains("--weights stacking")
                          == (weighting != Weighting.STACKING))
              .allMatch(
                  f ->
                      said(f.message()).contains("--init ensemble")
                          == (weighting == Weighting.STACKING && start.equals("uniform")))
              .allMatch(
                  f ->
                      said(f.message()).contains("coset symmetry")
                          == (weighting == Weighting.STACKING && start.equals("ensemble")));
        }
      }
    }
  }

  @Test
  void chainsStillOnTheirWayAreSeenToRise() {
    RunDiagnostics run =
        diagnosed(54, 6, d -> Arrays.setAll(d.logDensity(), g -> d.logDensity()[g] + 3 * g));
    assertThat(run.logDensity().rise().orElseThrow()).isCloseTo(9, within(1.5));
    assertThat(said(finding(run, Severity.WARNING, "warm-up").message()))
        .contains("rises", "--warmup");
  }

  /** An equioutput move of each chain changes no function, and all that parameters say. */
  @Test
  void functionSpaceKnowsNothingOfSymmetry() {
    Network network = SyntheticRun.study(1, 1, 40).posterior().network();
    RunDiagnostics plain = diagnosed(12, 30, d -> {});
    RunDiagnostics moved =
        diagnosed(
            12,
            30,
            d -> {
              for (int g = 0; g < d.count(); g++) {
                move(network, d, g, d.chain()[0] % 3, d.chain()[0] % 2 == 0 ? 1 : -1);
              }
            });
    for (int q = 0; q < plain.functions().quantities().size(); q++) {
      var a = plain.functions().quantities().get(q);
      var b = moved.functions().quantities().get(q);
      assertThat(b.name()).isEqualTo(a.name());
      assertThat(b.mixing().rhatBulk().orElseThrow())
          .isCloseTo(a.mixing().rhatBulk().orElseThrow(), within(1e-6));
      assertThat(b.mixing().essBulk().orElseThrow())
          .isCloseTo(a.mixing().essBulk().orElseThrow(), within(1e-3));
    }
    assertThat(shift(moved)).isCloseTo(shift(plain), within(1e-9));
    assertThat(plain.parameters().largest(MixingSummary::rhat).orElseThrow()).isLessThan(1.2);
    assertThat(moved.parameters().largest(MixingSummary::rhat).orElseThrow()).isGreaterThan(3);
    assertThat(moved.findings()).isEqualTo(plain.findings());
  }

  private static double shift(RunDiagnostics run) {
    return run.convergence().orElseThrow().halfToAllKl();
  }

  /** Swaps neuron 0 with another and multiplies one neuron by a sign. */
  private static void move(Network network, Draws d, int g, int other, int sign) {
    double[] q = d.draw(g);
    double[] to = q.clone();
    for (int i = 0; i < 3; i++) {
      int from = i == 0 ? other : i == other ? 0 : i;
      int s = i == 1 ? sign : 1;
      for (int j = 0; j < 2; j++) {
        to[network.weight(1, i, j)] = s * q[network.weight(1, from, j)];
      }
      to[network.bias(1, i)] = s * q[network.bias(1, from)];
      to[network.weight(2, 0, i)] = s * q[network.weight(2, 0, from)];
    }
    System.arraycopy(to, 0, d.values(), g * to.length, to.length);
  }

  @Test
  void quantitiesAreWhatTheirNamesSay() {
    var study = SyntheticRun.study(6, 25, 120);
    try (var run =
        SyntheticRun.create(folder.resolve("run"), study, c -> SyntheticRun.chain(c, 25, 2))) {
      RunDiagnostics diagnostics = RunDiagnostics.of(run, 1);
      var posterior = run.study().posterior();
      Draws draws = run.draws();
      double[][] x = posterior.data().x();
      double[] point = {x[0][88], x[1][88]}; // the last of 64 evenly from 90
      MixingSummary last = of(draws, g -> posterior.network().output(draws.draw(g), point)[0]);
      // Not the folded one: a median between two values ties them or not, as rounding has it.
      assertThat(mixingOf(diagnostics.functions(), "f(x[88])").rhatBulk())
          .isEqualTo(last.rhatBulk());
      assertThat(mixingOf(diagnostics.functions(), "f(x[88])").essBulk()).isEqualTo(last.essBulk());
      assertThat(mixingOf(diagnostics.functions(), "log_density"))
          .isEqualTo(of(draws, g -> draws.logDensity()[g]));
      assertThat(mixingOf(diagnostics.parameters(), "b[1][2]"))
          .isEqualTo(of(draws, g -> draws.value(g, posterior.network().bias(1, 2))));
      assertThat(diagnostics.parameters().quantities()).hasSize(SyntheticRun.DIMENSION);
      assertThat(diagnostics.functions().quantities()).hasSize(64 + 2);
      assertThat(RunDiagnostics.of(run, 3)).usingRecursiveComparison().isEqualTo(diagnostics);
    }
  }

  private static MixingSummary mixingOf(SpaceMixing space, String name) {
    return space.quantities().stream()
        .filter(q -> q.name().equals(name))
        .findFirst()
        .orElseThrow()
        .mixing();
  }

  private static MixingSummary of(Draws draws, java.util.function.IntToDoubleFunction quantity) {
    double[][] values = new double[6][25];
    for (int g = 0; g < draws.count(); g++) {
      values[draws.chain()[g]][g % 25] = quantity.applyAsDouble(g);
    }
    return MixingSummary.of(values);
  }

  @Test
  void otherParametersTakeTheirPlace() {
    try (var run = run(6, 25, c -> SyntheticRun.chain(c, 25, 2))) {
      RunDiagnostics plain = RunDiagnostics.of(run, 1);
      Draws apart = run.draws().withValues(run.draws().values().clone());
      for (int g = 0; g < apart.count(); g++) {
        apart.values()[g * SyntheticRun.DIMENSION] += apart.chain()[g];
      }
      RunDiagnostics other = plain.withParameters(run, apart, 1);
      assertThat(other.functions()).isEqualTo(plain.functions());
      assertThat(other.parameters().worstRhat().orElseThrow().name()).isEqualTo("w[1][0][0]");
    }
  }

  @Test
  void superchainsThatLostAChainAreLeftOut() {
    var study = SyntheticRun.study(ChainPlan.of(26, 60, 1, 7).withSuperchains(6), 40);
    IntFunction<ChainOutcome> outcome =
        c -> c == 9 ? new ChainOutcome.Failed(9, "No start was found.", 1) : remembering(c);
    try (var run = SyntheticRun.create(folder.resolve("memory"), study, outcome)) {
      RunDiagnostics diagnostics = RunDiagnostics.of(run, 1);
      assertThat(diagnostics.superchains()).isEqualTo(5);
      assertThat(diagnostics.superchainSize()).isEqualTo(4);
      // Chains 24 and 25 would be the fifth of their superchains.
      int[] whole = IntStream.range(0, 24).filter(c -> c % 6 != 3).toArray();
      double[][] values =
          Arrays.stream(whole)
              .mapToObj(c -> remembering(c).draws().logDensity())
              .toArray(double[][]::new);
      double nested = Rhat.nestedRank(values, Arrays.stream(whole).map(c -> c % 6).toArray());
      assertThat(mixingOf(diagnostics.functions(), "log_density").nestedRhat().orElseThrow())
          .isCloseTo(nested, within(1e-12));
      assertThat(said(finding(diagnostics, Severity.WARNING, "nested R-hat").message()))
          .contains("5 superchains", "--warmup");
      assertThat(diagnostics.failed()).containsExactly((ChainOutcome.Failed) outcome.apply(9));
      assertThat(said(finding(diagnostics, Severity.WARNING, "failed chains").message()))
          .startsWith("Chain 9 failed")
          .contains("No start was found.");
    }
    try (var run =
        SyntheticRun.create(folder.resolve("rest"), study, c -> SyntheticRun.chain(c, 1, 1))) {
      RunDiagnostics diagnostics = RunDiagnostics.of(run, 1);
      assertThat(diagnostics.superchains()).isEqualTo(6);
      finding(diagnostics, Severity.OK, "nested R-hat");
    }
  }

  /** Chains of a superchain lie close to their start. */
  private static ChainOutcome.Finished remembering(int chain) {
    var made = SyntheticRun.chain(chain, 1, 1);
    made.draws().logDensity()[0] = -(chain % 6) + 0.01 * made.draws().logDensity()[0];
    return made;
  }

  @Test
  void anUnfinishedRunSaysHowToGoOn() {
    try (var run = run(8, 1, c -> c < 5 ? SyntheticRun.chain(c, 1, 1) : null)) {
      RunDiagnostics diagnostics = RunDiagnostics.of(run, 1);
      assertThat(said(finding(diagnostics, Severity.NOTE, "chains").message()))
          .contains("3 of 8 chains", "coset resume");
      assertThat(said(finding(diagnostics, Severity.NOTE, "sample size").message())).contains("5 ");
    }
    try (var run = run(2, 1, c -> null)) {
      assertThatThrownBy(() -> RunDiagnostics.of(run, 1))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("Fit.resume");
    }
    try (var run = run(2, 1, c -> new ChainOutcome.Failed(c, "No start.", 1))) {
      assertThatThrownBy(() -> RunDiagnostics.of(run, 1))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("No start.");
    }
  }

  @Test
  void oneChainAndFewDrawsAreDiagnosedToo() {
    for (int draws : new int[] {1, 3, 4, 40}) {
      RunDiagnostics run = diagnosed(1, draws, d -> {});
      assertThat(run.findings()).isNotEmpty();
      assertThat(run.functions().worstRhat()).isEmpty();
      assertThat(run.logDensity().judged()).isFalse();
      assertThat(run.findings().toString().toLowerCase(Locale.ROOT)).doesNotContain("nan");
    }
  }

  @Test
  void chainsThatDisagreeAreFoundInFunctionSpace() {
    Network network = SyntheticRun.study(1, 1, 40).posterior().network();
    RunDiagnostics run =
        diagnosed(
            8,
            40,
            d -> {
              for (int g = 0; g < d.count(); g++) {
                d.values()[g * d.dimension() + network.bias(2, 0)] += d.chain()[0] % 2;
              }
            });
    assertThat(run.functions().worstRhat().orElseThrow().mixing().rhat().orElseThrow())
        .isGreaterThan(1.5);
    Finding found =
        run.findings().stream().filter(f -> f.about().equals("R-hat")).findFirst().orElseThrow();
    assertThat(found.severity()).isNotEqualTo(Severity.OK);
    assertThat(said(found.message())).startsWith("Chains stay with different functions");
    assertThat(run.convergence().orElseThrow().functions()).isEqualTo(2);
  }
}
