package dev.coset.data;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The user's own names and cells as they appear in a sentence: quoted, short, and on one line. */
final class Quoted {

  private static final int LONGEST = 40;
  private static final int MOST_NAMES = 20;

  private Quoted() {}

  static String text(String cell) {
    if (cell.length() <= LONGEST) {
      return line(cell);
    }
    int end = Character.isHighSurrogate(cell.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return line(cell.substring(0, end) + "...");
  }

  /** A path in full, since the user must find it. */
  static String path(Path path) {
    return line(path.toString());
  }

  static String names(List<String> names) {
    String shown =
        names.stream().limit(MOST_NAMES).map(Quoted::text).collect(Collectors.joining(", "));
    int more = names.size() - MOST_NAMES;
    return more > 0 ? shown + " and " + more + " more" : shown;
  }

  private static String line(String text) {
    return "'" + Printable.line(text) + "'";
  }
}
