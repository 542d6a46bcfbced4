package dev.coset.message;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The user's own names and cells as they appear in a sentence: quoted, short, and on one line. */
public final class Quoted {

  private static final int LONGEST = 40;
  private static final int MOST_NAMES = 20;
  private static final int FEW_NAMES = 5;

  private Quoted() {}

  /** A name or cell. */
  public static String text(String cell) {
    if (cell.length() <= LONGEST) {
      return line(cell);
    }
    int end = Character.isHighSurrogate(cell.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return line(cell.substring(0, end) + "...");
  }

  /** A path in full, since the user must find it. */
  public static String path(Path path) {
    return line(path.toString());
  }

  /** Names, or the first of very many. */
  public static String names(List<String> names) {
    return names(names, MOST_NAMES);
  }

  /** The first of them, where the sentence is not about the names. */
  public static String few(List<String> names) {
    return names(names, FEW_NAMES);
  }

  /** A text as Java and Python write it. */
  static String literal(String text) {
    return "\"" + Printable.line(text).replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static String names(List<String> names, int most) {
    String shown = names.stream().limit(most).map(Quoted::text).collect(Collectors.joining(", "));
    int more = names.size() - most;
    return more > 0 ? shown + " and " + more + " more" : shown;
  }

  private static String line(String text) {
    return "'" + Printable.line(text) + "'";
  }
}
