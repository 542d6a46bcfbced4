package dev.coset.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Folds of training rows that keep blocks of groups or times whole.
 *
 * @param splits one for each fold that is held out
 * @param blocks whose rows are held out together; null where each row stands for itself
 */
public record TrainingFolds(List<Split> splits, @Nullable Blocks blocks) {
  /**
   * Folds of whole blocks; of single rows where there are no blocks, or all rows are of one.
   *
   * @param strata (row) what folds share out evenly
   * @param most folds, as far as there are rows or blocks
   */
  public static TrainingFolds of(@Nullable Blocks blocks, int[] strata, int most, long seed) {
    List<Split> ofBlocks = blocks == null ? List.of() : Folds.of(blocks, most, seed);
    return ofBlocks.isEmpty()
        ? new TrainingFolds(Folds.of(strata, Math.min(most, strata.length), seed), null)
        : new TrainingFolds(ofBlocks, blocks);
  }

  /** The same folds of rows that are some of others. */
  public TrainingFolds among(int[] rows) {
    return new TrainingFolds(
        splits.stream().map(s -> new Split(at(rows, s.train()), at(rows, s.test()))).toList(),
        blocks);
  }

  private static int[] at(int[] values, int[] places) {
    int[] at = new int[places.length];
    for (int i = 0; i < at.length; i++) {
      at[i] = values[places[i]];
    }
    return at;
  }
}
