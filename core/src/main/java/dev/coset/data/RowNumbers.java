package dev.coset.data;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Names of columns that number or identify rows. A column is one of these by its name and by its
 * cells together: a year, a time or a sorted measurement also counts from row to row.
 */
final class RowNumbers {
  private static final Set<String> ROW_NAMES =
      Set.of("", "id", "index", "row", "rownames", "unnamed: 0");
  private static final Pattern WORDS =
      Pattern.compile("(?<=[\\p{Ll}\\p{N}])(?=\\p{Lu})|[^\\p{L}\\p{N}#]+");
  private static final Set<String> IDENTIFIERS =
      Set.of("id", "ids", "uid", "uuid", "guid", "identifier");
  private static final String COUNTED =
      "row|record|case|sample|obs|observation|entry|line|instance|item|serial|sequence|seq";
  private static final Pattern COUNTER =
      Pattern.compile(
          "#|unnamed\\d*|(%s)s?|(%s|s|sl)?(number|num|no|nr|index|idx|id)"
              .formatted(COUNTED, COUNTED));
  private static final Set<String> TIMES =
      Set.of(
          "t", "x", "time", "date", "year", "month", "week", "day", "hour", "minute", "second",
          "step", "age");

  private RowNumbers() {}

  /** Whether different whole numbers under this name identify rows. */
  static boolean identifies(String name) {
    String[] words = words(name);
    return ROW_NAMES.contains(name.toLowerCase(Locale.ROOT))
        || IDENTIFIERS.contains(words[0])
        || IDENTIFIERS.contains(words[words.length - 1]);
  }

  /** Whether 0, 1, 2 and so on, in any order, count rows under this name. */
  static boolean counts(String name) {
    return identifies(name) || COUNTER.matcher(String.join("", words(name))).matches();
  }

  /** Whether the name says that counting is what it measures. */
  static boolean isTime(String name) {
    for (String word : words(name)) {
      if (TIMES.contains(word)) {
        return true;
      }
    }
    return false;
  }

  private static String[] words(String name) {
    String[] words = WORDS.split(name);
    for (int i = 0; i < words.length; i++) {
      words[i] = words[i].toLowerCase(Locale.ROOT);
    }
    return words.length == 0 ? new String[] {""} : words;
  }
}
