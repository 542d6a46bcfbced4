package dev.coset.sensitivity;

import dev.coset.data.TargetKind;
import dev.coset.model.ColumnInputs;
import dev.coset.model.FeatureNetworks;
import dev.coset.model.Study;
import dev.coset.posterior.Draws;
import dev.coset.posterior.OutputValues;
import dev.coset.posterior.Posterior;
import dev.coset.predictive.PartialDependence;
import dev.coset.store.Mixture;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Measures which columns matter to a run's functions, with uncertainty: Sobol's indices of every
 * draw's mean, or of its probabilities. Of a target whose logarithm is modelled, the logarithm's.
 *
 * @param columns those looked at, the most important first
 * @param all how many there are
 * @param draws from which the intervals are
 * @param correlated pairs of the columns looked at, the strongest first
 */
public record Sensitivity(
    List<OfColumn> columns, int all, int draws, List<CorrelatedColumns> correlated) {
  private static final int MOST_DRAWS = 200;
  private static final int FEWEST_DRAWS = 20;
  private static final int POINTS = 1024;

  /**
   * Of more columns than these, those along which functions are steepest are looked at; of fewer,
   * where a network has so many weights that their work would be too much.
   */
  public static final int MOST_COLUMNS = 64;

  private static final int FEWEST_COLUMNS = 8;

  private static final int DRAWS_TO_CHOOSE = 16;
  private static final int ROWS_TO_CHOOSE = 64;

  /** Multiplications that may be spent. */
  private static final double MOST_WORK = 2e10;

  /**
   * An index over draws.
   *
   * @param low a twentieth of the draws lie below
   * @param high a twentieth of them lie above
   */
  public record Index(double mean, double low, double high) {}

  /**
   * @param first the share of the variance that the column explains alone
   * @param total the share it has a part in
   */
  public record OfColumn(ColumnInputs column, Index first, Index total) {}

  public Sensitivity {
    columns = List.copyOf(columns);
    correlated = List.copyOf(correlated);
  }

  /**
   * Of a run with draws.
   *
   * @param threads at most so many share the work; the result does not depend on it
   */
  public static Sensitivity of(Mixture mixture, int threads) {
    Study study = mixture.study();
    List<ColumnInputs> all = ColumnInputs.of(study);
    int mostColumns = columns(study.posterior());
    List<ColumnInputs> some =
        all.size() > mostColumns ? steepest(mixture, all, mostColumns, threads) : all;
    var design =
        new Design(study.standardised(), some.stream().map(ColumnInputs::inputs).toList(), POINTS);
    int most = draws(study.posterior(), some.size());
    List<double[]> first = new ArrayList<>();
    List<double[]> total = new ArrayList<>();
    List<Double> weight = new ArrayList<>();
    for (Mixture.Part part : mixture.parts()) {
      Draws draws = part.draws().resampled(Math.max(1, (int) Math.round(most * part.weight())));
      Posterior posterior = part.run().study().posterior();
      var indices =
          SobolIndices.of(
              design, x -> functions(posterior, draws, study.scaling().inputs(x), threads));
      for (double[] ofDraw : indices.first()) {
        first.add(Arrays.stream(ofDraw).map(s -> Math.max(0, s)).toArray()); // else by its error
      }
      total.addAll(Arrays.asList(indices.total()));
      for (int g = 0; g < draws.count(); g++) {
        weight.add(part.weight() / draws.count());
      }
    }
    double[] weights = weight.stream().mapToDouble(w -> w).toArray();
    List<OfColumn> columns =
        IntStream.range(0, some.size())
            .mapToObj(
                j -> new OfColumn(some.get(j), index(first, j, weights), index(total, j, weights)))
            .sorted(Comparator.comparing(c -> -c.total.mean))
            .toList();
    return new Sensitivity(columns, all.size(), weights.length, CorrelatedColumns.of(study, some));
  }

  /** The number that the smallest set of draws allows. */
  private static int columns(Posterior posterior) {
    double each = (double) POINTS * posterior.network().parameters() * FEWEST_DRAWS;
    return (int) Math.clamp(MOST_WORK / each - 2, FEWEST_COLUMNS, MOST_COLUMNS);
  }

  private static int draws(Posterior posterior, int columns) {
    double each = (double) POINTS * (columns + 2) * posterior.network().parameters();
    return (int) Math.clamp(MOST_WORK / each, FEWEST_DRAWS, MOST_DRAWS);
  }

  /** (draw, output, point): the mean of a number, or all probabilities. */
  private static double[][][] functions(
      Posterior posterior, Draws draws, double[][] x, int threads) {
    var values = OutputValues.of(posterior, draws, x, threads);
    double[][][] functions = new double[draws.count()][][];
    for (int g = 0; g < functions.length; g++) {
      double[][] outputs = values.outputs()[g];
      posterior.likelihood().toFunctions(outputs);
      functions[g] =
          switch (posterior.data().y().kind()) {
            case TargetKind.Number _ -> new double[][] {outputs[0]};
            case TargetKind.Classes _ -> outputs;
          };
    }
    return functions;
  }

  /**
   * By the mean over draws of the root of each input's squared slope times the variance of its
   * values; a function that is flat along a column does not depend on it.
   */
  private static List<ColumnInputs> steepest(
      Mixture mixture, List<ColumnInputs> all, int most, int threads) {
    var networks = FeatureNetworks.of(mixture.study());
    Posterior posterior = networks.posterior();
    double[][] rows = posterior.data().evenly(ROWS_TO_CHOOSE).x();
    Draws draws = networks.of(mixture.parts().getFirst().draws().resampled(DRAWS_TO_CHOOSE));
    double[][] slopes = new PartialDependence(posterior, draws, rows, threads).slopes();
    double[] steepness =
        all.stream()
            .mapToDouble(column -> steepness(column.inputs(), slopes, posterior.data().x()))
            .toArray();
    return IntStream.range(0, all.size())
        .boxed()
        .sorted(Comparator.comparing(j -> -steepness[j]))
        .limit(most)
        .map(all::get)
        .toList();
  }

  private static double steepness(int[] inputs, double[][] slopes, double[][] x) {
    double sum = 0;
    for (double[] slope : slopes) {
      double square = 0;
      for (int input : inputs) {
        square += slope[input] * slope[input] * variance(x[input]);
      }
      sum += Math.sqrt(square);
    }
    return sum;
  }

  private static double variance(double[] x) {
    double mean = Arrays.stream(x).average().orElse(0);
    return Arrays.stream(x).map(v -> (v - mean) * (v - mean)).average().orElse(0);
  }

  private static Index index(List<double[]> ofDraws, int column, double[] weights) {
    Integer[] order = new Integer[weights.length];
    Arrays.setAll(order, g -> g);
    Arrays.sort(order, Comparator.comparing(g -> ofDraws.get(g)[column]));
    double mean = 0;
    for (int g = 0; g < weights.length; g++) {
      mean += weights[g] * ofDraws.get(g)[column];
    }
    return new Index(
        mean,
        quantile(ofDraws, column, weights, order, 0.05),
        quantile(ofDraws, column, weights, order, 0.95));
  }

  /** The least value at which draws of so much weight lie below or on it. */
  private static double quantile(
      List<double[]> ofDraws, int column, double[] weights, Integer[] order, double p) {
    double below = 0;
    for (int g : order) {
      below += weights[g];
      if (below >= p - 1e-12) {
        return ofDraws.get(g)[column];
      }
    }
    return ofDraws.get(order[order.length - 1])[column];
  }
}
