package dev.coset.data;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the columns of a file are used. Plain data, kept with a run.
 *
 * @param target the column to predict
 * @param type what the target is taken for
 * @param missing what is done with missing cells
 * @param ignore columns that are not used
 * @param features the only columns that are used; all where the list is empty
 * @param categorical columns of numbers that name something, as text does
 * @param id the column that names rows; not used, and passed on to predictions
 * @param group a column whose rows of one value stay on one side of a split; not used
 * @param drawsTailsIn whether numbers with heavy tails are seen on a scale that draws them in
 * @param rowWeight the column that says how much rows count; not used as a feature
 */
public record TableOptions(
    String target,
    TargetType type,
    MissingCells missing,
    List<String> ignore,
    List<String> features,
    List<String> categorical,
    @Nullable String id,
    @Nullable String group,
    boolean drawsTailsIn,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String rowWeight) {
  public TableOptions {
    ignore = List.copyOf(ignore);
    features = List.copyOf(features);
    categorical = List.copyOf(categorical);
  }

  /** Of rows that count equally. */
  public TableOptions(
      String target,
      TargetType type,
      MissingCells missing,
      List<String> ignore,
      List<String> features,
      List<String> categorical,
      @Nullable String id,
      @Nullable String group,
      boolean drawsTailsIn) {
    this(target, type, missing, ignore, features, categorical, id, group, drawsTailsIn, null);
  }

  /** Whether they name a column as one to be used. */
  boolean asksFor(String column) {
    return features.contains(column) || categorical.contains(column);
  }

  /** All columns but the target, as they are. */
  public static TableOptions of(String target, TargetType type, MissingCells missing) {
    return new TableOptions(
        target, type, missing, List.of(), List.of(), List.of(), null, null, false);
  }
}
