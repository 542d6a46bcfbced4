package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** Each row tests once, parts differ by a row at most, and so does each class in them. */
  @ParameterizedTest
  @CsvSource({"100, 5", "101, 5", "7, 7", "10, 2", "23, 4"})
  void classesAreSharedOutEvenly(int rows, int parts) {
    int[] classOf = IntStream.range(0, rows).map(row -> row * row % 3).toArray();
    List<Split> folds = Folds.of(classOf, parts, 1);
    assertThat(folds).hasSize(parts);
    assertThat(sortedTests(folds)).isEqualTo(IntStream.range(0, rows).toArray());
    for (Split fold : folds) {
      assertThat(fold.test().length).isBetween(rows / parts, (rows + parts - 1) / parts);
      assertThat(fold.train()).hasSize(rows - fold.test().length).isSorted();
      for (int c = 0; c < 3; c++) {
        int one = c;
        int all = (int) Arrays.stream(classOf).filter(k -> k == one).count();
        int here = (int) Arrays.stream(fold.test()).filter(row -> classOf[row] == one).count();
        assertThat(here).isBetween(all / parts, (all + parts - 1) / parts);
      }
    }
  }

  /** The same seed gives the same parts, another others, and neighbours are not kept together. */
  @Test
  void partsAreRandom() {
    int[] one = new int[ROWS];
    assertThat(Folds.of(one, 5, 1))
        .isEqualTo(Folds.of(one, 5, 1))
        .isNotEqualTo(Folds.of(one, 5, 2));
    int[] inOrder = IntStream.range(0, ROWS).filter(row -> row % 5 == 0).toArray();
    assertThat(Folds.of(one, 5, 1)).extracting(Split::test).doesNotContain(inOrder);
    int[] groups = IntStream.range(0, ROWS).map(row -> row / 4).toArray();
    assertThat(Folds.ofGroups(groups, 5, 1))
        .isEqualTo(Folds.ofGroups(groups, 5, 1))
        .isNotEqualTo(Folds.ofGroups(groups, 5, 2));
  }

  /** The largest group first, each where fewest rows are. */
  @Test
  void groupsAreSharedOutBySize() {
    int[] sizes = {10, 1, 6, 1, 5, 1, 4};
    int[] groupOf =
        IntStream.range(0, sizes.length)
            .flatMap(group -> IntStream.range(0, sizes[group]).map(row -> group))
            .toArray();
    for (int seed = 0; seed < 5; seed++) {
      List<Split> folds = Folds.ofGroups(groupOf, 3, seed);
      assertThat(folds).extracting(fold -> fold.test().length).containsExactly(10, 9, 9);
      assertThat(sortedTests(folds)).isEqualTo(IntStream.range(0, groupOf.length).toArray());
    }
  }

  /** At least two folds, and no more than there are rows or groups. */
  @Test
  void foldsAreAtLeastTwoAndOneForEachAtMost() {
    assertThat(Folds.of(new int[2], 2, 0)).hasSize(2);
    assertThat(Folds.ofGroups(new int[] {0, 1, 1, 2}, 3, 0)).hasSize(3);
    for (int folds : new int[] {-1, 0, 1, 5}) {
      assertThatThrownBy(() -> Folds.of(new int[4], folds, 0))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("rows (4), but was " + folds);
    }
    assertThatThrownBy(() -> Folds.ofGroups(new int[] {0, 1, 1, 2}, 4, 0))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("groups (3), but was 4");
  }

  private static RawTable table(List<?> targets) {
    var columns = new LinkedHashMap<String, List<?>>();
    columns.put("x", IntStream.range(0, targets.size()).mapToObj(i -> i * i * 0.25).toList());
    columns.put("y", targets);
    return RawTable.read(
        Table.of(columns), TableOptions.of("y", TargetType.AUTO, MissingCells.ERROR));
  }

  /** Of a table by its classes, or, where the target is a number, by rows alone. */
  @Test
  void foldsOfATableFollowItsTarget() {
    List<String> names = IntStream.range(0, 40).mapToObj(i -> i % 4 == 0 ? "a" : "b").toList();
    RawTable classes = table(names);
    assertThat(Folds.of(classes, 5, 3)).isEqualTo(Folds.of(classes.strata(), 5, 3));
    assertThat(Folds.of(classes, 5, 3)).isNotEqualTo(Folds.of(new int[40], 5, 3));
    RawTable numbers = table(IntStream.range(0, 40).mapToObj(i -> 1.5 * i).toList());
    assertThat(Folds.of(numbers, 5, 3)).isEqualTo(Folds.of(new int[40], 5, 3));
  }

  /** Of whole blocks where there are several; else of single rows, as many folds as there are. */
  @Test
  void trainingFoldsKeepBlocksWholeWhereTheyCan() {
    Blocks pairs = Blocks.groups(IntStream.range(0, 20).map(row -> row / 2).toArray());
    TrainingFolds whole = TrainingFolds.of(pairs, new int[20], 5, 1);
    assertThat(whole.blocks()).isSameAs(pairs);
    assertThat(whole.splits()).isEqualTo(Folds.of(pairs, 5, 1)).hasSize(5);
    for (Blocks none : new Blocks[] {null, Blocks.groups(new int[20])}) {
      TrainingFolds single = TrainingFolds.of(none, new int[20], 5, 1);
      assertThat(single.blocks()).isNull();
      assertThat(single.splits()).isEqualTo(Folds.of(new int[20], 5, 1)).hasSize(5);
    }
    assertThat(TrainingFolds.of(null, new int[3], 5, 1).splits()).hasSize(3);
    int[] rows = IntStream.range(0, 20).map(place -> 100 - place).toArray();
    TrainingFolds among = whole.among(rows);
    assertThat(among.blocks()).isSameAs(pairs);
    for (int k = 0; k < 5; k++) {
      Split places = whole.splits().get(k);
      Split named = among.splits().get(k);
      assertThat(named.test())
          .isEqualTo(Arrays.stream(places.test()).map(place -> 100 - place).toArray());
      assertThat(named.train())
          .isEqualTo(Arrays.stream(places.train()).map(place -> 100 - place).toArray());
    }
  }
}
