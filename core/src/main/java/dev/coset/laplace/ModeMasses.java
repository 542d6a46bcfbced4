package dev.coset.laplace;

import dev.coset.data.InputException;
import dev.coset.network.Precision;
import dev.coset.parallel.Parallel;
import dev.coset.posterior.Draws;
import dev.coset.posterior.LogDensity;
import dev.coset.posterior.Posterior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The posterior mass of each mode, by bridge sampling from its draws to a normal: one that every
 * second chain's draws make, with the others at its other end; or, where they are too few for that,
 * the one around the maximum.
 *
 * @param modeOf the mode of each draw, from 0, those that are not separated taken as one
 * @param masses by mode; empty where they cannot be had
 * @param missing why there are none, as a part of a sentence
 */
public record ModeMasses(int[] modeOf, List<Mass> masses, Optional<String> missing) {
  /** Draws for each dimension; half of them make the normal. */
  private static final int DRAWS_PER_DIMENSION = 4;

  /** With fewer draws at its end a bridge has no error to speak of. */
  private static final int FEWEST_DRAWS = 10;

  /** A bridge with a larger error, in nats, says nothing. */
  private static final double LARGEST_ERROR = 1;

  /** A mode so many nats and dimensions below another in log density is not worth a bridge. */
  private static final double HOPELESS = 20;

  /**
   * Modes are not separated where more than this share of a mode's draws lies nearer to another.
   */
  private static final double OVERLAP = 0.05;

  private static final int FEWEST_PROPOSALS = 500;
  private static final int MOST_PROPOSALS = 4000;

  /**
   * Of one mode.
   *
   * @param logEvidence {@code log p(D)} were it the only one
   * @param error its standard error; NaN where it is guessed, for a mode far below the best, by its
   *     log density as if it were as wide
   * @param laplace the same by the Laplace approximation; NaN where there is none
   */
  public record Mass(double logEvidence, double error, double laplace) {
    /** Whether it is by a bridge. */
    public boolean bridged() {
      return !Double.isNaN(error);
    }
  }

  /**
   * Of modes in which symmetry-free draws lie.
   *
   * @param modeOf the mode of each draw, from 0
   * @param threads share the work; the result does not depend on them
   */
  public static ModeMasses of(Posterior posterior, Draws draws, int[] modeOf, int threads) {
    int[] labels = separated(draws, modeOf);
    int modes = Arrays.stream(labels).max().orElseThrow() + 1;
    if (modes == 1) {
      return none(labels, "the modes are not separated");
    }
    List<Laplace> atMaxima;
    try {
      atMaxima = MixtureOfLaplace.atMaxima(posterior, draws, labels, threads).components();
    } catch (InputException e) {
      return none(labels, String.valueOf(e.getMessage()));
    }
    double[] level = new double[modes];
    Arrays.setAll(
        level, k -> Arrays.stream(of(draws, labels, k).logDensity()).average().orElseThrow());
    double highest = Arrays.stream(level).max().orElseThrow();
    double far = HOPELESS + draws.dimension();
    Mass[] masses = new Mass[modes];
    Parallel.tasks(
        threads, modes, k -> masses[k] = mass(posterior, of(draws, labels, k), atMaxima.get(k), k));
    double largest = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < modes; k++) {
      largest = level[k] < highest - far ? largest : Math.max(largest, masses[k].logEvidence);
    }
    for (int k = 0; k < modes; k++) {
      if (masses[k].error < LARGEST_ERROR) {
        continue;
      }
      if (level[k] < highest - far) {
        // Its maximum may be another mode's, to which the way was not found.
        double asWide = largest + level[k] - highest;
        masses[k] = new Mass(asWide, Double.NaN, masses[k].laplace);
      } else {
        return none(
            labels,
            "the %d draws of a mode of %d dimensions do not determine its mass"
                .formatted(of(draws, labels, k).count(), draws.dimension()));
      }
    }
    return new ModeMasses(labels, List.of(masses), Optional.empty());
  }

  private static ModeMasses none(int[] labels, String why) {
    return new ModeMasses(labels, List.of(), Optional.of(why));
  }

  private static Mass mass(Posterior posterior, Draws draws, Laplace atMaximum, long seed) {
    double laplace = atMaximum.logEvidence();
    Optional<BridgeSampling> bridge =
        draws.count() < FEWEST_DRAWS
            ? Optional.empty()
            : Optional.of(bridge(posterior, draws, atMaximum.normal(), seed));
    return bridge
        .map(found -> new Mass(found.logIntegral(), found.error(), laplace))
        .orElse(new Mass(laplace, Double.NaN, laplace));
  }

  /**
   * The bridge of one mode.
   *
   * @param otherwise the normal where draws are too few to make one
   */
  static BridgeSampling bridge(Posterior posterior, Draws draws, Normal otherwise, long seed) {
    List<double[][]> chains = new ArrayList<>();
    Arrays.stream(draws.chain())
        .distinct()
        .forEach(
            chain ->
                chains.add(
                    IntStream.range(0, draws.count())
                        .filter(g -> draws.chain()[g] == chain)
                        .mapToObj(draws::draw)
                        .toArray(double[][]::new)));
    LogDensity density = posterior.with(Precision.DOUBLE).density();
    if (draws.count() < DRAWS_PER_DIMENSION * draws.dimension()) {
      return bridge(density, otherwise, chains, seed);
    }
    List<double[][]> ends = chains.size() > 1 ? chains : halves(chains.getFirst());
    double[][] made =
        IntStream.range(0, ends.size())
            .filter(c -> c % 2 == 0)
            .mapToObj(ends::get)
            .flatMap(Arrays::stream)
            .toArray(double[][]::new);
    List<double[][]> bridged =
        IntStream.range(0, ends.size()).filter(c -> c % 2 == 1).mapToObj(ends::get).toList();
    Normal normal = Normal.fittedTo(made).orElse(otherwise);
    return bridge(density, normal, bridged, seed);
  }

  private static List<double[][]> halves(double[][] chain) {
    int half = chain.length / 2;
    return List.of(
        Arrays.copyOf(chain, half), Arrays.copyOfRange(chain, chain.length - half, chain.length));
  }

  static BridgeSampling bridge(
      LogDensity density, Normal normal, List<double[][]> chains, long seed) {
    int count = chains.stream().mapToInt(chain -> chain.length).sum();
    var random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    double[][] proposals =
        normal.draws(Math.clamp(4L * count, FEWEST_PROPOSALS, MOST_PROPOSALS), random);
    int length = chains.stream().mapToInt(chain -> chain.length).min().orElseThrow();
    return BridgeSampling.of(
        chains.stream()
            .map(chain -> logRatios(density, normal, Arrays.copyOf(chain, length)))
            .toArray(double[][]::new),
        logRatios(density, normal, proposals));
  }

  private static double[] logRatios(LogDensity density, Normal normal, double[][] points) {
    double[] gradient = new double[density.dimension()];
    return Arrays.stream(points)
        .mapToDouble(q -> density.valueAndGradient(q, gradient) - normal.logDensity(q))
        .map(l -> Double.isNaN(l) ? Double.NEGATIVE_INFINITY : l)
        .toArray();
  }

  /** The same labels, those of modes that lie in each other made one. */
  private static int[] separated(Draws draws, int[] modeOf) {
    int modes = Arrays.stream(modeOf).max().orElseThrow() + 1;
    List<Optional<Normal>> normals = new ArrayList<>();
    for (int k = 0; k < modes; k++) {
      double[][] own = values(of(draws, modeOf, k));
      boolean enough = own.length >= DRAWS_PER_DIMENSION / 2 * draws.dimension();
      normals.add(enough ? Normal.fittedTo(own) : Optional.empty());
    }
    for (int a = 0; a < modes; a++) {
      for (int b = 0; b < modes; b++) {
        if (a != b && normals.get(a).isPresent() && normals.get(b).isPresent()) {
          double[][] own = values(of(draws, modeOf, a));
          if (nearer(own, normals.get(a).get(), normals.get(b).get()) > OVERLAP) {
            int gone = Math.max(a, b);
            int into = Math.min(a, b);
            int[] merged =
                Arrays.stream(modeOf).map(k -> k == gone ? into : k > gone ? k - 1 : k).toArray();
            return separated(draws, merged);
          }
        }
      }
    }
    return modeOf;
  }

  private static double nearer(double[][] draws, Normal own, Normal other) {
    return Arrays.stream(draws)
        .mapToInt(q -> other.logDensity(q) > own.logDensity(q) ? 1 : 0)
        .average()
        .orElseThrow();
  }

  private static double[][] values(Draws draws) {
    return IntStream.range(0, draws.count()).mapToObj(draws::draw).toArray(double[][]::new);
  }

  private static Draws of(Draws draws, int[] modeOf, int mode) {
    return draws.select(IntStream.range(0, modeOf.length).filter(g -> modeOf[g] == mode));
  }
}
