package dev.coset.symmetry;

import dev.coset.parallel.Parallel;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Gives the neurons of a layer their places, draw by draw, by what their neighbours in all draws
 * are called (the paper's Algorithms 2 and 3). In a round every neuron gets, for each place, the
 * share of its neighbours' similarity that lies with neurons called so; in each draw the largest
 * share is granted first, then the largest among the neurons and places left. All draws are renamed
 * at once; rounds are repeated until nothing changes. A neuron is not its own neighbour.
 *
 * <p>Renaming moves no vector, so neighbours and similarities are those of the beginning. Only
 * their ratios count, so similarities are taken relative to the nearest neighbour's and cannot all
 * underflow.
 */
final class GreedyRelabelling {
  private final int neurons;
  private final int draws;
  private final int threads;
  private final NearestNeighbours neighbours;
  private final float[] weight; // (neuron vector, neighbour), summing to 1 over its neighbours
  private final short[] label; // (draw, neuron) -> place
  private int rounds;
  private boolean settled;

  GreedyRelabelling(
      NearestNeighbours neighbours,
      int draws,
      int neurons,
      GeometryRemoval.Similarity measure,
      int threads) {
    this.neurons = neurons;
    this.neighbours = neighbours;
    this.draws = draws;
    this.threads = threads;
    this.weight = measure.weights(neighbours, threads);
    this.label = new short[draws * neurons];
    for (int v = 0; v < label.length; v++) {
      label[v] = (short) (v % neurons);
    }
  }

  int rounds() {
    return rounds;
  }

  boolean settled() {
    return settled;
  }

  /** The places of a draw's neurons. */
  int[] placesOf(int draw) {
    return IntStream.range(0, neurons).map(i -> label[draw * neurons + i]).toArray();
  }

  /**
   * Repeats rounds.
   *
   * @param limit how many at most
   * @param renamedShare of the draws, chosen at random in each round; 1 for all
   * @param patience how many rounds without a change end it
   */
  void run(int limit, double renamedShare, int patience, long seed) {
    UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
    Set<Integer> seen = new HashSet<>();
    short[] next = new short[label.length];
    int quiet = 0;
    while (rounds < limit && !settled) {
      rounds++;
      Parallel.tasks(threads, draws, g -> relabel(g, next));
      quiet = Arrays.equals(next, label) ? quiet + 1 : 0;
      settled = quiet >= patience;
      if (renamedShare == 1) {
        System.arraycopy(next, 0, label, 0, next.length);
        // The same names again would lead round the same circle for ever.
        if (!settled && quiet == 0 && !seen.add(Arrays.hashCode(label))) {
          return;
        }
      } else {
        for (int g : chosen(rng, (int) (renamedShare * draws))) {
          System.arraycopy(next, g * neurons, label, g * neurons, neurons);
        }
      }
    }
  }

  private void relabel(int g, short[] next) {
    float[] share = new float[neurons * neurons]; // (neuron, place)
    for (int i = 0; i < neurons; i++) {
      vote(g * neurons + i, share, i * neurons);
    }
    for (int step = 0; step < neurons; step++) {
      int largest = 0;
      for (int c = 1; c < share.length; c++) {
        largest = share[c] > share[largest] ? c : largest;
      }
      int neuron = largest / neurons;
      int place = largest % neurons;
      next[g * neurons + neuron] = (short) place;
      for (int other = 0; other < neurons; other++) {
        share[neuron * neurons + other] = -1;
        share[other * neurons + place] = -1;
      }
    }
  }

  private void vote(int vector, float[] share, int row) {
    int[] index = neighbours.index();
    int end = (vector + 1) * neighbours.k();
    for (int t = vector * neighbours.k(); t < end; t++) {
      share[row + label[index[t]]] += weight[t];
    }
  }

  private int[] chosen(UniformRandomProvider rng, int count) {
    int[] order = IntStream.range(0, draws).toArray();
    for (int i = 0; i < count; i++) {
      int j = i + rng.nextInt(draws - i);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    return Arrays.copyOf(order, count);
  }
}
