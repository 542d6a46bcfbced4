package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FoldsTest {
  private static final int ROWS = 100;

  private static Set<Integer> blocks(Blocks blocks, int[] rows) {
    var seen = new HashSet<Integer>();
    Arrays.stream(rows).forEach(row -> seen.add(blocks.of()[row]));
    return seen;
  }

  private static int[] sortedTests(List<Split> folds) {
    return folds.stream().flatMapToInt(fold -> Arrays.stream(fold.test())).sorted().toArray();
  }

  @Test
  void rowsOfOneGroupAreLeftOutTogether() {
    int[] groupOf = IntStream.range(0, ROWS).map(row -> row * row % 17).toArray();
    Blocks groups = Blocks.groups(groupOf);
    assertThat(groups.count()).isEqualTo((int) Arrays.stream(groupOf).distinct().count());
    List<Split> folds = Folds.of(groups, 5, 1);
    assertThat(folds).hasSize(5);
    for (Split fold : folds) {
      assertThat(blocks(groups, fold.train())).doesNotContainAnyElementsOf(tested(groups, fold));
    }
    assertThat(sortedTests(folds)).isEqualTo(IntStream.range(0, ROWS).toArray());
  }

  private static Set<Integer> tested(Blocks blocks, Split fold) {
    return blocks(blocks, fold.test());
  }

  @Test
  void groupsAreFoldsWhereTheyAreFew() {
    Blocks three = Blocks.groups(new int[] {7, 7, 2, 9, 9, 2});
    assertThat(Folds.of(three, 5, 0)).hasSize(3);
    assertThat(Folds.of(Blocks.groups(new int[] {4, 4, 4}), 5, 0)).isEmpty();
  }

  /**
   * All before it, and nothing else, foretells a part; the later half is foretold, each row once.
   */
  @Test
  void thePastForetellsWhatFollows() {
    double[] times = IntStream.range(0, ROWS).mapToDouble(row -> row * 37 % ROWS / 3).toArray();
    Blocks inTime = Blocks.times(times);
    List<Split> folds = Folds.of(inTime, 5, 0);
    assertThat(folds).hasSize(5);
    double after = Double.POSITIVE_INFINITY;
    for (Split fold : folds) {
      double first = Arrays.stream(fold.test()).mapToDouble(row -> times[row]).min().orElseThrow();
      double last = Arrays.stream(fold.test()).mapToDouble(row -> times[row]).max().orElseThrow();
      assertThat(last).isLessThan(after);
      assertThat(fold.train())
          .isEqualTo(IntStream.range(0, ROWS).filter(row -> times[row] < first).toArray());
      after = first;
    }
    double earliest = after;
    assertThat(earliest).isEqualTo(Arrays.stream(times).sorted().toArray()[ROWS / 2]);
    assertThat(sortedTests(folds))
        .isEqualTo(IntStream.range(0, ROWS).filter(row -> times[row] >= earliest).toArray());
  }

  @Test
  void oneTimeCannotBeForetold() {
    assertThat(Folds.of(Blocks.times(new double[] {3, 3, 3, 3}), 5, 0)).isEmpty();
    List<Split> once = Folds.of(Blocks.times(new double[] {3, 8, 3, 8}), 5, 0);
    assertThat(once).containsExactly(new Split(new int[] {0, 2}, new int[] {1, 3}));
  }

  @Test
  void blocksOfSomeRowsAreNumberedAnew() {
    Blocks some = Blocks.times(new double[] {5, 1, 9, 5}).select(new int[] {0, 2, 3});
    assertThat(some.of()).containsExactly(0, 1, 0);
    assertThat(some.inTime()).isTrue();
  }
}
