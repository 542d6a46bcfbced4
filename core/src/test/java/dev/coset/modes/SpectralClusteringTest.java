package dev.coset.modes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.symmetry.NearestNeighbours;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.EigenDecompositionSymmetric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpectralClusteringTest {

  /** The eigenvalues of a ring are 1 - cos(2 pi k / n), all but the first in pairs. */
  @Test
  void theSpectrumOfARingIsThatOfTheFourierTransform() {
    int n = 60;
    int[] start = IntStream.rangeClosed(0, n).map(p -> 2 * p).toArray();
    int[] neighbour = new int[2 * n];
    double[] weight = new double[2 * n];
    Arrays.fill(weight, 0.3);
    for (int p = 0; p < n; p++) {
      neighbour[2 * p] = (p + n - 1) % n;
      neighbour[2 * p + 1] = (p + 1) % n;
    }
    LaplacianSpectrum spectrum =
        LaplacianSpectrum.smallest(new SimilarityGraph(start, neighbour, weight), 7);
    assertThat(spectrum.components()).isEqualTo(1);
    for (int e = 0; e < 7; e++) {
      assertThat(spectrum.values()[e])
          .isCloseTo(1 - Math.cos(2 * Math.PI * ((e + 1) / 2) / n), within(1e-10));
    }
  }

  /**
   * Two implementations: ARPACK on the sparse graph less its kernel, and a full decomposition of
   * the dense matrix.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1, 8, 60})
  void theSpectrumIsThatOfTheDenseLaplacian(double gap) {
    double[][] points = normals(3, 80, 1);
    for (int p = 0; p < 80; p++) {
      points[0][p] += gap * (p % 3); // from one component to three
    }
    SimilarityGraph graph = SimilarityGraph.of(NearestNeighbours.of(points, 4, 1), 1);
    LaplacianSpectrum spectrum = LaplacianSpectrum.smallest(graph, 8);
    double[] degree = graph.degrees();
    var dense = new Array2DRowRealMatrix(80, 80);
    for (int p = 0; p < 80; p++) {
      dense.setEntry(p, p, 1);
      for (int t = graph.start()[p]; t < graph.start()[p + 1]; t++) {
        int q = graph.neighbour()[t];
        dense.setEntry(p, q, -graph.weight()[t] / Math.sqrt(degree[p] * degree[q]));
      }
    }
    double[] expected =
        Arrays.stream(new EigenDecompositionSymmetric(dense).getEigenvalues()).sorted().toArray();
    for (int e = 0; e < 8; e++) {
      assertThat(spectrum.values()[e]).isCloseTo(expected[e], within(1e-9));
      double[] image = dense.operate(spectrum.vectors()[e]);
      double value = spectrum.values()[e];
      double[] vector = spectrum.vectors()[e];
      assertThat(image)
          .containsExactly(Arrays.stream(vector).map(v -> value * v).toArray(), within(1e-8));
    }
    if (gap == 60) {
      assertThat(spectrum.components()).isEqualTo(3);
    }
  }

  /** {@code exp(-d^2 / 2s^2)}: edges that are d and d' long differ by the difference of squares. */
  @ParameterizedTest
  @ValueSource(doubles = {0.4, 1, 3})
  void anEdgeWeighsByTheSquareOfItsLengthInBandwidths(double bandwidth) {
    double[][] points = normals(3, 50, 7);
    SimilarityGraph graph = SimilarityGraph.of(NearestNeighbours.of(points, 4, 1), bandwidth);
    double first = squaredDistance(points, 0, graph.neighbour()[0]);
    for (int p = 0; p < 50; p++) {
      for (int t = graph.start()[p]; t < graph.start()[p + 1]; t++) {
        double square = squaredDistance(points, p, graph.neighbour()[t]);
        assertThat(Math.log(graph.weight()[t] / graph.weight()[0]))
            .isCloseTo((first - square) / (2 * bandwidth * bandwidth), within(1e-9));
      }
    }
  }

  private static double squaredDistance(double[][] points, int p, int q) {
    return Arrays.stream(points).mapToDouble(x -> (x[p] - x[q]) * (x[p] - x[q])).sum();
  }

  /** Appendix D.2: a 4-NN graph with sigma = 1; of standardised points, whatever their units. */
  @Test
  void thePapersGraphHasFourNeighboursAndBandwidthOne() {
    double[][] points = normals(3, 80, 8);
    double[][] standard = new double[3][];
    for (int c = 0; c < 3; c++) {
      double[] x = points[c];
      double mean = Arrays.stream(x).average().orElseThrow();
      double sd = Math.sqrt(Arrays.stream(x).map(v -> (v - mean) * (v - mean)).sum() / 80);
      standard[c] = Arrays.stream(x).map(v -> (v - mean) / sd).toArray();
      double unit = 100 * (c + 1);
      Arrays.setAll(x, p -> unit * x[p] + 7);
    }
    SimilarityGraph graph = SimilarityGraph.of(NearestNeighbours.of(standard, 4, 1), 1);
    assertThat(SpectralClustering.PAPER.cluster(points, 1).eigenvalues())
        .containsExactly(LaplacianSpectrum.smallest(graph, 11).values(), within(1e-9));
  }

  /** Heaps of very different sizes, as the three modes of the paper's second experiment. */
  @ParameterizedTest
  @CsvSource({"4, 7", "11, 5", "100, 3"})
  void separateHeapsAreFoundAndCounted(int dimension, double distance) {
    int n = 638;
    int[] truth = IntStream.range(0, n).map(p -> p < 365 ? 0 : p < 630 ? 1 : 2).toArray();
    double[][] points = normals(dimension, n, 2);
    for (int p = 0; p < n; p++) {
      for (int c = 0; c < dimension; c++) {
        points[c][p] +=
            truth[p] == 1 ? distance : truth[p] == 2 ? (c % 2 == 0 ? -distance : 2 * distance) : 0;
      }
    }
    for (SpectralClustering clustering :
        new SpectralClustering[] {
          SpectralClustering.SCALED, SpectralClustering.SCALED.withClusters(3)
        }) {
      Clustering found = clustering.cluster(points, 1);
      assertThat(found.clusters()).isEqualTo(3);
      assertThat(Arrays.equals(found.label(), truth)).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 300", "5, 500", "11, 1000", "200, 300"})
  void oneHeapIsOneCluster(int dimension, int n) {
    Clustering found = SpectralClustering.SCALED.cluster(normals(dimension, n, 3), 1);
    assertThat(found.clusters()).isEqualTo(1);
    assertThat(found.label()).containsOnly(0);
  }

  @Test
  void theOrderOfThePointsDoesNotMatter() {
    double[][] points = normals(4, 200, 4);
    for (int p = 0; p < 200; p++) {
      points[2][p] += p < 60 ? 9 : 0;
    }
    double[][] reversed = new double[4][200];
    for (int c = 0; c < 4; c++) {
      for (int p = 0; p < 200; p++) {
        reversed[c][p] = points[c][199 - p];
      }
    }
    int[] label = SpectralClustering.PAPER.cluster(points, 1).label();
    assertThat(SpectralClustering.PAPER.cluster(points, 3).label()).isEqualTo(label);
    int[] other = SpectralClustering.PAPER.cluster(reversed, 1).label();
    for (int p = 0; p < 200; p++) {
      assertThat(other[199 - p]).isEqualTo(label[p]);
    }
  }

  @Test
  void aGraphInMoreParts() {
    double[][] points = normals(2, 120, 5);
    for (int p = 0; p < 120; p++) {
      points[0][p] += 1000 * (p % 4);
      points[1][p] += 1000 * (p % 3);
    }
    Clustering found = SpectralClustering.SCALED.cluster(points, 1);
    assertThat(found.components()).isEqualTo(12);
    assertThat(found.clusters()).isEqualTo(12);
    Clustering two = SpectralClustering.SCALED.withClusters(2).cluster(points, 1);
    assertThat(two.clusters()).isEqualTo(2);
    assertThat(two.size(0) + two.size(1)).isEqualTo(120);
  }

  @Test
  void fewPointsAndTooManyClusters() {
    assertThat(SpectralClustering.SCALED.cluster(normals(3, 1, 6), 1).label()).containsExactly(0);
    assertThat(SpectralClustering.SCALED.cluster(normals(3, 5, 6), 1).clusters()).isEqualTo(1);
    assertThatThrownBy(() -> SpectralClustering.SCALED.withClusters(6).cluster(normals(3, 5, 6), 1))
        .hasMessageContaining("fewer");
  }

  static double[][] normals(int dimension, int n, long seed) {
    var normal = ZigguratSampler.NormalizedGaussian.of(RandomSource.XO_SHI_RO_256_PP.create(seed));
    double[][] points = new double[dimension][];
    Arrays.setAll(points, c -> normal.samples(n).toArray());
    return points;
  }
}
