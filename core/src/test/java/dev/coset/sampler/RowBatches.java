package dev.coset.sampler;

import dev.coset.data.Points;
import dev.coset.posterior.BatchedDensity;
import dev.coset.posterior.LogDensity;
import dev.coset.posterior.Posterior;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A posterior's log density as a sum over n batches of few rows each: the densities D given these
 * rows, each with the prior, and the prior -(n - 1) times. The prior is {@code D(A) + D(B) - D(A,
 * B)}.
 */
final class RowBatches implements BatchedDensity {
  private final LogDensity all;
  private final List<LogDensity> batches = new ArrayList<>();
  private final List<LogDensity> ofPrior; // one row, another, both
  private final double[] work;

  RowBatches(Posterior posterior, int rowsOfBatch) {
    this.all = posterior.density();
    this.work = new double[posterior.dimension()];
    int n = posterior.data().count();
    for (int b = 0; b < n; b += rowsOfBatch) {
      batches.add(given(posterior, IntStream.range(b, Math.min(n, b + rowsOfBatch)).toArray()));
    }
    this.ofPrior =
        List.of(given(posterior, 0), given(posterior, n - 1), given(posterior, 0, n - 1));
  }

  private static LogDensity given(Posterior posterior, int... rows) {
    Points points = posterior.data();
    double[][] x = new double[points.features()][rows.length];
    double[] y = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      y[i] = points.y().values()[rows[i]];
      for (int k = 0; k < x.length; k++) {
        x[k][i] = points.x()[k][rows[i]];
      }
    }
    return posterior.given(new Points(x, y)).density();
  }

  @Override
  public int dimension() {
    return all.dimension();
  }

  @Override
  public double valueAndGradient(double[] q, double[] gradient) {
    return all.valueAndGradient(q, gradient);
  }

  @Override
  public int batches() {
    return batches.size();
  }

  @Override
  public double batch(int batch, double[] q, double[] gradient) {
    return batches.get(batch).valueAndGradient(q, gradient);
  }

  @Override
  public double addPrior(double[] q, double[] gradient) {
    double value = 0;
    for (int i = 0; i < ofPrior.size(); i++) {
      double times = (batches.size() - 1.0) * (i < 2 ? -1 : 1);
      value += times * ofPrior.get(i).valueAndGradient(q, work);
      for (int j = 0; j < work.length; j++) {
        gradient[j] += times * work[j];
      }
    }
    return value;
  }
}
