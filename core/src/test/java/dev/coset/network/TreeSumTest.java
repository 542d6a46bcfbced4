package dev.coset.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** Sums over chunks have the shape of one tree, whoever computes its parts. */
class TreeSumTest {
  private static final double[] TERMS =
      RandomSource.XO_SHI_RO_256_PP.create(1L).doubles(300, -1, 1).toArray();

  /** As the tree is defined: the largest power of two below the count on the left. */
  private static double recursive(int from, int to) {
    int count = to - from;
    if (count == 1) {
      return TERMS[from];
    }
    int left = Integer.highestOneBit(count - 1);
    return recursive(from, from + left) + recursive(from + left, to);
  }

  private static double sum(int from, int to) {
    TreeSum sum = new TreeSum(1, to - from);
    sum.clear();
    for (int k = from; k < to; k++) {
      add(sum, TERMS[k]);
    }
    return sum.total()[0];
  }

  private static void add(TreeSum sum, double term) {
    sum.next()[0] = sum.adds() ? sum.next()[0] + term : term;
    sum.take();
  }

  @Test
  void theTreeIsTheSameForEveryCount() {
    for (int count = 1; count <= TERMS.length; count++) {
      assertThat(sum(0, count)).as("%d terms", count).isEqualTo(recursive(0, count));
    }
  }

  @Test
  void upToThreeTermsAreAddedInOrder() {
    assertThat(sum(0, 3)).isEqualTo(TERMS[0] + TERMS[1] + TERMS[2]);
  }

  @Test
  void subtreesMayBeSummedApart() {
    for (int part : new int[] {1, 2, 8, 64}) {
      for (int count : new int[] {1, 2, 63, 64, 65, 129, 200, 300}) {
        int parts = Math.ceilDiv(count, part);
        TreeSum whole = new TreeSum(1, parts);
        whole.clear();
        IntStream.range(0, parts)
            .forEach(k -> add(whole, sum(k * part, Math.min(count, (k + 1) * part))));
        assertThat(whole.total()[0]).as("%d of %d", part, count).isEqualTo(sum(0, count));
      }
    }
  }
}
