package dev.coset.symmetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.symmetry.GeometryRemoval.Similarity;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Algorithms 2 and 3. */
class GreedyRelabellingTest {
  private static final int DRAWS = 40;
  private static final int NEURONS = 3;

  /** Of a distance: the paper's text has the first, its authors' code the second. */
  private static DoubleUnaryOperator closedForm(Similarity similarity) {
    return switch (similarity) {
      case GAUSSIAN -> d -> Math.exp(-d * d / 2);
      case EXPONENTIAL -> d -> Math.exp(-d / 2);
    };
  }

  /** The neighbours of 0 on a line are at 1, 2.5 and -4. */
  @Test
  void votesAreInTheRatioOfSimilarities() {
    double[][] line = {{0, 1, 2.5, -4}};
    NearestNeighbours near = NearestNeighbours.of(line, 3, 1);
    for (Similarity similarity : Similarity.values()) {
      DoubleUnaryOperator s = closedForm(similarity);
      double sum = s.applyAsDouble(1) + s.applyAsDouble(2.5) + s.applyAsDouble(4);
      float[] weights = similarity.weights(near, 1);
      assertThat((double) weights[0]).isCloseTo(s.applyAsDouble(1) / sum, within(1e-7));
      assertThat((double) weights[1]).isCloseTo(s.applyAsDouble(2.5) / sum, within(1e-7));
      assertThat((double) weights[2]).isCloseTo(s.applyAsDouble(4) / sum, within(1e-7));
    }
  }

  /** Two implementations, round by round. */
  @ParameterizedTest
  @CsvSource({
    "GAUSSIAN, 8", "GAUSSIAN, 15", "GAUSSIAN, 119", "GAUSSIAN, 1024",
    "EXPONENTIAL, 8", "EXPONENTIAL, 15", "EXPONENTIAL, 119", "EXPONENTIAL, 1024"
  })
  void itIsWhatTheAlgorithmsSay(Similarity similarity, int k) {
    for (long seed = 1; seed <= 3; seed++) {
      double[][] points = mixedUp(1.5, seed);
      int[] label = IntStream.range(0, DRAWS * NEURONS).map(v -> v % NEURONS).toArray();
      for (int rounds = 1; rounds <= 3; rounds++) {
        label = oneRound(points, label, k, closedForm(similarity));
        var relabelling =
            new GreedyRelabelling(
                NearestNeighbours.of(points, k, 1), DRAWS, NEURONS, similarity, 1);
        relabelling.run(rounds, 1, 1, 0);
        for (int g = 0; g < DRAWS; g++) {
          assertThat(relabelling.placesOf(g))
              .as("draw %d after %d rounds", g, rounds)
              .isEqualTo(Arrays.copyOfRange(label, g * NEURONS, (g + 1) * NEURONS));
        }
      }
    }
  }

  /** Three clouds in a row, their points turned round in each draw. */
  private static double[][] mixedUp(double distance, long seed) {
    UniformRandomProvider rng = Clouds.rng(seed);
    double[][] points = new double[2][];
    Arrays.setAll(points, c -> Clouds.normals(rng, DRAWS * NEURONS));
    for (int g = 0; g < DRAWS; g++) {
      int turn = rng.nextInt(NEURONS);
      for (int i = 0; i < NEURONS; i++) {
        points[0][g * NEURONS + i] += distance * ((i + turn) % NEURONS);
      }
    }
    return points;
  }

  private static int[] oneRound(
      double[][] points, int[] label, int k, DoubleUnaryOperator similarity) {
    int[] next = label.clone();
    for (int g = 0; g < DRAWS; g++) {
      double[][] share = new double[NEURONS][];
      for (int i = 0; i < NEURONS; i++) {
        share[i] = shares(points, label, k, similarity, g * NEURONS + i);
      }
      for (int step = 0; step < NEURONS; step++) {
        int[] best = {-1, -1};
        for (int i = 0; i < NEURONS; i++) {
          for (int c = 0; c < NEURONS; c++) {
            if (share[i][c] >= 0 && (best[0] < 0 || share[i][c] > share[best[0]][best[1]])) {
              best = new int[] {i, c};
            }
          }
        }
        next[g * NEURONS + best[0]] = best[1];
        Arrays.fill(share[best[0]], -1);
        for (double[] row : share) {
          row[best[1]] = -1;
        }
      }
    }
    return next;
  }

  private static double[] shares(
      double[][] points, int[] label, int k, DoubleUnaryOperator similarity, int v) {
    double[] distance = new double[label.length];
    Arrays.setAll(
        distance, u -> Math.hypot(points[0][u] - points[0][v], points[1][u] - points[1][v]));
    double[] share = new double[NEURONS];
    IntStream.range(0, label.length)
        .filter(u -> u != v)
        .boxed()
        .sorted(Comparator.comparingDouble(u -> distance[u]))
        .limit(k)
        .forEach(u -> share[label[u]] += similarity.applyAsDouble(distance[u]));
    double sum = Arrays.stream(share).sum();
    return Arrays.stream(share).map(s -> s / sum).toArray();
  }

  @Test
  void itStopsWhenNothingChangesOrAtTheLimit() {
    NearestNeighbours near = NearestNeighbours.of(mixedUp(3, 1), 1024, 1);
    GreedyRelabelling free = run(near, 256, 1);
    assertThat(free.settled()).isTrue();
    assertThat(free.rounds()).isGreaterThan(2);
    for (int limit = 1; limit < free.rounds() + 3; limit++) {
      GreedyRelabelling limited = run(near, limit, 1);
      assertThat(limited.rounds()).isEqualTo(Math.min(limit, free.rounds()));
      assertThat(limited.settled()).isEqualTo(limit >= free.rounds());
    }
    // What is settled stays so for as many rounds as patience asks for.
    assertThat(run(near, 256, 8).rounds()).isEqualTo(free.rounds() + 7);
  }

  /** Where all draws are renamed at once, two of them may exchange names for ever. */
  @Test
  void itStopsInACircleUnsettled() {
    GreedyRelabelling circling = run(NearestNeighbours.of(mixedUp(1.5, 1), 1024, 1), 256, 1);
    assertThat(circling.settled()).isFalse();
    assertThat(circling.rounds()).isLessThan(256);
  }

  private static GreedyRelabelling run(NearestNeighbours near, int limit, int patience) {
    var relabelling = new GreedyRelabelling(near, DRAWS, NEURONS, Similarity.GAUSSIAN, 1);
    relabelling.run(limit, 1, patience, 0);
    return relabelling;
  }

  /** The authors' code renames a random half of the draws in a round. */
  @Test
  void aRoundRenamesOnlyTheChosenShareOfDraws() {
    double[][] points = mixedUp(1.5, 2);
    NearestNeighbours near = NearestNeighbours.of(points, 1024, 1);
    var all = new GreedyRelabelling(near, DRAWS, NEURONS, Similarity.EXPONENTIAL, 1);
    all.run(1, 1, 1, 0);
    var half = new GreedyRelabelling(near, DRAWS, NEURONS, Similarity.EXPONENTIAL, 1);
    half.run(1, 0.5, 1, 0);
    int[] asBefore = IntStream.range(0, NEURONS).toArray();
    int renamed = 0;
    int changed = 0;
    for (int g = 0; g < DRAWS; g++) {
      boolean moved = !Arrays.equals(half.placesOf(g), asBefore);
      if (moved) {
        assertThat(half.placesOf(g)).isEqualTo(all.placesOf(g));
      }
      renamed += moved ? 1 : 0;
      changed += Arrays.equals(all.placesOf(g), asBefore) ? 0 : 1;
    }
    // Hypergeometric: of the draws that would change, half are among the chosen.
    double n = DRAWS;
    double sd = Math.sqrt(changed * (n - changed) / (4 * (n - 1)));
    assertThat((double) renamed).isCloseTo(changed / 2.0, within(4 * sd));
    assertThat(renamed).isLessThan(changed);
  }
}
