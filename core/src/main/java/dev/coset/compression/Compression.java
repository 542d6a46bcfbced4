package dev.coset.compression;

import dev.coset.data.InputException;
import dev.coset.data.Points;
import dev.coset.data.Scaling;
import dev.coset.data.TargetScaling;
import dev.coset.distribution.Predictive;
import dev.coset.distribution.PredictiveDistribution;
import dev.coset.parallel.Parallel;
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
import java.util.stream.Stream;

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
    if (!(bound > 0 && bound < Double.POSITIVE_INFINITY)) {
      throw new InputException(
          "The divergence must stay below a positive number, not %s.".formatted(bound));
    }
    run.requireDraws();
    return new Compression(run, threads).compressed(bound, keepsRows);
  }

  private CompressedRun compressed(double bound, boolean keepsRows) {
    Points train = run.study().posterior().data();
    double[][] inputs = train.evenly(MOST_INPUTS).x();
    var target = fine(inputs, View::target);
    var function = fine(inputs, View::function);
    List<Model> models = thinned(bound, inputs, target, function);
    Points test = run.test();
    boolean freshAreTest = test.count() > 0;
    double[][] fresh =
        freshAreTest ? test.evenly(MOST_INPUTS).x() : FreshInputs.of(run.study(), MOST_INPUTS);
    var loss =
        new CompressionLoss(
            bound,
            divergence(target, models, inputs),
            divergence(function, models, inputs),
            divergence(fine(fresh, View::target), models, fresh),
            freshAreTest,
            lppd(models, train.evenly(MOST_ROWS)),
            freshAreTest ? lppd(models, test.evenly(MOST_ROWS)) : null);
    return CompressedRun.of(run, models, loss, keepsRows ? KeptRows.of(run.study()) : null);
  }

  private Quadrature fine(double[][] x, Function<PredictiveDistribution, View> view) {
    return Quadrature.fine(this::predictive, x, view, threads);
  }

  private Divergence divergence(Quadrature full, List<Model> models, double[][] x) {
    return full.divergence(at -> predictive(models, at), x, threads);
  }

  private Predictive predictive(double[][] x) {
    return run.predictive(x, threads);
  }

  private Predictive predictive(List<Model> models, double[][] x) {
    return CompressedRun.predictive(models, scaling, x, threads);
  }

  /**
   * The coarse quadrature is optimistic, so it is given less until the fine one is content; where
   * no choice is good enough, all draws are kept as they count.
   */
  private List<Model> thinned(
      double bound, double[][] inputs, Quadrature target, Quadrature function) {
    var candidates = Candidates.of(run);
    var mixture = mixture(candidates, inputs);
    double aim = bound;
    while (mixture.growTo(aim)) {
      List<Model> models = candidates.models(mixture.chosen(), mixture.weights());
      double worse = worse(target, function, models, inputs);
      if (worse <= bound) {
        return models;
      }
      aim *= Math.max(0.5, 0.95 * bound / worse);
    }
    List<Model> all = candidates.models();
    double worse = worse(target, function, all, inputs);
    if (worse > bound) {
      throw new InputException(
          "No choice of draws in single precision comes closer than a mean divergence of %.2g: allow more than %s."
              .formatted(worse, bound));
    }
    return all;
  }

  private double worse(
      Quadrature target, Quadrature function, List<Model> models, double[][] inputs) {
    return Math.max(
        divergence(target, models, inputs).mean(), divergence(function, models, inputs).mean());
  }

  /** Of target and function alike, at as many inputs as memory allows. */
  private SparseMixture mixture(Candidates candidates, double[][] inputs) {
    var target = Quadrature.coarse(this::predictive, inputs, View::target, threads);
    var function = Quadrature.coarse(this::predictive, inputs, View::function, threads);
    long ratios = (long) (target.nodes() + function.nodes()) * candidates.count();
    int most = (int) Math.max(1, inputs[0].length * MOST_RATIOS / ratios);
    if (most < inputs[0].length) {
      return mixture(candidates, new Points(inputs, new double[0]).evenly(most).x());
    }
    return new SparseMixture(
        Stream.of(target, function)
            .flatMap(
                of ->
                    Arrays.stream(
                        of.ratios(x -> predictive(candidates.models(), x), inputs, threads)))
            .toArray(float[][]::new),
        Stream.of(target, function)
            .flatMapToDouble(of -> Arrays.stream(of.shares()).map(share -> share / 2))
            .toArray(),
        threads);
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
    return Arrays.stream(at).average().orElseThrow();
  }
}
