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
 * @param schema what else the sampler tells
 * @param statistics (column of the schema, draw)
 */
public record Draws(
    int dimension,
    double[] values,
    int[] chain,
    double[] logDensity,
    DrawSchema schema,
    double[][] statistics) {
  public Draws {
    if (values.length != chain.length * dimension) {
      throw new IllegalArgumentException(
          "%d values do not make %d draws of dimension %d."
              .formatted(values.length, chain.length, dimension));
    }
    if (statistics.length != schema.size()) {
      throw new IllegalArgumentException(
          "There are %d columns of statistics where the schema has %d."
              .formatted(statistics.length, schema.size()));
    }
  }

  /** Room for a number of draws, to be filled. */
  public static Draws ofSize(int draws, int dimension, DrawSchema schema) {
    return new Draws(
        dimension,
        new double[draws * dimension],
        new int[draws],
        new double[draws],
        schema,
        new double[schema.size()][draws]);
  }

  /**
   * Parameter vectors that no sampler drew, each a chain of its own; their log density is not a
   * number.
   *
   * @param q (draw, entry)
   */
  public static Draws independent(double[][] q) {
    Draws draws = ofSize(q.length, q[0].length, DrawSchema.NONE);
    for (int g = 0; g < q.length; g++) {
      System.arraycopy(q[g], 0, draws.values, g * draws.dimension, draws.dimension);
      draws.chain[g] = g;
    }
    Arrays.fill(draws.logDensity, Double.NaN);
    return draws;
  }

  /** All draws of the parts, which have this schema, one part after another. */
  public static Draws concatenate(int dimension, DrawSchema schema, List<Draws> parts) {
    Draws all = ofSize(parts.stream().mapToInt(Draws::count).sum(), dimension, schema);
    int to = 0;
    for (Draws part : parts) {
      if (!part.schema.equals(schema)) {
        throw new IllegalArgumentException("Draws of different samplers cannot be combined.");
      }
      int n = part.count();
      System.arraycopy(part.values, 0, all.values, to * dimension, n * dimension);
      System.arraycopy(part.chain, 0, all.chain, to, n);
      System.arraycopy(part.logDensity, 0, all.logDensity, to, n);
      for (int k = 0; k < schema.size(); k++) {
        System.arraycopy(part.statistics[k], 0, all.statistics[k], to, n);
      }
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

  /** What the sampler tells of every draw under a name, which its schema has. */
  public double[] statistic(String name) {
    int place = schema.place(name);
    if (place < 0) {
      throw new IllegalArgumentException("The sampler of these draws records no " + name + ".");
    }
    return statistics[place];
  }

  /** The sum of a statistic over the draws; 0 where the sampler does not tell it. */
  public long total(String name) {
    int place = schema.place(name);
    return place < 0 ? 0 : (long) Arrays.stream(statistics[place]).sum();
  }

  /** Returns at most so many of the draws, evenly picked, the last among them. */
  public Draws evenly(int most) {
    return select(Arrays.stream(evenly(count(), most)));
  }

  /** At most so many of the numbers below n, evenly picked, the last among them. */
  static int[] evenly(long n, int most) {
    long m = Math.min(n, most);
    return IntStream.rangeClosed(1, (int) m).map(i -> (int) (i * n / m) - 1).toArray();
  }

  /** Returns some of the draws. */
  public Draws select(IntStream which) {
    int[] from = which.toArray();
    Draws some = ofSize(from.length, dimension, schema);
    for (int i = 0; i < from.length; i++) {
      int g = from[i];
      System.arraycopy(values, g * dimension, some.values, i * dimension, dimension);
      some.chain[i] = chain[g];
      some.logDensity[i] = logDensity[g];
      for (int k = 0; k < statistics.length; k++) {
        some.statistics[k][i] = statistics[k][g];
      }
    }
    return some;
  }

  /** The same draws with other values, such as their images under an equioutput move. */
  public Draws withValues(double[] other) {
    return new Draws(dimension, other, chain, logDensity, schema, statistics);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Draws d
        && dimension == d.dimension
        && Arrays.equals(values, d.values)
        && Arrays.equals(chain, d.chain)
        && Arrays.equals(logDensity, d.logDensity)
        && schema.equals(d.schema)
        && Arrays.deepEquals(statistics, d.statistics);
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
