package dev.coset.optimisation;

import dev.coset.data.InputException;
import dev.coset.data.Points;
import dev.coset.data.Targets;
import dev.coset.network.BatchGradient;
import dev.coset.network.Precision;
import dev.coset.posterior.Posterior;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;

/**
 * Trains on a part of the points and keeps the iterate that predicts the other part best. This
 * matters: where a network can interpolate its training points, the posterior of {@code (theta,
 * sigma)} has no maximum at all, as {@code -N log sigma} grows without bound.
 *
 * @param fraction of the points that are held out of training
 * @param patience ends after so many iterations without a better one, or after the number that it
 *     took to find the best, whichever is more
 */
public record EarlyStopping(double fraction, int patience) {
  private static final int MOST_POINTS = 20_000;

  public EarlyStopping {
    if (!(fraction > 0 && fraction < 1)) {
      throw new InputException(
          "The validation part must lie between 0 and 1, but was " + fraction + ".");
    }
    if (patience < 1) {
      throw new InputException("Patience must be at least 1 iteration, but was " + patience + ".");
    }
  }

  /** A fifth of the points, and a patience of 100 iterations. */
  public static EarlyStopping standard() {
    return new EarlyStopping(0.2, 100);
  }

  /** Cuts the points in two at random; of very many, some do. */
  Run begin(Posterior posterior, UniformRandomProvider random) {
    Points all = posterior.data();
    int left = (int) Math.ceil(fraction * all.count());
    if (left >= all.count()) {
      throw new InputException(
          "Early stopping leaves no point to train on: add data or lower the validation part.");
    }
    int[] order = PermutationSampler.natural(all.count());
    PermutationSampler.shuffle(random, order);
    int most = Math.min(all.count(), MOST_POINTS);
    int held = Math.min(left, (int) Math.ceil(fraction * most));
    Points validation = all.select(Arrays.copyOf(order, held));
    Points train = all.select(Arrays.copyOfRange(order, left, left + most - held));
    return new Run(posterior.with(Precision.DOUBLE).given(train), validation);
  }

  /** One training with its own cut. */
  final class Run implements Optimiser.Watch {
    private final Posterior train;
    private final Targets targets;
    private final BatchGradient batch;
    private final double[][] outputs;
    private final double[] best;
    private double bestScore = Double.NEGATIVE_INFINITY;
    private int bestIteration;

    private Run(Posterior train, Points validation) {
      this.train = train;
      this.targets = validation.y();
      this.batch = BatchGradient.of(train.network(), Precision.DOUBLE, validation);
      this.outputs = new double[train.network().outputs()][targets.count()];
      this.best = new double[train.dimension()];
    }

    /** The posterior given the part that is trained on. */
    Posterior posterior() {
      return train;
    }

    /** The best iterate so far. */
    double[] best() {
      return best.clone();
    }

    @Override
    public boolean goOn(int iteration, double[] q) {
      double score = score(q);
      if (score > bestScore) {
        bestScore = score;
        bestIteration = iteration;
        System.arraycopy(q, 0, best, 0, q.length);
      }
      return iteration - bestIteration < Math.max(patience, bestIteration);
    }

    /** The log density of the held-out points, up to a constant. */
    private double score(double[] q) {
      batch.outputs(q, outputs);
      return train.likelihood().fit(outputs, q, targets);
    }
  }
}
