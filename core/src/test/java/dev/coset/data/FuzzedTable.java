package dev.coset.data;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * A random table as somebody might have saved it: columns of every kind of cell, some cells of
 * another kind, missing, or cut, in some separator and spelling. About half can be read.
 *
 * @param text the whole file
 */
record FuzzedTable(String text) {

  private static final List<Function<SplittableRandom, String>> KINDS =
      List.of(
          r -> "" + r.nextInt(-20, 100),
          r -> "" + r.nextGaussian(),
          r -> "" + (r.nextInt(20) == 0 ? 1e7 : r.nextGaussian()),
          r -> pick(r, "1.7e308", "-1.7e308", "4.9e-324", "-0", "0", "1e30", "1e-30", "+7.", ".5"),
          r -> r.nextInt(1000) + "," + r.nextInt(10),
          r -> "%,.2f".formatted(r.nextDouble(1e7)),
          r -> "%d.%03d,%d".formatted(1 + r.nextInt(99), r.nextInt(1000), r.nextInt(10)),
          r -> "%d %03d".formatted(1 + r.nextInt(99), r.nextInt(1000)),
          r -> pick(r, "yes", "no", "Yes", "NO"),
          r -> pick(r, "TRUE", "false"),
          r -> pick(r, "T", "F"),
          r -> pick(r, "0", "1"),
          r -> pick(r, "red", "green", "bl\u00FCe", "other", "missing", "a=b"),
          r -> "town " + (int) (Math.pow(r.nextDouble(), 6) * 300),
          r -> "person " + r.nextInt(1_000_000),
          r -> day(r, "%1$04d-%2$02d-%3$02d"),
          r -> day(r, "%3$02d.%2$02d.%1$04d"),
          r -> day(r, "%3$d/%2$d/%1$04d"),
          r -> day(r, "%2$02d/%3$02d/%1$04d"),
          r ->
              day(r, "%1$04d-%2$02d-%3$02d") + " %02d:%02d".formatted(r.nextInt(24), r.nextInt(60)),
          r -> day(r, "%1$04d-%2$02d-%3$02dT23:59:59.5+02:00"),
          r -> day(r, "%3$d ") + pick(r, "Jan", "may", "September") + " 2023",
          r -> r.nextInt(100) + "%",
          r -> "$" + r.nextInt(100),
          r -> pick(r, "", "NA", "-", ".", "?"),
          r -> "x".repeat(r.nextInt(200)),
          r -> "7");

  private static final String[] NAMES = {
    "id",
    "index",
    "",
    "Unnamed: 0",
    "a",
    "b",
    "c d",
    "\u6E29\u5EA6",
    "x,1",
    "q\"q",
    "E;",
    "y2",
    "other"
  };

  static FuzzedTable random(SplittableRandom random) {
    char separator = ",;\t".charAt(random.nextInt(3));
    int columns = 1 + random.nextInt(6);
    int rows = random.nextInt(12) == 0 ? random.nextInt(4) : 4 + random.nextInt(80);
    double odd = random.nextInt(3) == 0 ? random.nextDouble() * 0.05 : 0;
    double missing = random.nextInt(2) == 0 ? random.nextDouble() * 0.2 : 0;
    List<Function<SplittableRandom, String>> kinds = new ArrayList<>();
    List<String> header = new ArrayList<>();
    for (int j = 0; j < columns; j++) {
      kinds.add(one(random, KINDS));
      header.add(random.nextInt(8) == 0 ? pick(random, NAMES) : "col" + j);
    }
    int target = random.nextInt(columns + 1);
    header.add(target, random.nextInt(50) == 0 ? "Y" : "y");
    kinds.add(target, random.nextInt(4) == 0 ? one(random, KINDS) : KINDS.get(1));
    StringBuilder text = new StringBuilder(random.nextInt(10) == 0 ? "\uFEFF" : "");
    String end = pick(random, "\n", "\n", "\r\n", "\r");
    line(text, header, separator, end, random);
    for (int row = 0; row < rows; row++) {
      List<String> cells = new ArrayList<>();
      for (Function<SplittableRandom, String> kind : kinds) {
        Function<SplittableRandom, String> of =
            random.nextDouble() < odd ? one(random, KINDS) : kind;
        cells.add(
            random.nextDouble() < missing
                ? pick(random, "", "NA", "null", "None", "n/a", "-", ".", "?")
                : of.apply(random));
      }
      if (random.nextDouble() < odd / 10) {
        cells.add("7");
      }
      if (random.nextInt(200) == 0) {
        text.append(end);
      }
      line(text, cells, separator, end, random);
    }
    if (random.nextDouble() < odd) {
      text.insert(
          random.nextInt(text.length()), pick(random, "\"", "inf", "1e999", "\0", "\n", " "));
    }
    return new FuzzedTable(text.toString());
  }

  private static void line(
      StringBuilder text, List<String> cells, char separator, String end, SplittableRandom random) {
    for (int j = 0; j < cells.size(); j++) {
      String cell = cells.get(j);
      boolean quote =
          cell.indexOf(separator) >= 0 || cell.indexOf('"') >= 0 || random.nextInt(20) == 0;
      text.append(j == 0 ? "" : separator)
          .append(random.nextInt(20) == 0 ? " " : "")
          .append(quote ? "\"" + cell.replace("\"", "\"\"") + "\"" : cell);
    }
    text.append(end);
  }

  private static String day(SplittableRandom random, String format) {
    return format.formatted(
        1900 + random.nextInt(200), 1 + random.nextInt(12), 1 + random.nextInt(28));
  }

  private static String pick(SplittableRandom random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private static <T> T one(SplittableRandom random, List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
