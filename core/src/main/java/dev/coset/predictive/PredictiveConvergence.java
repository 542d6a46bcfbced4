package dev.coset.predictive;

import dev.coset.data.Points;
import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.LocationScaleMixture;
import dev.coset.distribution.Predictive;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures whether further chains still change the predictive (the paper's Figure 2 and its
 * supplement): the density of y is kept on a grid at each of a number of inputs, and compared, by
 * the Kullback-Leibler divergence averaged over the inputs, before and after each chain.
 * Consecutive averages converge by themselves, like 1/n^2, so {@link #halfToAll} compares what the
 * first half of the chains said with what all say. Chains are to be added in the order of their
 * index: the numbers then do not depend on who ran them. Not thread-safe.
 */
public final class PredictiveConvergence {
  /** The paper's grid has so many cells in x and in y. */
  private static final int PAPER_CELLS = 128;

  private static final double PAPER_RANGE = 3;
  private static final int MOST_INPUTS = 256;

  /**
   * Noise below a thousandth of the range is taken to be that, which blurs both densities equally.
   */
  private static final int MOST_CELLS = 1017;

  private final int inputs;
  private final double low;
  private final double high;
  private final List<Counted> chains = new ArrayList<>();
  private final List<Double> consecutive = new ArrayList<>();
  private int cells = PAPER_CELLS;
  private @Nullable PredictiveSum current;
  private @Nullable PredictiveSum half; // of the first chains, as far as they were asked for
  private int inHalf;

  /** Where a chain's functions come from, and how much each of their draws counts. */
  private record Counted(Supplier<Predictive> chain, double weight) {}

  /**
   * At a number of inputs, for y in a range; standardised targets mostly lie in [-3, 3]. The grid
   * has 128 cells in y and is refined when a chain's noise asks for it.
   */
  public PredictiveConvergence(int inputs, double low, double high) {
    if (inputs < 1 || !(low < high)) {
      throw new IllegalArgumentException(
          "A grid over %d inputs and y from %s to %s is empty.".formatted(inputs, low, high));
    }
    this.inputs = inputs;
    this.low = low;
    this.high = high;
  }

  /** At a number of inputs, for y in [-3, 3] as in the paper. */
  public PredictiveConvergence(int inputs) {
    this(inputs, -PAPER_RANGE, PAPER_RANGE);
  }

  /**
   * Where to look: for one feature the paper's 128 inputs on [-3, 3], for more of them up to 256
   * training inputs, evenly picked.
   *
   * @param train (feature, point)
   * @return (feature, input)
   */
  public static double[][] inputsFor(double[][] train) {
    if (train.length == 1) {
      double[][] x = new double[1][PAPER_CELLS];
      for (int i = 0; i < PAPER_CELLS; i++) {
        x[0][i] = -PAPER_RANGE + i * (2 * PAPER_RANGE / (PAPER_CELLS - 1));
      }
      return x;
    }
    return new Points(train, new double[0]).evenly(MOST_INPUTS).x();
  }

  /**
   * Takes the next chain's functions at the inputs and returns {@code KL(with it || before it)};
   * infinite for the first. Keeps the values.
   */
  public double add(Predictive chain) {
    return add(() -> chain, 1);
  }

  /**
   * The same of a chain that counts more or less than others, and whose functions are made again
   * whenever they are needed: of many chains they would fill the memory. Give a few draws of a long
   * chain rather than all of them.
   *
   * @param source the same functions every time
   * @param weight of each of its draws relative to those of others, positive
   */
  public double add(Supplier<Predictive> source, double weight) {
    Predictive chain = source.get();
    if (chain.points() != inputs || chain.at(0).size() == 0) {
      throw new IllegalArgumentException(
          "The chain is given at %d inputs; give at least one draw, at all %d inputs."
              .formatted(chain.points(), inputs));
    }
    boolean finer = refinesFor(chain);
    PredictiveSum before = current == null || finer ? sumOf(chain, chains) : current;
    PredictiveSum after = before.copy();
    after.add(chain, weight);
    chains.add(new Counted(source, weight));
    current = after;
    if (chains.size() == 1) {
      return Double.POSITIVE_INFINITY;
    }
    double divergence = after.divergenceFrom(before);
    consecutive.add(divergence);
    return divergence;
  }

  /** Whether the noise of a chain asked for a finer grid, as it now is. */
  private boolean refinesFor(Predictive chain) {
    int needed = cells;
    for (int i = 0; i < inputs && chain.at(i) instanceof LocationScaleMixture mixture; i++) {
      for (int g = 0; g < mixture.size(); g++) {
        while (needed < MOST_CELLS && (high - low) / (needed - 1) > mixture.scale(g)) {
          needed = 2 * needed - 1;
        }
      }
    }
    boolean finer = needed > cells;
    if (finer) {
      half = null;
      inHalf = 0;
    }
    cells = needed;
    return finer;
  }

  private PredictiveSum sumOf(Predictive like, List<Counted> first) {
    PredictiveSum sum =
        like.at(0) instanceof ClassProbabilities probabilities
            ? new ClassSums(inputs, probabilities.classes())
            : new DensityGrid(inputs, low, high, cells);
    first.forEach(counted -> sum.add(counted.chain.get(), counted.weight));
    return sum;
  }

  /** The number of chains so far. */
  public int chains() {
    return chains.size();
  }

  /** What {@link #add} returned from the second chain on. */
  public double[] consecutive() {
    return consecutive.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** What {@link #halfToAll()} is after all of these chains, without what each of them changed. */
  public static double halfToAll(int inputs, List<Supplier<Predictive>> chains) {
    var convergence = new PredictiveConvergence(inputs);
    for (Supplier<Predictive> chain : chains) {
      convergence.refinesFor(chain.get());
      convergence.chains.add(new Counted(chain, 1));
    }
    int half = chains.size() / 2;
    if (half == 0) {
      return Double.POSITIVE_INFINITY;
    }
    PredictiveSum first =
        convergence.sumOf(chains.getFirst().get(), convergence.chains.subList(0, half));
    PredictiveSum all = first.copy();
    for (int i = half; i < chains.size(); i++) {
      all.add(chains.get(i).get(), 1);
    }
    return all.divergenceFrom(first);
  }

  /**
   * {@code KL(all chains || first half of them)}; infinite for fewer than two. All calls together
   * are as costly as half of those to {@link #add}.
   */
  public double halfToAll() {
    if (chains.size() < 2) {
      return Double.POSITIVE_INFINITY;
    }
    PredictiveSum first = half == null ? sumOf(chains.getFirst().chain.get(), List.of()) : half;
    for (; inHalf < chains.size() / 2; inHalf++) {
      Counted next = chains.get(inHalf);
      first.add(next.chain.get(), next.weight);
    }
    half = first;
    return sum().divergenceFrom(first);
  }

  private PredictiveSum sum() {
    return Objects.requireNonNull(current, "No chain was added.");
  }

  /** The average predictive density of numbers (input, cell of y). */
  public double[][] density() {
    return ((DensityGrid) sum()).density();
  }

  /** The grid of y on which {@link #density} is given. */
  public double[] y() {
    return ((DensityGrid) sum()).y();
  }
}
