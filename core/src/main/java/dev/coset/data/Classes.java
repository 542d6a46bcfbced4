package dev.coset.data;

import dev.coset.message.Message;
import dev.coset.message.Quoted;
import dev.coset.message.Setting;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The classes of a target, and which of them a cell names. Where all are numbers, or all are true
 * or false, it does not matter how a cell writes them: {@code 1} and {@code 1.0} are one class, and
 * so are {@code TRUE} and {@code true}.
 */
final class Classes {

  static final int MOST = 1000;

  private static final int FEW = 20;
  private static final Set<String> TRUTHS = Set.of("true", "false");

  private final List<String> names;
  private final Spelling spelling;
  private final Map<String, Integer> numberOf = new HashMap<>();

  private Classes(List<String> names, Spelling spelling) {
    this.names = names;
    this.spelling = spelling;
    for (String name : names) {
      if (numberOf.put(spelling.name(name), numberOf.size()) != null) {
        throw new IllegalArgumentException("The class " + Quoted.text(name) + " is there twice.");
      }
    }
  }

  /** The levels of a target. */
  static Classes of(Column target) {
    return new Classes(target.levels(), Spelling.of(target.levels()));
  }

  /** The classes that cells name, in the order of their values or else sorted. */
  static Classes in(Collection<String> cells) {
    Set<String> different = Set.copyOf(cells);
    Spelling spelling = Spelling.of(different);
    Comparator<String> order =
        spelling == Spelling.NUMBER
            ? Comparator.comparingDouble(Cell::number)
            : Comparator.naturalOrder();
    return new Classes(
        different.stream().map(spelling::name).distinct().sorted(order).toList(), spelling);
  }

  /** The target that has them, unless they are too many to be meant as classes of so many rows. */
  Column target(String name, int rows) {
    int count = names.size();
    if (count > MOST || (count > FEW && 2 * count > rows)) {
      String howMany = "%d classes in %d rows".formatted(count, rows);
      throw spelling == Spelling.NUMBER
          ? tooMany(
              name,
              howMany,
              Message.of(
                  "a measurement. Choose another target, or predict a number with %s",
                  Setting.LIKELIHOOD.to("normal")))
          : tooManyTexts(name, howMany);
    }
    return Column.text(name, names);
  }

  static InputException tooManyTexts(String target, String howMany) {
    return tooMany(
        target, howMany, Message.text("free text. Choose another target, or group its values"));
  }

  private static InputException tooMany(String target, String howMany, Message looksLike) {
    return InputException.of(
        "The target %s has %s, so it looks like an identifier or %s.",
        Quoted.text(target), howMany, looksLike);
  }

  boolean areNumbers() {
    return spelling == Spelling.NUMBER;
  }

  /** The number of the class that a cell names, from 0, or -1 where it names none. */
  int number(String cell) {
    return numberOf.getOrDefault(spelling.name(cell), -1);
  }

  /** The name of a class that is a number, in the shortest form. */
  static String name(double value) {
    return value == (long) value ? Long.toString((long) value) : Double.toString(value);
  }

  /** What makes two cells the same. */
  private enum Spelling {
    NUMBER,
    TRUTH,
    TEXT;

    static Spelling of(Collection<String> cells) {
      if (cells.stream().allMatch(cell -> Double.isFinite(Cell.number(cell)))) {
        return NUMBER;
      }
      return cells.stream().map(TRUTH::name).allMatch(TRUTHS::contains) ? TRUTH : TEXT;
    }

    /** The one way to write a cell. */
    String name(String cell) {
      return switch (this) {
        case NUMBER -> Classes.name(Cell.number(cell));
        case TRUTH -> cell.toLowerCase(Locale.ROOT);
        case TEXT -> cell;
      };
    }
  }
}
