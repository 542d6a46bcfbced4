package dev.coset.posterior;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Draws {@code q = (theta, nuisance)} with what the sampler knew of each, in the order of chains.
 * Immutable by convention: the arrays are shared, not copied.
 *
 * @param dimension the length of a draw
 * @param values (draw, entry), one after another
 * @param chain the chain of each draw
 * @param logDensity log p(q) up to a constant
 * @param energy the Hamiltonian at the draw
 * @param acceptance mean acceptance probability over the trajectory that led to the draw
 * @param depth doublings of that trajectory
 * @param steps its leapfrog steps
 * @param diverged whether it diverged
 */
public record Draws(
    int dimension,
    double[] values,
    int[] chain,
    double[] logDensity,
    double[] energy,
    double[] acceptance,
    int[] depth,
    int[] steps,
    boolean[] diverged) {

  public Draws {
    if (values.length != chain.length * dimension) {
      throw new IllegalArgumentException(
          "%d values do not make %d draws of dimension %d."
              .formatted(values.length, chain.length, dimension));
    }
  }

  /** Room for a number of draws, to be filled. */
  public static Draws ofSize(int draws, int dimension) {
    return new Draws(
        dimension,
        new double[draws * dimension],
        new int[draws],
        new double[draws],
        new double[draws],
        new double[draws],
        new int[draws],
        new int[draws],
        new boolean[draws]);
  }

  /** All draws of the parts, one part after another. */
  public static Draws concatenate(int dimension, List<Draws> parts) {
    Draws all = ofSize(parts.stream().mapToInt(Draws::count).sum(), dimension);
    int to = 0;
    for (Draws part : parts) {
      int n = part.count();
      System.arraycopy(part.values, 0, all.values, to * dimension, n * dimension);
      System.arraycopy(part.chain, 0, all.chain, to, n);
      System.arraycopy(part.logDensity, 0, all.logDensity, to, n);
      System.arraycopy(part.energy, 0, all.energy, to, n);
      System.arraycopy(part.acceptance, 0, all.acceptance, to, n);
      System.arraycopy(part.depth, 0, all.depth, to, n);
      System.arraycopy(part.steps, 0, all.steps, to, n);
      System.arraycopy(part.diverged, 0, all.diverged, to, n);
      to += n;
    }
    return all;
  }

  public int count() {
    return chain.length;
  }

  /** Returns a copy of draw g. */
  public double[] draw(int g) {
    return Arrays.copyOfRange(values, g * dimension, (g + 1) * dimension);
  }

  public double value(int g, int entry) {
    return values[g * dimension + entry];
  }

  /** Returns at most so many of the draws, evenly picked, the last among them. */
  public Draws evenly(int most) {
    int n = count();
    return select(
        IntStream.rangeClosed(1, Math.min(n, most)).map(i -> i * n / Math.min(n, most) - 1));
  }

  /** Returns some of the draws. */
  public Draws select(IntStream which) {
    int[] from = which.toArray();
    Draws some = ofSize(from.length, dimension);
    for (int i = 0; i < from.length; i++) {
      int g = from[i];
      System.arraycopy(values, g * dimension, some.values, i * dimension, dimension);
      some.chain[i] = chain[g];
      some.logDensity[i] = logDensity[g];
      some.energy[i] = energy[g];
      some.acceptance[i] = acceptance[g];
      some.depth[i] = depth[g];
      some.steps[i] = steps[g];
      some.diverged[i] = diverged[g];
    }
    return some;
  }

  /** The same draws with other values, such as their images under an equioutput move. */
  public Draws withValues(double[] other) {
    return new Draws(
        dimension, other, chain, logDensity, energy, acceptance, depth, steps, diverged);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Draws d
        && dimension == d.dimension
        && Arrays.equals(values, d.values)
        && Arrays.equals(chain, d.chain)
        && Arrays.equals(logDensity, d.logDensity)
        && Arrays.equals(energy, d.energy)
        && Arrays.equals(acceptance, d.acceptance)
        && Arrays.equals(depth, d.depth)
        && Arrays.equals(steps, d.steps)
        && Arrays.equals(diverged, d.diverged);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return count() + " draws of dimension " + dimension;
  }
}
