package dev.coset.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockOrderTest {
  private static final int TRANSITIONS = 1000;
  private static final int SLICE = 25; // seconds; a transition takes one, or less, or more

  /** Blocks take chains from the list, each to its end or that of the slice, as the kernel does. */
  private static final class Run {
    final long[] left;
    final List<Integer> busy = new ArrayList<>();
    private final double[] pace;
    private final int blocks;
    private double ended;

    Run(int chains, int blocks, double unlike) {
      var random = new Random(chains);
      this.blocks = blocks;
      left = new long[chains];
      pace = new double[chains];
      for (int c = 0; c < chains; c++) {
        busy.add(c);
        left[c] = TRANSITIONS;
        pace[c] = 1 + unlike * (2 * random.nextDouble() - 1);
      }
    }

    /** The least time that blocks could need. */
    double least() {
      double all = IntStream.range(0, left.length).mapToDouble(c -> left[c] * pace[c]).sum();
      double longest =
          IntStream.range(0, left.length).mapToDouble(c -> left[c] * pace[c]).max().orElse(0);
      return Math.max(all / blocks, longest);
    }

    void slice() {
      BlockOrder.order(busy, chain -> left[chain], blocks);
      double[] used = new double[blocks];
      for (int chain : busy) {
        int block = 0;
        for (int b = 1; b < blocks; b++) {
          block = used[b] < used[block] ? b : block;
        }
        if (used[block] >= SLICE) {
          break;
        }
        long done = Math.min(left[chain], (long) Math.ceil((SLICE - used[block]) / pace[chain]));
        left[chain] -= done;
        used[block] += done * pace[chain];
      }
      busy.removeIf(chain -> left[chain] == 0);
      ended += IntStream.range(0, blocks).mapToDouble(b -> used[b]).max().orElse(0);
    }
  }

  @ParameterizedTest
  @CsvSource({"482,264,0", "482,264,0.2", "530,264,0.1", "300,264,0.03", "600,396,0.2"})
  void blocksAreBusyToTheEnd(int chains, int blocks, double unlike) {
    var run = new Run(chains, blocks, unlike);
    double least = run.least();
    while (!run.busy.isEmpty()) {
      run.slice();
    }
    assertThat(run.ended).isBetween(least - 1e-6, 1.06 * least);
  }

  @ParameterizedTest
  @CsvSource({"482,264", "530,264", "600,396"})
  void aRunThatIsStoppedHasNotLostAllOfThem(int chains, int blocks) {
    var run = new Run(chains, blocks, 0.1);
    double least = run.least();
    while (run.ended < 0.9 * least) {
      run.slice();
    }
    assertThat(run.busy).hasSizeLessThan((int) (0.85 * chains));
  }
}
