package dev.coset.data;

import dev.coset.message.Message;
import dev.coset.message.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What was made of a table, as a user should know it: one short line each. */
final class TableNotes {
  private static final int MOST_NAMES = 12;
  private static final String MEDIAN = "the training median";
  private final RawTable table;
  private final List<RawColumn> raw;
  private final Encoding encoding;
  private final List<Column> used;

  /**
   * @param raw the columns of the encoding before they were encoded
   * @param used the columns that are not dropped as constant
   */
  TableNotes(RawTable table, List<RawColumn> raw, Encoding encoding, List<Column> used) {
    this.table = table;
    this.raw = raw;
    this.encoding = encoding;
    this.used = used;
  }

  List<Message> lines() {
    List<Message> lines = new ArrayList<>();
    List<String> names = used.stream().map(Column::name).toList();
    lines.add(
        Message.of(
            "Used %d column%s to predict %s: %s.",
            names.size(),
            names.size() == 1 ? "" : "s",
            Quoted.text(encoding.target().name()),
            joined(names.stream().map(Quoted::text).toList())));
    List<String> classes = encoding.target().levels();
    if (!classes.isEmpty()) {
      lines.add(
          Message.of(
              "The target has %d class%s: %s.",
              classes.size(), classes.size() == 1 ? "" : "es", Quoted.few(classes)));
    }
    kinds(
        "Text",
        Column.Levels.class,
        column -> " (%d levels)".formatted(column.levels().size()),
        lines);
    kinds("Yes or no", Column.Truth.class, column -> "", lines);
    if (!table.ignored().isEmpty()) {
      lines.add(Message.of("Ignored %s.", ignored()));
    }
    if (table.withoutTarget() > 0) {
      lines.add(
          Message.of(
              "Dropped %d row%s without the target.",
              table.withoutTarget(), table.withoutTarget() == 1 ? "" : "s"));
    }
    form(encoding.target(), lines);
    for (int j = 0; j < encoding.columns().size(); j++) {
      column(raw.get(j), encoding.columns().get(j), lines);
    }
    return lines;
  }

  private void column(RawColumn raw, Column column, List<Message> lines) {
    String name = Quoted.text(column.name());
    long missing = raw.missing();
    if (missing > 0) {
      lines.add(
          switch (column) {
            case Column.Levels levels ->
                Message.of(
                    "%d missing cell%s of %s %s.",
                    missing,
                    missing == 1 ? "" : "s",
                    name,
                    !levels.missing()
                        ? "without a level"
                        : missing == 1 ? "is a level of its own" : "are a level of their own");
            case Column.Number number -> imputed(missing, name, MEDIAN, number.indicator());
            case Column.Truth truth ->
                imputed(missing, name, "the most frequent training value", truth.indicator());
            case Column.Time time -> imputed(missing, name, MEDIAN, time.indicator());
          });
    }
    switch (column) {
      case Column.Levels levels -> {
        if (levels.other()) {
          lines.add(
              Message.of(
                  "%s keeps its %d most frequent levels; the others become one level.",
                  name, levels.levels().size()));
        }
      }
      case Column.Truth truth -> {}
      case Column.Time time ->
          lines.add(
              Message.of(
                  "%s is a date. Its features are days since the first date, and the time of %s.",
                  name, time.hours() ? "year, week and day" : "year and week"));
      case Column.Number number -> {
        form(column, lines);
        if (number.warp().scale() > 0) {
          lines.add(
              Message.of(
                  "%s has heavy tails, which are compressed (asinh of the distance from the"
                      + " median).",
                  name));
        }
      }
    }
  }

  private static void form(Column column, List<Message> lines) {
    if (column instanceof Column.Number number && number.form() != NumberForm.PLAIN) {
      boolean bare = number.form() instanceof MarkedForm marked && !marked.hasUnit();
      lines.add(
          Message.of(
              "%s has numbers such as %s%s.",
              Quoted.text(column.name()),
              Quoted.text(number.form().example()),
              bare ? ", and negative ones in parentheses" : ""));
    }
  }

  private static Message imputed(long missing, String name, String by, boolean indicator) {
    return Message.of(
        "%d missing cell%s of %s %s %s%s.",
        missing,
        missing == 1 ? "" : "s",
        name,
        missing == 1 ? "takes" : "take",
        by,
        indicator ? ", and an indicator feature marks them" : "");
  }

  /** One line that names the columns of a kind. */
  private void kinds(
      String what,
      Class<? extends Column> kind,
      Function<Column, String> more,
      List<Message> lines) {
    List<String> found =
        used.stream()
            .filter(kind::isInstance)
            .map(column -> Quoted.text(column.name()) + more.apply(column))
            .toList();
    if (!found.isEmpty()) {
      lines.add(Message.of("%s: %s.", what, joined(found)));
    }
  }

  private Message ignored() {
    List<Message> names = table.ignored();
    int more = names.size() - MOST_NAMES;
    return more <= 0
        ? Message.join(", ", names)
        : Message.of(
            "%s and %d more", Message.join(", ", names.subList(0, MOST_NAMES - 1)), more + 1);
  }

  private static String joined(List<String> names) {
    return names.size() <= MOST_NAMES
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, MOST_NAMES - 1))
            + " and %d more".formatted(names.size() - MOST_NAMES + 1);
  }
}
