package dev.coset.compression;

import dev.coset.data.Points;
import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.GaussianMixture;
import dev.coset.distribution.LocationScaleMixture;
import dev.coset.distribution.LogMixture;
import dev.coset.distribution.Predictive;
import dev.coset.distribution.PredictiveDistribution;
import dev.coset.distribution.StudentMixture;
import dev.coset.parallel.Parallel;
import dev.coset.store.CompressionLoss.Divergence;
import dev.coset.vectormath.Elementary;
import dev.coset.vectormath.Hyperbolic;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Expectations under a predictive {@code p}, at each of its inputs a sum over nodes: {@code E[h(y)]
 * = sum_j a_j h(y_j)}. Of classes the nodes are the classes, and the sum is exact.
 *
 * @param inputs at each the nodes
 */
record Quadrature(Nodes[] inputs) {
  /** Sums over nodes so far apart give the mass of each normal to 1e-8 and to 1e-5. */
  private static final Grid FINE = new Grid(0.5, 6, 1e-8, 512);

  private static final Grid COARSE = new Grid(1.25, 4, 1e-5, 64);
  private static final int CHUNK = 128;
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  /**
   * Nodes for mixtures: evenly spaced for normals, and by the hyperbolic sine of even spaces where
   * tails are heavy. For mixtures that are too rugged, a stratified sample.
   *
   * @param step in standard deviations of the narrowest component
   * @param reach beyond the mean of each component, in its standard deviations
   * @param tail that is left out on each side where it is heavy
   * @param most nodes
   */
  private record Grid(double step, double reach, double tail, int most) {
    Nodes over(View view, LocationScaleMixture p) {
      return switch (p) {
        case GaussianMixture normals -> overNormals(view, normals);
        case StudentMixture heavy -> overTails(view, heavy);
      };
    }

    private Nodes overTails(View view, StudentMixture p) {
      double narrowest = Double.POSITIVE_INFINITY;
      for (int g = 0; g < p.size(); g++) {
        narrowest = Math.min(narrowest, p.scale(g));
      }
      double center = p.quantile(0.5);
      double unit = StrictMath.hypot(p.scale(), p.locationSpread());
      double from = Hyperbolic.arsinh((p.quantile(tail) - center) / unit);
      double to = Hyperbolic.arsinh((p.quantile(1 - tail) - center) / unit);
      double needed = Math.ceil((to - from) / (step / 2 * (narrowest / unit)));
      if (needed > most) {
        return strata(view, p, most);
      }
      int count = (int) Math.max(4, needed);
      double apart = (to - from) / count;
      double[] sinh =
          IntStream.rangeClosed(0, count)
              .mapToDouble(j -> Hyperbolic.sinh(from + j * apart))
              .toArray();
      double[] y = Arrays.stream(sinh).map(at -> Math.fma(unit, at, center)).toArray();
      var nodes = Nodes.of(view, p, y, new double[y.length]);
      Arrays.setAll(
          nodes.share,
          j -> apart * unit * Hyperbolic.cosh(sinh[j]) * Elementary.exp(nodes.logDensity[j]));
      return nodes;
    }

    private Nodes overNormals(View view, GaussianMixture p) {
      double low = Double.POSITIVE_INFINITY;
      double high = Double.NEGATIVE_INFINITY;
      double narrowest = Double.POSITIVE_INFINITY;
      for (int g = 0; g < p.size(); g++) {
        low = Math.min(low, p.mean(g) - reach * p.sd(g));
        high = Math.max(high, p.mean(g) + reach * p.sd(g));
        narrowest = Math.min(narrowest, p.sd(g));
      }
      double needed = Math.ceil((high - low) / (step * narrowest));
      if (needed > most) {
        return strata(view, p, most);
      }
      int count = (int) Math.max(4, needed);
      double first = low;
      double apart = (high - low) / count;
      double[] y = IntStream.rangeClosed(0, count).mapToDouble(j -> first + j * apart).toArray();
      var nodes = Nodes.of(view, p, y, new double[y.length]);
      Arrays.setAll(nodes.share, j -> apart * Elementary.exp(nodes.logDensity[j]));
      return nodes;
    }
  }

  /**
   * Components as often as they count, each at a point of its own of a sequence of even density.
   */
  private static Nodes strata(View view, LocationScaleMixture p, int count) {
    double[] y = new double[count];
    int g = 0;
    double below = 0; // weight of all components before g
    for (int j = 0; j < count; j++) {
      double at = (j + 0.5) / count;
      while (g < p.size() - 1 && below + p.weight(g) < at) {
        below += p.weight(g++);
      }
      double u = (j + 0.5) * GOLDEN % 1;
      y[j] = p.location(g) + p.scale(g) * p.shape(g).quantile(u);
    }
    double[] share = new double[count];
    Arrays.fill(share, 1.0 / count);
    return Nodes.of(view, p, y, share);
  }

  /**
   * @param view what of the predictive they are of
   * @param y the nodes
   * @param share {@code a_j}, which sum to about 1
   * @param logDensity {@code log p(y_j)}
   */
  record Nodes(View view, double[] y, double[] share, double[] logDensity) {
    private static Nodes of(View view, PredictiveDistribution p, double[] y, double[] share) {
      return new Nodes(view, y, share, Arrays.stream(y).map(p::logDensity).toArray());
    }

    /** {@code KL(p || q)}; rounding may not make it negative. */
    double divergence(PredictiveDistribution other) {
      PredictiveDistribution q = view.of(other);
      double sum = 0;
      for (int j = 0; j < y.length; j++) {
        sum += share[j] == 0 ? 0 : share[j] * (logDensity[j] - q.logDensity(y[j]));
      }
      return Math.max(0, sum);
    }
  }

  /**
   * To measure with.
   *
   * @param p the predictive at inputs
   * @param x (feature, input)
   * @param view of it that counts
   */
  static Quadrature fine(
      Function<double[][], Predictive> p,
      double[][] x,
      Function<PredictiveDistribution, View> view,
      int threads) {
    return each(p, x, view, FINE, threads);
  }

  /** To optimise with: few nodes at each input. */
  static Quadrature coarse(
      Function<double[][], Predictive> p,
      double[][] x,
      Function<PredictiveDistribution, View> view,
      int threads) {
    return each(p, x, view, COARSE, threads);
  }

  private static Quadrature each(
      Function<double[][], Predictive> p,
      double[][] x,
      Function<PredictiveDistribution, View> view,
      Grid grid,
      int threads) {
    var nodes = new Nodes[x[0].length];
    atEach(
        p,
        x,
        threads,
        (i, at) -> {
          View of = view.apply(at);
          nodes[i] =
              switch (of.of(at)) {
                case LocationScaleMixture numbers -> grid.over(of, numbers);
                case ClassProbabilities classes -> classes(of, classes);
                case LogMixture logs ->
                    throw new IllegalArgumentException("Give them in the likelihood's units.");
              };
        });
    return new Quadrature(nodes);
  }

  /** What is done with a predictive at one of the inputs. */
  interface Look {
    void at(int input, PredictiveDistribution distribution);
  }

  /** Some inputs at a time, for all draws at all inputs may be more than memory holds. */
  static void atEach(Function<double[][], Predictive> p, double[][] x, int threads, Look look) {
    var all = new Points(x, new double[0]);
    for (int from = 0; from < all.count(); from += CHUNK) {
      int first = from;
      int count = Math.min(CHUNK, all.count() - first);
      Predictive at = p.apply(all.range(first, first + count).x());
      Parallel.tasks(threads, count, i -> look.at(first + i, at.at(i)));
    }
  }

  private static Nodes classes(View view, ClassProbabilities p) {
    double[] y = IntStream.range(0, p.classes()).asDoubleStream().toArray();
    return Nodes.of(view, p, y, p.probabilities());
  }

  int nodes() {
    return Arrays.stream(inputs).mapToInt(nodes -> nodes.y.length).sum();
  }

  /** How far another predictive at the same inputs is from this one. */
  Divergence divergence(Function<double[][], Predictive> q, double[][] x, int threads) {
    double[] at = new double[inputs.length];
    atEach(q, x, threads, (i, distribution) -> at[i] = inputs[i].divergence(distribution));
    return new Divergence(
        Arrays.stream(at).average().orElseThrow(),
        Arrays.stream(at).max().orElseThrow(),
        at.length);
  }

  /**
   * What each component of another predictive says at every node, relative to this one.
   *
   * @param ratio (node, component), {@code p_c(y) / p(y)}
   * @param share (node), {@code a_j} divided by the number of inputs: they sum to about 1
   */
  record Ratios(float[][] ratio, double[] share) {}

  /** Of another predictive at the same inputs. */
  Ratios ratios(Function<double[][], Predictive> components, double[][] x, int threads) {
    int[] from = new int[inputs.length + 1]; // (input), of its nodes among all
    for (int i = 0; i < inputs.length; i++) {
      from[i + 1] = from[i] + inputs[i].y.length;
    }
    float[][] ratios = new float[from[inputs.length]][];
    atEach(
        components,
        x,
        threads,
        (i, other) -> {
          PredictiveDistribution q = inputs[i].view.of(other);
          for (int j = 0; j < inputs[i].y.length; j++) {
            float[] row = new float[q.size()];
            for (int c = 0; c < row.length; c++) {
              row[c] =
                  (float)
                      Elementary.exp(q.logDensityOf(c, inputs[i].y[j]) - inputs[i].logDensity[j]);
            }
            ratios[from[i] + j] = row;
          }
        });
    return new Ratios(ratios, shares());
  }

  private double[] shares() {
    return Arrays.stream(inputs)
        .flatMapToDouble(nodes -> Arrays.stream(nodes.share).map(a -> a / inputs.length))
        .toArray();
  }
}
