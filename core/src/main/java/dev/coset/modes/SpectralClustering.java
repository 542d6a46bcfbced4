package dev.coset.modes;

import dev.coset.symmetry.NearestNeighbours;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.hipparchus.clustering.CentroidCluster;
import org.hipparchus.clustering.Clusterable;
import org.hipparchus.clustering.KMeansPlusPlusClusterer;
import org.hipparchus.clustering.MultiKMeansPlusPlusClusterer;
import org.hipparchus.clustering.distance.EuclideanDistance;
import org.hipparchus.random.Well19937c;

/**
 * Clusters draws with the paper's method: a nearest-neighbour graph with Gaussian similarity on
 * standardised points, the smallest eigenvectors of its normalised Laplacian, k-means on their
 * rows. Rows are brought to length 1 first (A. Ng, M. Jordan, Y. Weiss: On spectral clustering.
 * NIPS 2001), as in the authors' code. The number of clusters is given, or the one after which the
 * eigenvalues make their largest step, but never fewer than the graph has unconnected parts.
 *
 * @param neighbours of each point in the graph
 * @param bandwidth of the Gaussian similarity; empty for the median distance of the last neighbour
 * @param clusters how many; empty for the eigengap
 * @param most clusters that the eigengap may choose
 * @param seed of k-means
 */
public record SpectralClustering(
    int neighbours, OptionalDouble bandwidth, OptionalInt clusters, int most, long seed) {
  private static final int STARTS = 10;
  private static final int ITERATIONS = 1000;

  /** The paper's: 4 neighbours, bandwidth 1. */
  public static final SpectralClustering PAPER =
      new SpectralClustering(4, OptionalDouble.of(1), OptionalInt.empty(), 10, 0);

  /** As the paper's but with a bandwidth that suits any number of coordinates. */
  public static final SpectralClustering SCALED =
      new SpectralClustering(4, OptionalDouble.empty(), OptionalInt.empty(), 10, 0);

  public SpectralClustering {
    if (neighbours < 1 || most < 1 || (clusters.isPresent() && clusters.getAsInt() < 1)) {
      throw new IllegalArgumentException(
          "Clustering needs at least one neighbour and one cluster.");
    }
    if (bandwidth.isPresent() && !(bandwidth.getAsDouble() > 0)) {
      throw new IllegalArgumentException(
          "The bandwidth must be positive, not " + bandwidth.getAsDouble() + ".");
    }
  }

  /** The same with the number of clusters fixed. */
  public SpectralClustering withClusters(int fixed) {
    return new SpectralClustering(neighbours, bandwidth, OptionalInt.of(fixed), most, seed);
  }

  /**
   * Clusters points.
   *
   * @param points (coordinate, point), as they are; they are standardised here
   * @param threads share the work; the result does not depend on them
   */
  public Clustering cluster(double[][] points, int threads) {
    int n = points[0].length;
    if (clusters.isPresent() && clusters.getAsInt() > n) {
      throw new IllegalArgumentException(
          "%d draws cannot make %d modes; ask for fewer.".formatted(n, clusters.getAsInt()));
    }
    double[][] standard =
        Arrays.stream(points).map(SpectralClustering::standardised).toArray(double[][]::new);
    NearestNeighbours near = NearestNeighbours.of(standard, neighbours, threads);
    SimilarityGraph graph = SimilarityGraph.of(near, bandwidth.orElseGet(() -> medianReach(near)));
    LaplacianSpectrum spectrum = LaplacianSpectrum.smallest(graph, clusters.orElse(most) + 1);
    int k = clusters.orElseGet(() -> eigengap(spectrum));
    return Clustering.ordered(kMeans(spectrum, k), k, spectrum.values(), spectrum.components());
  }

  /**
   * The K with the largest step from the K-th eigenvalue to the next. A step counts only if it at
   * least triples the eigenvalue: those of a single heap of few dimensions grow steadily, and
   * somewhere among them is a largest step too.
   */
  private static int eigengap(LaplacianSpectrum spectrum) {
    double[] values = spectrum.values();
    int best = spectrum.components();
    for (int k = best + 1; k < values.length; k++) {
      double step = values[k] - values[k - 1];
      if (values[k] > 3 * values[k - 1] && step > values[best] - values[best - 1]) {
        best = k;
      }
    }
    return best;
  }

  private int[] kMeans(LaplacianSpectrum spectrum, int k) {
    int n = spectrum.vectors()[0].length;
    if (k == 1) {
      return new int[n];
    }
    List<Row> rows = IntStream.range(0, n).mapToObj(p -> Row.of(spectrum, k, p)).toList();
    var once =
        new KMeansPlusPlusClusterer<Row>(
            k, ITERATIONS, new EuclideanDistance(), new Well19937c(seed));
    List<CentroidCluster<Row>> found =
        new MultiKMeansPlusPlusClusterer<>(once, STARTS).cluster(rows);
    int[] label = new int[n];
    for (int c = 0; c < found.size(); c++) {
      for (Row row : found.get(c).getPoints()) {
        label[row.point] = c;
      }
    }
    return label;
  }

  /** A point in the space of the first eigenvectors, at distance 1 from the origin. */
  private record Row(int point, double[] coordinates) implements Clusterable {
    static Row of(LaplacianSpectrum spectrum, int k, int point) {
      double[] row = new double[Math.min(k, spectrum.vectors().length)];
      double square = 0;
      for (int e = 0; e < row.length; e++) {
        row[e] = spectrum.vectors()[e][point];
        square += row[e] * row[e];
      }
      for (int e = 0; square > 0 && e < row.length; e++) {
        row[e] /= Math.sqrt(square);
      }
      return new Row(point, row);
    }

    @Override
    public double[] getPoint() {
      return coordinates;
    }
  }

  /** The median over points of the distance to the farthest of their neighbours. */
  private static double medianReach(NearestNeighbours near) {
    int k = near.k();
    int n = k == 0 ? 0 : near.index().length / k;
    double[] reach = new double[n];
    for (int t = 0; t < n * k; t++) {
      reach[t / k] = Math.max(reach[t / k], near.squaredDistance()[t]);
    }
    Arrays.sort(reach);
    double median = n == 0 ? 0 : Math.sqrt(reach[n / 2]);
    return median > 0 ? median : 1;
  }

  /** Coordinates with mean 0 and variance 1; one that does not vary becomes 0. */
  private static double[] standardised(double[] values) {
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
