package dev.coset.diagnostics;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.message.Command;
import dev.coset.message.Remedy;
import dev.coset.message.Setting;
import dev.coset.model.ChainWeights;
import dev.coset.model.Configuration;
import dev.coset.model.Weighting;
import dev.coset.sampler.NutsStatistics;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import dev.coset.store.SyntheticRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No advice names an option that is in force already, nor chains that the run has. */
class AdviceTest {
  @TempDir Path folder;

  /** What may happen to one of {@code of} chains; null where it has not run yet. */
  private enum Fault {
    NONE,
    MISSING,
    FAILED,
    STUCK,
    HIGH,
    RISING,
    STILL,
    DIVERGED,
    ELSEWHERE;

    @Nullable ChainOutcome of(int chain, int chains, int draws) {
      boolean hit = chain >= chains - Math.max(1, chains / 3);
      var made = SyntheticRun.chain(chain, draws, 1);
      var told = NutsStatistics.of(made.draws());
      double[] density = made.draws().logDensity();
      double[] values = made.draws().values();
      for (int g = 0; g < draws; g++) {
        switch (this) {
          case STUCK -> density[g] -= hit ? 500 : 0;
          case HIGH -> density[g] += hit ? 500 : 0;
          case RISING -> density[g] += 2000.0 * g / draws;
          case STILL -> told.acceptance()[g] = 0.01;
          case DIVERGED -> told.diverged()[g] = 1;
          default -> {}
        }
      }
      for (int j = 0; this == ELSEWHERE && j < values.length; j++) {
        values[j] += 0.5 * chain;
      }
      boolean gone = hit && (this == FAILED || this == MISSING);
      return gone
          ? this == FAILED ? new ChainOutcome.Failed(chain, "It diverged.", 1) : null
          : made;
    }
  }

  @Test
  void noAdviceIsInForceAlready() {
    Set<String> given = new HashSet<>();
    for (int chains : new int[] {1, 3, 8}) {
      for (int draws : new int[] {1, 5, 25}) {
        for (Fault fault : Fault.values()) {
          var plan = ChainPlan.of(chains, 60, draws, 7).withStart("uniform");
          IntFunction<@Nullable ChainOutcome> outcome = c -> fault.of(c, chains, draws);
          given.addAll(advice(plan, Weighting.EQUAL, outcome));
          given.addAll(advice(plan, Weighting.STACKING, outcome));
          given.addAll(advice(plan.withStart("ensemble"), Weighting.STACKING, outcome));
        }
      }
    }
    assertThat(given)
        .contains("chains", "draws", "warmup", "weights", "init", "prior scale", "resume");
  }

  /** The names of what is advised for a run; nothing of it is in force. */
  private Set<String> advice(
      ChainPlan plan, Weighting rule, IntFunction<@Nullable ChainOutcome> outcome) {
    Set<String> names = new HashSet<>();
    for (Finding finding : findings(plan, rule, outcome)) {
      for (Remedy remedy : finding.remedies()) {
        names.add(name(remedy));
        assertThat(isInForce(remedy, plan, rule))
            .as("%s, %s: %s", plan, rule, said(finding.message()))
            .isFalse();
      }
    }
    return names;
  }

  private List<Finding> findings(
      ChainPlan plan, Weighting rule, IntFunction<@Nullable ChainOutcome> outcome) {
    Path place = folder.resolve("run" + System.nanoTime());
    try (RunStore run = SyntheticRun.create(place, SyntheticRun.study(plan, 20), outcome)) {
      if (run.draws().count() == 0) {
        return List.of();
      }
      var weights = ChainWeights.equal(rule, run.draws(), "for a test");
      var lead = RunDiagnostics.of(run, weights, new ChainConvergence(run.study().posterior()), 1);
      List<Finding> findings = new ArrayList<>(lead.findings());
      Mixture mixture = Mixture.of(run);
      findings.addAll(new MixtureVerdict(mixture, lead, FurtherChains.of(mixture)).findings());
      findings.addAll(DataVerdict.findings(mixture));
      return findings;
    }
  }

  private static String name(Remedy remedy) {
    return switch (remedy) {
      case Setting setting -> setting.name();
      case Command command -> command.name();
    };
  }

  private static boolean isInForce(Remedy remedy, ChainPlan plan, Weighting rule) {
    return switch (remedy) {
      case Setting setting ->
          !setting.values().isEmpty() && isInForce(setting.name(), setting.values(), plan, rule);
      case Command command -> command.settings().stream().anyMatch(s -> isInForce(s, plan, rule));
    };
  }

  private static boolean isInForce(
      String name, List<Object> values, ChainPlan plan, Weighting rule) {
    Configuration configuration = Configuration.of(new int[] {3}, plan);
    Object value = values.getFirst();
    return switch (name) {
      case "chains" -> ((Number) value).intValue() <= plan.chains();
      case "draws" -> value.equals(plan.sampler().draws());
      case "warmup" -> value.equals(plan.sampler().warmup());
      case "weights" -> value.equals(rule);
      case "init" -> value.equals(plan.start());
      case "likelihood" -> value.equals(configuration.likelihood());
      case "target scale" -> value.equals(configuration.targetScale());
      default -> throw new AssertionError(name + " is not looked at");
    };
  }
}
