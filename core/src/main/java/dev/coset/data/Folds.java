package dev.coset.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;

/** Cuts rows into parts. Each tests once, while the others train. */
public final class Folds {
  private Folds() {}

  /**
   * Random parts as equal as can be: of every class, where the target has classes; of whole groups,
   * where a column of groups was named.
   */
  public static List<Split> of(RawTable table, int folds, long seed) {
    int[] groups = table.groups();
    return groups != null ? ofGroups(groups, folds, seed) : of(table.strata(), folds, seed);
  }

  /**
   * The largest number of parts up to a limit for grouped rows: whole groups, or times where each
   * part is predicted from those before. None where no such part can be held out.
   */
  public static List<Split> of(Blocks blocks, int most, long seed) {
    if (blocks.inTime()) {
      return forward(blocks.of(), most);
    }
    int folds = Math.min(most, blocks.count());
    return folds < 2 ? List.of() : ofGroups(blocks.of(), folds, seed);
  }

  /**
   * Parts of the later half, the latest first. Each is held out with everything after it, so that
   * the past predicts the future, as it will have to.
   *
   * @param timeOf (row) its rank
   */
  private static List<Split> forward(int[] timeOf, int folds) {
    int[] inOrder = timeOf.clone();
    Arrays.sort(inOrder);
    int half = timeOf.length / 2;
    List<Split> splits = new ArrayList<>();
    int end = Integer.MAX_VALUE;
    for (int k = folds - 1; k >= 0; k--) {
      int first = inOrder[half + k * (timeOf.length - half) / folds];
      int until = end;
      if (first < end && inOrder.length > 1 && inOrder[1] < first) {
        splits.add(
            new Split(
                rows(timeOf, time -> time < first),
                rows(timeOf, time -> time >= first && time < until)));
        end = first;
      }
    }
    return splits;
  }

  private static int[] rows(int[] timeOf, IntPredicate taken) {
    return IntStream.range(0, timeOf.length).filter(row -> taken.test(timeOf[row])).toArray();
  }

  /**
   * Parts that have nearly as many rows of each class.
   *
   * @param classOf (row)
   */
  public static List<Split> of(int[] classOf, int folds, long seed) {
    check(folds, classOf.length, "rows");
    Integer[] order = Arrays.stream(shuffled(classOf.length, seed)).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingInt(row -> classOf[row])); // stable: random in a class
    int[] foldOf = new int[classOf.length];
    for (int i = 0; i < order.length; i++) {
      foldOf[order[i]] = i % folds;
    }
    return splits(foldOf, folds);
  }

  /**
   * Parts of whole groups: each group, the largest first, goes where fewest rows are.
   *
   * @param groupOf (row)
   */
  static List<Split> ofGroups(int[] groupOf, int folds, long seed) {
    int groups = Arrays.stream(groupOf).max().orElse(-1) + 1;
    check(folds, groups, "groups");
    int[] size = new int[groups];
    for (int group : groupOf) {
      size[group]++;
    }
    Integer[] order = Arrays.stream(shuffled(groups, seed)).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingInt(group -> -size[group]));
    int[] rows = new int[folds];
    int[] foldOfGroup = new int[groups];
    for (int group : order) {
      int least = 0;
      for (int fold = 1; fold < folds; fold++) {
        least = rows[fold] < rows[least] ? fold : least;
      }
      foldOfGroup[group] = least;
      rows[least] += size[group];
    }
    return splits(Arrays.stream(groupOf).map(group -> foldOfGroup[group]).toArray(), folds);
  }

  private static void check(int folds, int most, String things) {
    if (folds < 2 || folds > most) {
      throw new InputException(
          "The number of folds must lie between 2 and the number of %s (%d), but was %d."
              .formatted(things, most, folds));
    }
  }

  private static int[] shuffled(int count, long seed) {
    int[] order = PermutationSampler.natural(count);
    PermutationSampler.shuffle(RandomSource.XO_SHI_RO_256_PP.create(seed), order);
    return order;
  }

  private static List<Split> splits(int[] foldOf, int folds) {
    List<Split> splits = new ArrayList<>();
    for (int k = 0; k < folds; k++) {
      int fold = k;
      splits.add(
          new Split(
              IntStream.range(0, foldOf.length).filter(row -> foldOf[row] != fold).toArray(),
              IntStream.range(0, foldOf.length).filter(row -> foldOf[row] == fold).toArray()));
    }
    return splits;
  }
}
