package dev.coset.compression;

import dev.coset.data.InputException;
import dev.coset.data.Points;
import dev.coset.data.Scaling;
import dev.coset.data.TargetScaling;
import dev.coset.distribution.Predictive;
import dev.coset.distribution.PredictiveDistribution;
import dev.coset.parallel.Parallel;
import dev.coset.statistics.Weighted;
import dev.coset.store.CompressedRun;
import dev.coset.store.CompressedRun.Model;
import dev.coset.store.CompressionLoss;
import dev.coset.store.CompressionLoss.Divergence;
import dev.coset.store.CompressionLoss.Lppd;
import dev.coset.store.KeptRows;
import dev.coset.store.Mixture;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * Thins a run to few weighted draws whose predictive is close to that of all. Nothing is random but
 * fresh inputs, which depend on the run's seed.
 */
public final class Compression {
  /** What the mean divergence at training inputs stays below unless told otherwise, in nats. */
  public static final double BOUND = 0.01;

  private static final int MOST_INPUTS = 500;
  private static final int MOST_ROWS = 2000;
  private static final long MOST_RATIOS = 25_000_000; // 100 MB

  /** Looks by the fine quadrature where draws are limited, and so is patience. */
  private static final int MOST_LOOKS = 6;

  private final Mixture run;
  private final Scaling scaling;
  private final int threads;

  private Compression(Mixture run, int threads) {
    this.run = run;
    this.scaling = run.scaling();
    this.threads = threads;
  }

  /**
   * A run compressed.
   *
   * @param bound on the mean divergence at training inputs, positive
   * @param keepsRows whether rows of the data travel with it
   * @throws InputException where single precision alone loses more than the bound
   */
  public static CompressedRun of(Mixture run, double bound, boolean keepsRows, int threads) {
    return ofAtMost(Integer.MAX_VALUE, run, bound, keepsRows, threads);
  }

  /**
   * A run compressed as far as so many draws come, and a few looks tell: of many draws that differ
   * much the bound may be minutes away. What was lost is said as always.
   *
   * @param bound below which no more are taken, positive
   */
  public static CompressedRun ofAtMost(
      int draws, Mixture run, double bound, boolean keepsRows, int threads) {
    if (!(bound > 0 && bound < Double.POSITIVE_INFINITY)) {
      throw new InputException(
          "The limit on the divergence must be a positive number, but was %s.".formatted(bound));
    }
    run.requireDraws();
    return new Compression(run, threads).compressed(bound, draws, keepsRows);
  }

  private CompressedRun compressed(double bound, int most, boolean keepsRows) {
    Points train = run.study().posterior().data();
    double[][] inputs = train.evenly(MOST_INPUTS).x();
    var target = new Goal(inputs, View::target);
    var function = new Goal(andFresh(inputs), View::function);
    List<Model> models = thinned(bound, most, List.of(target, function));
    Points test = run.test();
    boolean freshAreTest = test.count() > 0;
    double[][] fresh =
        freshAreTest ? test.evenly(MOST_INPUTS).x() : FreshInputs.of(run.study(), MOST_INPUTS, 1);
    var loss =
        new CompressionLoss(
            bound,
            target.divergence(models),
            function.divergence(models),
            new Goal(fresh, View::target).divergence(models),
            freshAreTest,
            lppd(models, train.evenly(MOST_ROWS)),
            freshAreTest ? lppd(models, test.evenly(MOST_ROWS)) : null);
    return CompressedRun.of(run, models, loss, keepsRows ? KeptRows.of(run.study()) : null);
  }

  /** Inputs and as many fresh ones, so that what draws say between training rows counts too. */
  private double[][] andFresh(double[][] inputs) {
    double[][] fresh = FreshInputs.of(run.study(), inputs[0].length, 0);
    double[][] both = new double[inputs.length][];
    Arrays.setAll(
        both,
        k -> DoubleStream.concat(Arrays.stream(inputs[k]), Arrays.stream(fresh[k])).toArray());
    return both;
  }

  /** A view of the run's predictive at inputs, to which that of fewer draws is to be close. */
  private final class Goal {
    final double[][] x; // (feature, input)
    final Function<PredictiveDistribution, View> view;
    final Quadrature full;

    Goal(double[][] x, Function<PredictiveDistribution, View> view) {
      this.x = x;
      this.view = view;
      this.full = Quadrature.fine(Compression.this::predictive, x, view, threads);
    }

    Divergence divergence(List<Model> models) {
      return full.divergence(at -> predictive(models, at), x, threads);
    }

    /** At as many inputs as there may be ratios of candidates to the whole. */
    Quadrature.Ratios ratios(Candidates candidates, long most) {
      double[][] some = x;
      var coarse = Quadrature.coarse(Compression.this::predictive, x, view, threads);
      int inputs = inputs(x[0].length, (long) coarse.nodes() * candidates.count(), most);
      if (inputs < x[0].length) {
        some = new Points(x, new double[0]).evenly(inputs).x();
        coarse = Quadrature.coarse(Compression.this::predictive, some, view, threads);
      }
      return coarse.ratios(at -> predictive(candidates.models(), at), some, threads);
    }
  }

  /** How many of the inputs have at most so many ratios together; at least one. */
  static int inputs(int all, long ratios, long most) {
    return ratios > most ? (int) Math.max(1, all * most / ratios) : all;
  }

  private Predictive predictive(double[][] x) {
    return run.predictive(x, threads);
  }

  private Predictive predictive(List<Model> models, double[][] x) {
    return CompressedRun.predictive(models, scaling, x, threads);
  }

  /**
   * Weights by which the draws have the epistemic variance of all. The coarse quadrature is
   * optimistic, so it is given less until the fine one is content; where no choice is good enough,
   * all draws are kept as they count.
   */
  private List<Model> thinned(double bound, int most, List<Goal> goals) {
    var candidates = Candidates.of(run);
    var mixture =
        new SparseMixture(
            goals.stream().map(g -> g.ratios(candidates, MOST_RATIOS / goals.size())).toList(),
            threads);
    var spread =
        FunctionSpread.of(
            this::predictive,
            at -> predictive(candidates.models(), at),
            goals.getLast().x,
            threads);
    int mostLooks = most == Integer.MAX_VALUE ? most : MOST_LOOKS;
    double aim = bound;
    for (int looks = 0; mixture.growTo(aim, most); looks++) {
      List<Model> models =
          candidates.models(mixture.chosen(), spread.matched(mixture.chosen(), mixture.weights()));
      if (mixture.tried() >= most || looks == mostLooks) {
        return models;
      }
      double worst = worst(goals, models);
      if (worst <= bound) {
        return models;
      }
      aim *= Math.max(0.5, 0.95 * bound / worst);
    }
    List<Model> all = candidates.models();
    if (worst(goals, all) > bound) {
      throw new InputException(
          "No choice of draws in single precision has a mean divergence below %.2g. Allow more than %s."
              .formatted(worst(goals, all), bound));
    }
    return all;
  }

  private static double worst(List<Goal> goals, List<Model> models) {
    return goals.stream().mapToDouble(goal -> goal.divergence(models).mean()).max().orElseThrow();
  }

  private Lppd lppd(List<Model> models, Points rows) {
    return new Lppd(
        lppd(predictive(rows.x()), rows), lppd(predictive(models, rows.x()), rows), rows.count());
  }

  private double lppd(Predictive predictive, Points rows) {
    TargetScaling target = scaling.target();
    double[] at = new double[rows.count()];
    Parallel.tasks(
        threads,
        at.length,
        i -> {
          double y = rows.y().at(i);
          at[i] = predictive.at(i).logDensity(y) + target.logStretch(y);
        });
    return Weighted.mean(at, rows.y().weights());
  }
}
