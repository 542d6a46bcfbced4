package dev.coset.benchmarks;

import dev.coset.chains.ChainPlan;
import dev.coset.comparison.Fitted;
import dev.coset.comparison.ManyChains;
import dev.coset.comparison.Workbench;
import dev.coset.ensembles.EnsembleStart;
import dev.coset.experiments.PaperData;
import dev.coset.model.Configuration;
import dev.coset.model.Configuration.Standardise;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.predictive.LppdJackknife;
import dev.coset.predictive.Scoring;
import dev.coset.sampler.Mclmc;
import java.util.List;

/**
 * The chains of {@code coset reproduce exact-chains} with f2 once more, by MCLMC from ensemble
 * starts: as many chains and draws, of a fiftieth of the gradients that NUTS takes, or of a tenth.
 */
final class MclmcBenchmark {
  private static final int CHAINS = 54;

  /** With the default energy variance the bias shows beside errors as small as these. */
  private static final Mclmc.Settings FIFTIETH = new Mclmc.Settings(7200, 24, 90, 5e-4);

  /** With long chains even less bias shows, unless they take this long to converge. */
  private static final Mclmc.Settings TENTH = new Mclmc.Settings(40_000, 24, 283, 1e-5);

  private static final Mclmc.Settings TENTH_OF_AIRFOIL = new Mclmc.Settings(40_000, 24, 283, 5e-4);

  private MclmcBenchmark() {}

  /** Of all sets, or of those that are named; "tenth" takes the longer chains. */
  static void run(List<String> names) {
    boolean longer = names.contains("tenth");
    System.out.println("| data | LPPD | Monte Carlo error | thousand gradients |");
    System.out.println("| --- | ---: | ---: | ---: |");
    for (PaperData set : PaperData.values()) {
      if (names.size() == (longer ? 1 : 0) || names.contains(set.toString())) {
        var tenth = set == PaperData.AIRFOIL ? TENTH_OF_AIRFOIL : TENTH;
        measure(set, longer ? tenth : FIFTIETH, Runtime.getRuntime().availableProcessors());
      }
    }
  }

  private static void measure(PaperData set, Mclmc.Settings chain, int threads) {
    var plan = new ChainPlan(CHAINS, 0, 0, EnsembleStart.NAME, chain);
    var configuration = Configuration.of(new int[] {16, 16, 16}, plan).with(Standardise.ALL);
    Study study = set.study(PaperData.shipped(), configuration);
    Fitted fitted = new ManyChains("chains", Weighting.EQUAL).fit(study, Workbench.local(threads));
    var test = study.test();
    double lppd = Scoring.of(fitted.predictiveAt(), test, study.scaling().target(), threads).lppd();
    var predictive = fitted.predictiveAt().apply(test.x());
    System.out.printf(
        "| %s | %.3f | %.3f | %,d |%n",
        set,
        lppd,
        LppdJackknife.error(predictive, test.y(), CHAINS),
        Math.round(fitted.gradients() / 1000.0));
  }
}
