package dev.coset.optimisation;

import dev.coset.chains.RandomStream;
import dev.coset.parallel.StoppedException;
import dev.coset.posterior.BatchedDensity;
import dev.coset.posterior.Posterior;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.apache.commons.rng.sampling.PermutationSampler;

/**
 * Climbs a posterior by Adam (Kingma and Ba 2015), one batch of rows a step, with a learning rate
 * that falls along a cosine. A few batches are held out of training; of all looks at them, the
 * iterate that predicts them best is the result. A function of the posterior, this, the seed and
 * the member's number alone.
 *
 * @param passes over the rows that are trained on
 * @param rate the first learning rate
 * @param lastRate the last one
 */
public record MiniBatchTraining(int passes, double rate, double lastRate) {
  /** From so many rows on it finds better networks than the full batch does in the same time. */
  public static final int FEWEST_ROWS = 10_000;

  private static final double HELD_OUT = 0.05; // of the batches
  private static final int MOST_HELD_OUT = 10;
  private static final int LOOKS = 32;

  /** The learning rates with which the prototypes were measured. */
  public static MiniBatchTraining of(int passes) {
    return new MiniBatchTraining(passes, 1e-2, 1e-5);
  }

  /**
   * Trains one member from a random start of its own.
   *
   * @param stopped asked at each look at the held-out batches
   * @return where it came to
   * @throws StoppedException once that says so
   */
  public double[] train(Posterior posterior, long seed, int member, BooleanSupplier stopped) {
    double[] q = WeightStart.FAN_IN.draw(posterior, RandomStream.START.of(seed, member));
    var random = RandomStream.APPROXIMATION.of(seed, member);
    BatchedDensity density = posterior.density();
    int batches = density.batches();
    int held = (int) Math.clamp(HELD_OUT * batches, 1, MOST_HELD_OUT); // the last, shorter one too
    int trained = Math.max(1, batches - held);
    int[] order = PermutationSampler.natural(trained);
    long steps = (long) passes * trained;
    long apart = Math.max(1, steps / LOOKS);
    var climb = new Climb(density, q, (double) batches / posterior.data().count());
    double[] best = q.clone();
    double highest = Double.NEGATIVE_INFINITY;
    for (long step = 0; step < steps; step++) {
      int place = (int) (step % trained);
      if (place == 0) {
        PermutationSampler.shuffle(random, order);
      }
      climb.step(order[place], rate(step, steps));
      boolean last = step == steps - 1;
      if (last || (step + 1) % apart == 0) {
        if (stopped.getAsBoolean()) {
          throw new StoppedException();
        }
        double height = climb.height(trained, batches);
        if (height > highest) {
          highest = height;
          System.arraycopy(q, 0, best, 0, q.length);
        }
      }
    }
    return best;
  }

  private double rate(long step, long steps) {
    double cosine = StrictMath.cos(StrictMath.PI * step / steps);
    return lastRate + (rate - lastRate) * 0.5 * (1 + cosine);
  }

  /** Adam's state. */
  private static final class Climb {
    private static final double DECAY = 0.9;
    private static final double SQUARES_DECAY = 0.999;
    private static final double EPSILON = 1e-8;

    private final BatchedDensity density;
    private final double[] q;
    private final double perRow; // the gradient of all rows by one batch, for one row
    private final double priorPerRow;
    private final double[] gradient;
    private final double[] prior;
    private final double[] means;
    private final double[] squares;
    private double left = 1; // DECAY^step
    private double squaresLeft = 1;

    Climb(BatchedDensity density, double[] q, double perRow) {
      this.density = density;
      this.q = q;
      this.perRow = perRow;
      this.priorPerRow = perRow / density.batches();
      this.gradient = new double[q.length];
      this.prior = new double[q.length];
      this.means = new double[q.length];
      this.squares = new double[q.length];
    }

    /** One step up by one batch; none where its gradient is not finite. */
    void step(int batch, double rate) {
      double value = density.batch(batch, q, gradient);
      Arrays.fill(prior, 0);
      value += density.addPrior(q, prior);
      if (!Double.isFinite(value + FirstOrder.slope(gradient))) {
        return;
      }
      left *= DECAY;
      squaresLeft *= SQUARES_DECAY;
      double scale = rate / (1 - left);
      double squaresScale = 1 / (1 - squaresLeft);
      for (int j = 0; j < q.length; j++) {
        double g = perRow * gradient[j] + priorPerRow * prior[j];
        means[j] = DECAY * means[j] + (1 - DECAY) * g;
        squares[j] = SQUARES_DECAY * squares[j] + (1 - SQUARES_DECAY) * (g * g);
        q[j] += scale * means[j] / (Math.sqrt(squares[j] * squaresScale) + EPSILON);
      }
    }

    /** The log likelihood of some batches; minus infinity where it does not exist. */
    double height(int from, int to) {
      double sum = 0;
      for (int batch = from; batch < to; batch++) {
        sum += density.batch(batch, q, gradient);
      }
      return Double.isFinite(sum) ? sum : Double.NEGATIVE_INFINITY;
    }
  }
}
