package dev.coset.data;

import dev.coset.message.Message;
import dev.coset.message.Quoted;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds columns of a file by name, and says what is wrong with its header. */
final class ColumnNames {

  private ColumnNames() {}

  /** Every column must have a name of its own; that of one which numbers the rows may be empty. */
  static void check(TableFile file) {
    Set<String> seen = new HashSet<>();
    List<String> header = file.header();
    for (int cell = 0; cell < header.size(); cell++) {
      String name = header.get(cell);
      if (!seen.add(name)) {
        throw twice(file, name);
      }
    }
  }

  /** What is wrong with a column that has no name, and does not number the rows. */
  static InputException nameless(TableFile file) {
    return new InputException(
        "In %s, column %d of %d has no name in the header: name it, or remove it."
            .formatted(file.name(), file.header().indexOf("") + 1, file.header().size()));
  }

  /** Returns the place of each name in the header. */
  static int[] find(TableFile file, List<String> names, String role) {
    return find(file, names, role, Message.text(""));
  }

  /** The same of names that a setting has, which an error names. */
  static int[] find(TableFile file, List<String> names, String role, Message of) {
    Map<String, Integer> cellOf = new HashMap<>();
    Set<String> wanted = new HashSet<>(names);
    for (int cell = 0; cell < file.header().size(); cell++) {
      String name = file.header().get(cell);
      if (wanted.contains(name) && cellOf.put(name, cell) != null) {
        throw twice(file, name);
      }
    }
    List<String> lacking = names.stream().filter(name -> !cellOf.containsKey(name)).toList();
    if (!lacking.isEmpty()) {
      throw lacking(file, lacking, role, of);
    }
    return names.stream().mapToInt(name -> cellOf.getOrDefault(name, -1)).toArray();
  }

  private static InputException twice(TableFile file, String name) {
    return new InputException(
        "In %s, the column name %s is there twice: rename one of the two."
            .formatted(file.name(), Quoted.text(name)));
  }

  private static InputException lacking(
      TableFile file, List<String> names, String role, Message of) {
    boolean one = names.size() == 1;
    Optional<String> near = one ? near(names.getFirst(), file.header()) : Optional.empty();
    return InputException.of(
        "%s has no %s%s%s %s (its columns are %s): %s.",
        file.name(),
        role,
        one ? "" : "s",
        of,
        Quoted.names(names),
        Quoted.names(file.header()),
        near.map(name -> "use " + Quoted.text(name) + " if that was meant")
            .orElse(one ? "name one of these, or add it" : "add them or rename these"));
  }

  private static Optional<String> near(String name, List<String> header) {
    String lower = name.toLowerCase(Locale.ROOT);
    int most = Math.min(2, (name.length() - 1) / 2);
    return header.stream()
        .filter(other -> distance(lower, other.toLowerCase(Locale.ROOT)) <= most)
        .min(Comparator.comparingInt(other -> distance(name, other)));
  }

  /** Levenshtein's edit distance. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int above = row[j];
        int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(changed, 1 + Math.min(above, row[j - 1]));
        diagonal = above;
      }
    }
    return row[b.length()];
  }
}
