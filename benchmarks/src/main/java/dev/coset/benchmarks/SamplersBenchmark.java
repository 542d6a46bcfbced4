package dev.coset.benchmarks;

import dev.coset.chains.ChainPlan;
import dev.coset.comparison.Fitted;
import dev.coset.comparison.ManyChains;
import dev.coset.comparison.Workbench;
import dev.coset.data.Targets;
import dev.coset.distribution.GaussianMixture;
import dev.coset.distribution.Predictive;
import dev.coset.ensembles.EnsembleStart;
import dev.coset.experiments.PaperData;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.predictive.LppdJackknife;
import dev.coset.sampler.Mclmc;
import dev.coset.sampler.Nuts;
import dev.coset.sampler.Sampler;

/**
 * What MCLMC predicts beside NUTS, from the same starts, with a network so small that chains of
 * NUTS are long enough to be the reference. Errors are Monte Carlo's, by pairs of chains.
 */
final class SamplersBenchmark {
  private static final int CHAINS = 16;
  private static final int[] HIDDEN = {3};
  private static final Sampler NUTS = Nuts.Settings.of(200, 100);
  private static final Sampler MCLMC = Mclmc.Settings.of(8000, 100, 60);

  private SamplersBenchmark() {}

  static void run() {
    System.out.println(
        "| data | means differ, in sds | their error | ratio of sds | LPPD, NUTS | MCLMC's less"
            + " NUTS's | gradients, NUTS / MCLMC |");
    System.out.println("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (PaperData set : PaperData.values()) {
      measure(set, Runtime.getRuntime().availableProcessors());
    }
  }

  private static void measure(PaperData set, int threads) {
    Fitted nuts = fitted(set, NUTS, threads);
    Fitted mclmc = fitted(set, MCLMC, threads);
    var test = study(set, NUTS).test();
    Predictive a = nuts.predictiveAt().apply(test.x());
    Predictive b = mclmc.predictiveAt().apply(test.x());
    double squares = 0; // of differences of means
    double errors = 0; // what Monte Carlo alone makes of them
    double ratio = 0;
    for (int i = 0; i < a.points(); i++) {
      double sd = a.number(i).sd();
      double difference = (b.number(i).mean() - a.number(i).mean()) / sd;
      squares += difference * difference / a.points();
      errors += errorOfMeans(a, b, i) / (sd * sd) / a.points();
      ratio += b.number(i).sd() / sd / a.points();
    }
    System.out.printf(
        "| %s | %.4f | %.4f | %.3f | %.3f | %+.4f ± %.4f | %.0f |%n",
        set,
        Math.sqrt(squares),
        Math.sqrt(errors),
        ratio,
        lppd(a, test.y()),
        lppd(b, test.y()) - lppd(a, test.y()),
        LppdJackknife.errorOfDifference(a, b, test.y(), CHAINS),
        (double) nuts.gradients() / mclmc.gradients());
  }

  private static Study study(PaperData set, Sampler sampler) {
    var plan = new ChainPlan(CHAINS, 0, 0, EnsembleStart.NAME, sampler);
    return set.study(PaperData.shipped(), Configuration.of(HIDDEN, plan));
  }

  private static Fitted fitted(PaperData set, Sampler sampler, int threads) {
    return new ManyChains("chains", Weighting.EQUAL)
        .fit(study(set, sampler), Workbench.local(threads));
  }

  private static double lppd(Predictive predictive, Targets y) {
    double sum = 0;
    for (int i = 0; i < y.count(); i++) {
      sum += predictive.at(i).logDensity(y.at(i));
    }
    return sum / y.count();
  }

  /** The squared Monte Carlo error of the difference of means at a point. */
  private static double errorOfMeans(Predictive a, Predictive b, int point) {
    double[] differences = chainMeans(b, point);
    double[] reference = chainMeans(a, point);
    double mean = 0;
    for (int c = 0; c < CHAINS; c++) {
      differences[c] -= reference[c];
      mean += differences[c] / CHAINS;
    }
    double squares = 0;
    for (double difference : differences) {
      squares += (difference - mean) * (difference - mean);
    }
    return squares / (CHAINS - 1) / CHAINS;
  }

  private static double[] chainMeans(Predictive predictive, int point) {
    var mixture = (GaussianMixture) predictive.at(point);
    int draws = mixture.size() / CHAINS;
    double[] means = new double[CHAINS];
    for (int g = 0; g < mixture.size(); g++) {
      means[g / draws] += mixture.mean(g) / draws;
    }
    return means;
  }
}
