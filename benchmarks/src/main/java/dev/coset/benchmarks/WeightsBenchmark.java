package dev.coset.benchmarks;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.Engine;
import dev.coset.chains.EngineSession;
import dev.coset.data.MissingCells;
import dev.coset.data.RawTable;
import dev.coset.data.Split;
import dev.coset.data.TableOptions;
import dev.coset.data.TargetKind;
import dev.coset.data.TargetType;
import dev.coset.ensembles.EnsembleStart;
import dev.coset.experiments.PaperData;
import dev.coset.model.ChainWeights;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.WeightedDraws;
import dev.coset.predictive.Scoring;
import dev.coset.sampler.Mclmc;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.weights.RunWeights;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The LPPD of test rows where chains are weighted equally, by stacking and by evidence: the same
 * chains, sampled once for each seed. Errors are over seeds; those of a difference are of the same
 * chains'.
 */
final class WeightsBenchmark {
  private static final int SEEDS = 3;

  private final int seeds;
  private final int threads = Runtime.getRuntime().availableProcessors();

  private WeightsBenchmark(int seeds) {
    this.seeds = seeds;
  }

  /**
   * Of all sets of the paper, or of those that are named, or of tables; a number says how many
   * seeds.
   */
  static void run(List<String> given) {
    List<String> names = new ArrayList<>(given);
    int seeds = SEEDS;
    for (String name : given) {
      if (name.matches("[0-9]+")) {
        seeds = Integer.parseInt(name);
        names.remove(name);
      }
    }
    var benchmark = new WeightsBenchmark(seeds);
    System.out.println(
        "| data | network | equal | stacking | evidence | stacking - equal | evidence - equal | how"
            + " |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for (PaperData set : PaperData.values()) {
      if (names.isEmpty() || names.contains(set.toString())) {
        benchmark.measure(
            set.toString(), configuration -> set.study(PaperData.shipped(), configuration));
      }
    }
    for (String name : names) {
      if (name.endsWith(".csv")) {
        benchmark.measure(name, table(Path.of(name)));
      }
    }
  }

  /**
   * Of a file whose target is y: with a noise of its own at each row where that is a number, else
   * by classes.
   */
  private static Function<Configuration, Study> table(Path file) {
    RawTable table =
        RawTable.read(file, TableOptions.of("y", TargetType.AUTO, MissingCells.IMPUTE));
    Split split = Split.stratified(table.strata(), 1 / 3.0, 0);
    String likelihood =
        switch (table.kind()) {
          case TargetKind.Number _ -> Likelihood.HETEROSCEDASTIC;
          case TargetKind.Classes _ -> Likelihood.CATEGORICAL;
        };
    return configuration ->
        Study.of(table.fit(split.train()), split, configuration.withLikelihood(likelihood));
  }

  private void measure(String set, Function<Configuration, Study> studies) {
    measure(set, studies, new int[] {3}, ChainPlan.of(54, 1024, 1, 0));
    var mclmc = new ChainPlan(12, 0, 0, EnsembleStart.NAME, Mclmc.Settings.of(8000, 20, 150));
    measure(set, studies, new int[] {16, 16, 16}, mclmc);
  }

  private void measure(
      String set, Function<Configuration, Study> studies, int[] hidden, ChainPlan plan) {
    Weighting[] rules = Weighting.values();
    double[][] lppd = new double[rules.length][seeds];
    List<String> reasons = new ArrayList<>();
    for (int seed = 0; seed < seeds; seed++) {
      var seeded =
          new ChainPlan(plan.chains(), seed, plan.superchains(), plan.start(), plan.sampler());
      Study study = studies.apply(Configuration.of(hidden, seeded));
      Draws draws = sampled(study);
      for (Weighting rule : rules) {
        ChainWeights weights = RunWeights.of(study, draws, rule, threads);
        WeightedDraws weighted = weights.over(draws);
        lppd[rule.ordinal()][seed] =
            Scoring.of(
                    x -> weighted.predictive(study.posterior(), x, threads),
                    study.test(),
                    study.scaling().target(),
                    threads)
                .lppd();
        if (rule != Weighting.EQUAL && seed == 0) {
          reasons.add(weights.reason());
        }
      }
    }
    System.out.printf(
        "| %s | %s | %s | %s | %s | %s | %s | %s |%n",
        set,
        Arrays.toString(hidden),
        text(lppd[0]),
        text(lppd[1]),
        text(lppd[2]),
        text(minus(lppd[1], lppd[0])),
        text(minus(lppd[2], lppd[0])),
        String.join(" ", reasons));
  }

  private Draws sampled(Study study) {
    ChainPlan plan = study.configuration().plan();
    List<Draws> chains = new ArrayList<>();
    EngineSession.run(
        Engine.local(threads),
        ChainRecipe.of(study.posterior(), plan),
        IntStream.range(0, plan.chains()),
        SamplerMonitor.NONE,
        outcomes -> {
          for (ChainOutcome outcome : outcomes) {
            if (outcome instanceof ChainOutcome.Finished finished) {
              chains.add(finished.draws());
            }
          }
        });
    chains.sort(Comparator.comparingInt(draws -> draws.chain()[0]));
    return Draws.concatenate(study.posterior().dimension(), plan.sampler().schema(), chains);
  }

  private static double[] minus(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] - b[i]).toArray();
  }

  private static String text(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return "%.3f (%.3f)".formatted(mean, Math.sqrt(squares / (values.length - 1) / values.length));
  }
}
