package dev.coset.symmetry;

import dev.coset.network.Network;
import dev.coset.parallel.Parallel;
import dev.coset.posterior.Draws;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The paper's Algorithm 4. From the last hidden layer to the first: a plane through the origin that
 * cuts few of the layer's neuron vectors, every vector flipped to its positive side (Algorithm 1),
 * then places by constrained nearest-neighbour voting (Algorithms 2 and 3).
 *
 * @param hyperplanes random beginnings of the plane; the best is taken
 * @param cost C of the hinge loss
 * @param neighbours k
 * @param rounds I, an upper limit of rounds of voting per layer
 * @param similarity of neighbours
 * @param standardised whether neuron vectors are standardised coordinate by coordinate before the
 *     voting; never before the plane, since a centred phi has not its mirror image at -phi
 * @param renamedShare how many of the draws take their new names in a round
 * @param patience how many rounds without change end the voting
 * @param seed of planes and choices
 */
public record GeometryRemoval(
    int hyperplanes,
    double cost,
    int neighbours,
    int rounds,
    Similarity similarity,
    boolean standardised,
    double renamedShare,
    int patience,
    long seed)
    implements SymmetryRemoval {

  /** As the paper prints it. */
  public static final GeometryRemoval PAPER =
      new GeometryRemoval(8, 1, 1024, 256, Similarity.GAUSSIAN, false, 1, 1, 0);

  /** As its authors' code runs it. */
  public static final GeometryRemoval AUTHORS_CODE =
      new GeometryRemoval(2, 1, 1024, 256, Similarity.EXPONENTIAL, true, 0.5, 8, 0);

  /** How near two neuron vectors are. */
  public enum Similarity {
    /** {@code exp(-d^2 / 2)}, as in the paper's text. */
    GAUSSIAN {
      @Override
      double logarithm(double squaredDistance) {
        return -squaredDistance / 2;
      }
    },
    /** {@code exp(-d / 2)}, as in its authors' code. */
    EXPONENTIAL {
      @Override
      double logarithm(double squaredDistance) {
        return -Math.sqrt(squaredDistance) / 2;
      }
    };

    abstract double logarithm(double squaredDistance);

    /**
     * The similarity of each point's neighbours as shares of their sum, in which underflow cannot
     * take all.
     */
    float[] weights(NearestNeighbours neighbours, int threads) {
      int k = neighbours.k();
      double[] distance = neighbours.squaredDistance();
      float[] weight = new float[distance.length];
      Parallel.tasks(
          threads,
          k == 0 ? 0 : distance.length / k,
          point -> {
            double nearest = Double.POSITIVE_INFINITY;
            for (int t = point * k; t < (point + 1) * k; t++) {
              nearest = Math.min(nearest, distance[t]);
            }
            double[] similarity = new double[k];
            double sum = 0;
            for (int t = 0; t < k; t++) {
              similarity[t] =
                  StrictMath.exp(logarithm(distance[point * k + t]) - logarithm(nearest));
              sum += similarity[t];
            }
            for (int t = 0; t < k; t++) {
              weight[point * k + t] = (float) (similarity[t] / sum);
            }
          });
      return weight;
    }
  }

  public GeometryRemoval {
    if (hyperplanes < 1 || neighbours < 1 || rounds < 1 || patience < 1) {
      throw new IllegalArgumentException(
          "Hyperplanes, neighbours, rounds and patience must be at least 1.");
    }
    if (!(cost > 0) || !(renamedShare > 0 && renamedShare <= 1)) {
      throw new IllegalArgumentException(
          "The hinge cost must be positive and the renamed share in (0, 1].");
    }
  }

  @Override
  public SymmetryFree apply(Network network, Draws draws, int threads) {
    Representative[] cloud = Representative.ofAll(network, draws, threads);
    int total = 0;
    boolean settled = true;
    for (int l = network.layers() - 1; l >= 1; l--) {
      if (network.activation().isOdd()) {
        flip(network, l, cloud, threads);
      }
      GreedyRelabelling relabelling = relabelling(network, l, cloud, threads);
      total += relabelling.rounds();
      settled &= relabelling.settled();
    }
    List<Move> moves = Arrays.stream(cloud).map(Representative::move).toList();
    return SymmetryFree.of(network, draws, moves, total, settled, threads);
  }

  private void flip(Network network, int l, Representative[] cloud, int threads) {
    double[][] vectors = vectors(network, l, cloud);
    Hyperplane plane = Hyperplane.best(vectors, cost, hyperplanes, seed + 1000L * l, threads);
    double[] margin = plane.margins(vectors);
    int neurons = network.width(l);
    int[] same = IntStream.range(0, neurons).toArray();
    for (int g = 0; g < cloud.length; g++) {
      double[] sign = new double[neurons];
      for (int i = 0; i < neurons; i++) {
        sign[i] = margin[g * neurons + i] < 0 ? -1 : 1;
      }
      cloud[g].rearrange(l, same, sign);
    }
  }

  private GreedyRelabelling relabelling(
      Network network, int l, Representative[] cloud, int threads) {
    int neurons = network.width(l);
    double[][] vectors = vectors(network, l, cloud);
    var near =
        NearestNeighbours.of(standardised ? standard(vectors) : vectors, neighbours, threads);
    var relabelling = new GreedyRelabelling(near, cloud.length, neurons, similarity, threads);
    relabelling.run(rounds, renamedShare, patience, seed + 1000L * l + 500);
    double[] ones = new double[neurons];
    Arrays.fill(ones, 1);
    for (int g = 0; g < cloud.length; g++) {
      cloud[g].rearrange(l, relabelling.placesOf(g), ones);
    }
    return relabelling;
  }

  /**
   * The neuron vectors phi of a layer: (coordinate, draw and neuron); what comes in, what goes out,
   * the bias.
   */
  private static double[][] vectors(Network network, int l, Representative[] cloud) {
    int neurons = network.width(l);
    int inputs = network.width(l - 1);
    int outputs = network.width(l + 1);
    double[][] phi = new double[inputs + outputs + 1][cloud.length * neurons];
    for (int g = 0; g < cloud.length; g++) {
      double[] theta = cloud[g].theta();
      for (int i = 0; i < neurons; i++) {
        int v = g * neurons + i;
        for (int j = 0; j < inputs; j++) {
          phi[j][v] = theta[network.weight(l, i, j)];
        }
        for (int k = 0; k < outputs; k++) {
          phi[inputs + k][v] = theta[network.weight(l + 1, k, i)];
        }
        phi[inputs + outputs][v] = theta[network.bias(l, i)];
      }
    }
    return phi;
  }

  private static double[][] standard(double[][] vectors) {
    return Arrays.stream(vectors).map(GeometryRemoval::standardise).toArray(double[][]::new);
  }

  private static double[] standardise(double[] values) {
    double mean = 0;
    for (double v : values) {
      mean += v / values.length;
    }
    double square = 0;
    for (double v : values) {
      square += (v - mean) * (v - mean);
    }
    double sd = Math.sqrt(square / values.length);
    double[] standard = new double[values.length];
    for (int p = 0; p < values.length; p++) {
      standard[p] = sd > 0 ? (values[p] - mean) / sd : 0;
    }
    return standard;
  }
}
