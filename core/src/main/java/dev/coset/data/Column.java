package dev.coset.data;

import java.util.HashSet;
import java.util.List;

/**
 * A column of the source. It becomes itself where it is numeric; else a feature becomes one 0/1
 * indicator per level, and a target the place of its level.
 *
 * @param levels what the column's cells can be, sorted; none for a numeric column
 */
public record Column(String name, List<String> levels) {

  public Column {
    levels = List.copyOf(levels);
    if (new HashSet<>(levels).size() != levels.size()) {
      throw new IllegalArgumentException("Column " + Quoted.text(name) + " has a level twice.");
    }
  }

  public static Column numeric(String name) {
    return new Column(name, List.of());
  }

  public boolean numeric() {
    return levels.isEmpty();
  }

  /** The number of features this column becomes. */
  public int features() {
    return numeric() ? 1 : levels.size();
  }

  /** The name itself, or {@code colour=red} for each level. */
  public List<String> featureNames() {
    return numeric() ? List.of(name) : levels.stream().map(level -> name + "=" + level).toList();
  }
}
