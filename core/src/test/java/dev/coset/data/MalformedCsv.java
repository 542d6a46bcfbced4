package dev.coset.data;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/**
 * Files that no model can be fitted to, many kinds of them, from a seed. Each starts as a sound
 * table of columns {@code a, b, ..., y} and has one thing wrong with it. Needs the JDK alone, so
 * that tests of other modules can use it.
 *
 * @param target the column to be asked for
 */
public record MalformedCsv(String kind, byte[] content, String target) {

  private static final Map<String, Function<Table, MalformedCsv>> KINDS = new TreeMap<>();

  static {
    text("nothing at all", t -> "");
    text("blank lines only", t -> "\n".repeat(t.below(9)) + "  \r\n");
    text("a byte order mark only", t -> "\uFEFF");
    text("a header only", t -> String.join(",", t.names) + (t.flip() ? "\n" : ""));
    text("one row only", t -> t.keepRows(1).csv());
    text("the target column only", t -> t.keepColumns(t.names.size() - 1).csv());
    text("a short row", t -> t.changeRow(row -> row.removeLast()).csv());
    text("a long row", t -> t.changeRow(row -> row.add("7")).csv());
    text("a row broken in two", t -> t.breakRow());
    text("a decimal comma unquoted", t -> t.change(t.names.size() - 1, "1,5").csv());
    text("mixed separators", t -> t.changeRow(MalformedCsv::joinBySemicolon).csv());
    text("a name twice", t -> t.rename(0, t.names.get(1)).csv());
    text("the target's name twice", t -> t.rename(0, "y").csv());
    text("a column without a name", t -> t.rename(t.below(t.names.size() - 1), " ").csv());
    text("a comma after the header", t -> t.csv().replaceFirst("\n", ",\n"));
    text("no header", t -> t.csv().substring(t.csv().indexOf('\n') + 1));
    text(
        "a missing cell",
        t -> t.changeAny(t.pick("", "NA", "NaN", "nan", "?", " ", "n/a", "-nan")).csv());
    text("many missing cells", t -> t.changeAny("").changeAny("NA").changeAny("?").csv());
    text("a missing target", t -> t.change(t.names.size() - 1, t.pick("", "NaN")).csv());
    text("empty rows", t -> t.changeRow(row -> row.replaceAll(_ -> "")).csv());
    text(
        "an infinite cell",
        t -> t.changeAny(t.pick("inf", "-Infinity", "1e999", "-1E+400", "+INF")).csv());
    text(
        "a text in the target",
        t ->
            t.change(
                    t.names.size() - 1,
                    t.pick("high", "1d", "0x1p3", "1 00", "--1", "1e", ".", "5%"))
                .csv());
    text("a typing error", t -> t.typingError());
    text("commas that may mean two things", t -> t.column(0, _ -> "\"1,234\"").csv());
    text("a constant target", t -> t.column(t.names.size() - 1, _ -> "4.25").csv());
    text("constant features", t -> t.constantFeatures().csv());
    text("giant levels", t -> t.manyRows().column(0, i -> ("x" + i).repeat(5000)).csv());
    text("values too far apart", t -> t.column(0, i -> (i % 2 == 0 ? "-" : "") + "1.7e308").csv());
    text("a quote never closed", t -> t.changeAny("\"1").csv());
    text("text after a quote", t -> t.changeAny("\"1\"2").csv());
    text("a quote in the header", t -> "\"" + t.csv());
    text("an endless cell", t -> t.changeAny("9" + "x".repeat(1 << 20) + "y").csv());
    text(
        "a list in a cell", t -> t.manyRows().change(0, "\"" + "1,".repeat(200_000) + "1\"").csv());
    text("zero characters", t -> t.changeAny("\0\0").csv());
    text(
        "zero characters far down",
        t -> t.manyRows().column(0, i -> i < 100 ? "u".repeat(2000) : "\0").csv());
    text("JSON", t -> "{\"a\": [1, 2], \"y\": [3, 4]}\n");
    text("HTML", t -> "<!DOCTYPE html>\n<html><body>Not Found, sorry</body></html>\n");
    kind(
        "another target",
        t -> new MalformedCsv("", utf8(t.csv()), t.pick("Y", "z", "", "target", "y ")));
    kind("random bytes", t -> new MalformedCsv("", t.bytes(1 + t.below(5000)), "y"));
    kind("compressed and cut", t -> new MalformedCsv("", t.cut(gzip(utf8(t.csv()))), "y"));
    kind("a zip", t -> new MalformedCsv("", utf8("PK\3\4" + t.csv()), "y"));
    kind(
        "UTF-16 without a mark",
        t -> new MalformedCsv("", t.csv().getBytes(StandardCharsets.UTF_16LE), "y"));
    kind(
        "Latin-1 in UTF-8",
        t ->
            new MalformedCsv(
                "",
                (t.rename(0, "gr\u00C3\u00BCn").csv() + "gr\u00FCn")
                    .getBytes(StandardCharsets.ISO_8859_1),
                "y"));
    kind("UTF-32", t -> new MalformedCsv("", t.csv().getBytes(Charset.forName("UTF-32")), "y"));
  }

  /** A number of files, the kinds taking turns. */
  public static Stream<MalformedCsv> generate(int count, long seed) {
    List<String> kinds = List.copyOf(KINDS.keySet());
    SplittableRandom random = new SplittableRandom(seed);
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              String kind = kinds.get(i % kinds.size());
              MalformedCsv made = KINDS.get(kind).apply(Table.random(random.split()));
              return new MalformedCsv(kind, made.content, made.target);
            });
  }

  /** A sound file of the kind the malformed ones are made from, with target {@code y}. */
  public static String sound(SplittableRandom random) {
    return Table.random(random).csv();
  }

  public Path write(Path file) throws IOException {
    return Files.write(file, content);
  }

  @Override
  public String toString() {
    return kind;
  }

  private static void text(String kind, Function<Table, String> make) {
    kind(kind, table -> new MalformedCsv(kind, utf8(make.apply(table)), "y"));
  }

  private static void kind(String kind, Function<Table, MalformedCsv> make) {
    KINDS.put(kind, make);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] gzip(byte[] bytes) {
    try {
      var out = new ByteArrayOutputStream();
      try (var zip = new GZIPOutputStream(out)) {
        zip.write(bytes);
      }
      return out.toByteArray();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void joinBySemicolon(List<String> row) {
    String joined = String.join(";", row);
    row.clear();
    row.add(joined);
  }

  /** A sound table to be spoilt: numeric columns, one of colours, the target last. */
  private record Table(SplittableRandom random, List<String> names, List<List<String>> rows) {

    static Table random(SplittableRandom random) {
      int features = 2 + random.nextInt(5);
      List<String> names = new ArrayList<>();
      for (int j = 0; j < features; j++) {
        names.add("" + (char) ('a' + j));
      }
      names.add("y");
      Table table = new Table(random, names, new ArrayList<>());
      table.addRows(5 + random.nextInt(40));
      return table;
    }

    void addRows(int count) {
      for (int i = 0; i < count; i++) {
        List<String> row = new ArrayList<>();
        for (int j = 0; j < names.size(); j++) {
          row.add(j == 1 ? pick("red", "green", "blue") : Double.toString(random.nextGaussian()));
        }
        rows.add(row);
      }
    }

    String csv() {
      StringBuilder csv = new StringBuilder(String.join(",", names)).append('\n');
      rows.forEach(row -> csv.append(String.join(",", row)).append('\n'));
      return csv.toString();
    }

    Table manyRows() {
      addRows(100);
      return this;
    }

    Table keepRows(int count) {
      rows.subList(count, rows.size()).clear();
      return this;
    }

    Table keepColumns(int from) {
      names.subList(0, from).clear();
      rows.forEach(row -> row.subList(0, from).clear());
      return this;
    }

    Table rename(int column, String name) {
      names.set(column, name);
      return this;
    }

    Table changeRow(Consumer<List<String>> change) {
      change.accept(rows.get(below(rows.size())));
      return this;
    }

    Table change(int column, String cell) {
      rows.get(below(rows.size())).set(column, cell);
      return this;
    }

    Table changeAny(String cell) {
      return change(below(names.size()), cell);
    }

    Table column(int column, IntFunction<String> cell) {
      for (int i = 0; i < rows.size(); i++) {
        rows.get(i).set(column, cell.apply(i));
      }
      return this;
    }

    Table constantFeatures() {
      IntStream.range(0, names.size() - 1).forEach(j -> column(j, _ -> j == 1 ? "red" : "0.1"));
      return this;
    }

    /** One text in a column of more than 50 different numbers. */
    String typingError() {
      manyRows();
      return change(0, pick("1.2.3", "l.5", "2,5\"", "1o", "0x10", "12f")).csv();
    }

    String breakRow() {
      changeRow(row -> row.set(0, row.get(0) + "\n" + row.get(0)));
      return csv();
    }

    byte[] bytes(int count) {
      byte[] bytes = new byte[count];
      random.nextBytes(bytes);
      return bytes;
    }

    byte[] cut(byte[] bytes) {
      return Arrays.copyOf(bytes, 2 + below(bytes.length - 2));
    }

    int below(int bound) {
      return random.nextInt(bound);
    }

    boolean flip() {
      return random.nextBoolean();
    }

    String pick(String... choices) {
      return choices[below(choices.length)];
    }
  }
}
