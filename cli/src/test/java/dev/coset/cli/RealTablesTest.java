package dev.coset.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.cli.Coset.Result;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The plain command on thirty shapes of real tables: tiny and tall, of one column and of hundreds,
 * with classes, skew, text, gaps, groups and dates. It fits, scores and predicts finite numbers.
 */
@Tag("full")
class RealTablesTest {
  private static final double WORST = -3; // a constant prediction has -1.42, and -log(classes)

  @TempDir Path folder;

  /** A table of text: a header and rows, the target last. */
  private record Table(String name, List<String[]> rows, List<String> options) {
    static Table real(String name) {
      String file = "/dev/coset/experiments/datasets/" + name + ".csv";
      try (InputStream in =
          Objects.requireNonNull(RealTablesTest.class.getResourceAsStream(file))) {
        return new Table(
            name,
            new String(in.readAllBytes(), UTF_8).lines().map(l -> l.split(",")).toList(),
            List.of());
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    private Table with(String what, List<String[]> changed) {
      return new Table(name + ", " + what, changed, options);
    }

    Table given(String... more) {
      return new Table(
          name + " " + String.join(" ", more),
          rows,
          Stream.concat(options.stream(), Arrays.stream(more)).toList());
    }

    int columns() {
      return rows.getFirst().length;
    }

    Table first(int count) {
      return with(count + " rows", rows.subList(0, count + 1));
    }

    /** The rows again and again, each time with columns a little off. */
    Table tall(int times) {
      List<String[]> tall = new ArrayList<>(rows);
      for (int k = 1; k < times; k++) {
        for (String[] row : rows.subList(1, rows.size())) {
          String[] other = row.clone();
          other[0] = String.valueOf(Double.parseDouble(row[0]) * (1 + 1e-3 * k));
          tall.add(other);
        }
      }
      return with(times + " times", tall);
    }

    /** Products of columns, as many as asked for. */
    Table wide(int count) {
      int inputs = columns() - 1;
      List<String[]> wide = new ArrayList<>();
      for (String[] row : rows) {
        boolean header = row == rows.getFirst();
        List<String> cells = new ArrayList<>(List.of(row).subList(0, inputs));
        for (int k = 0; k < count; k++) {
          int a = k % inputs;
          int b = k / inputs % inputs;
          double power = 1 + k / (inputs * inputs);
          cells.add(
              header
                  ? "p" + k
                  : String.valueOf(
                      Double.parseDouble(row[a])
                          * Math.pow(Math.abs(Double.parseDouble(row[b])), power / 4)));
        }
        cells.add(row[inputs]);
        wide.add(cells.toArray(String[]::new));
      }
      return with(count + " products", wide);
    }

    /** Another function of the target. */
    Table target(String what, DoubleUnaryOperator f) {
      return column(columns() - 1, what, text -> String.valueOf(f.applyAsDouble(parse(text))));
    }

    private static double parse(String text) {
      return Double.parseDouble(text);
    }

    private Table column(int j, String what, UnaryOperator<String> change) {
      List<String[]> changed = new ArrayList<>(List.<String[]>of(rows.getFirst()));
      for (String[] row : rows.subList(1, rows.size())) {
        String[] other = row.clone();
        other[j] = change.apply(row[j]);
        changed.add(other);
      }
      return with(what, changed);
    }

    /** A column as so many classes of about equal size. */
    Table classes(int j, int count) {
      double[] sorted = rows.stream().skip(1).mapToDouble(row -> parse(row[j])).sorted().toArray();
      double[] cuts =
          IntStream.range(1, count).mapToDouble(k -> sorted[k * sorted.length / count]).toArray();
      return column(
          j,
          count + " levels of " + rows.getFirst()[j],
          text -> "level " + DoubleStream.of(cuts).filter(cut -> parse(text) >= cut).count());
    }

    Table targetClasses(int count) {
      return classes(columns() - 1, count);
    }

    /** Every cell but of the target is missing now and then. */
    Table gaps(int every) {
      List<String[]> changed = new ArrayList<>(List.<String[]>of(rows.getFirst()));
      for (int i = 1; i < rows.size(); i++) {
        String[] other = rows.get(i).clone();
        for (int j = 0; j < columns() - 1; j++) {
          other[j] = (7 * i + 3 * j) % every == 0 ? "" : other[j];
        }
        changed.add(other);
      }
      return with("gaps", changed);
    }

    /** A further first column: a function of the row's place. */
    Table place(String header, IntFunction<String> value) {
      List<String[]> changed = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        String first = i == 0 ? header : value.apply(i);
        changed.add(
            Stream.concat(Stream.of(first), Arrays.stream(rows.get(i))).toArray(String[]::new));
      }
      return with("with " + header, changed);
    }

    /** The target and some of the other columns. */
    Table only(int... kept) {
      List<String[]> changed =
          rows.stream()
              .map(
                  row ->
                      IntStream.concat(Arrays.stream(kept), IntStream.of(columns() - 1))
                          .mapToObj(j -> row[j])
                          .toArray(String[]::new))
              .toList();
      return with(kept.length + " column", changed);
    }

    String targetName() {
      return rows.getFirst()[columns() - 1];
    }

    Path write(Path file) throws IOException {
      return Files.writeString(
          file,
          rows.stream().map(row -> String.join(",", row) + "\n").collect(Collectors.joining()));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Table> tables() {
    Table airfoil = Table.real("airfoil");
    Table concrete = Table.real("concrete");
    Table diabetes = Table.real("diabetes");
    Table energy = Table.real("energy");
    Table fire = Table.real("forest_fire");
    Table yacht = Table.real("yacht");
    Table curve = Table.real("izmailov");
    String[] brief = {"--time", "20s"};
    return List.of(
        diabetes.first(12),
        yacht.first(20),
        concrete.first(25).targetClasses(2),
        diabetes.first(40).wide(300),
        Table.real("sinusoidal"),
        Table.real("regression2d"),
        curve.target("cubed", Math::exp),
        yacht.given(brief),
        diabetes.given(brief),
        fire.given(brief),
        concrete.given(brief),
        energy.given(brief),
        airfoil.given(brief),
        energy.only(4).given(brief),
        diabetes.wide(200).given(brief),
        concrete.wide(700).given(brief),
        yacht.wide(2000).given("--time", "40s"),
        airfoil.tall(20).given("--time", "60s"),
        concrete.tall(60).given("--time", "90s"),
        diabetes.targetClasses(3).given(brief),
        airfoil.targetClasses(20).given(brief),
        concrete.targetClasses(100).given(brief),
        energy.classes(1, 4).classes(3, 3).given(brief),
        diabetes.gaps(6).given(brief),
        fire.targetClasses(2).gaps(9).given(brief),
        concrete.target("skewed", y -> Math.exp(y / 10)).given(brief),
        airfoil.target("tiny", y -> 1e-9 * y - 5e-8).given(brief),
        diabetes.place("clinic", i -> "c" + i % 17).given(brief).given("--test-group", "clinic"),
        concrete
            .place(
                "day", i -> String.format(Locale.ROOT, "20%02d-%02d-01", 10 + i / 100, 1 + i % 12))
            .given(brief)
            .given("--test-after", "day"),
        yacht.place("name", i -> "boat number " + i).given(brief));
  }

  @ParameterizedTest
  @MethodSource("tables")
  void theFitOfAnyShapePredictsFiniteNumbers(Table table) throws IOException {
    Path csv = table.write(folder.resolve("table.csv"));
    Path run = folder.resolve("run");
    List<Object> args = new ArrayList<>(List.of("fit", csv, "--target", table.targetName()));
    args.addAll(List.of("--out", run, "--no-report", "--json"));
    args.addAll(table.options());
    Result fitted = Coset.run(args.toArray());
    assertThat(fitted.exitCode()).as(fitted.err()).isZero();
    JsonNode scores = new JsonMapper().readTree(fitted.out());
    assertThat(scores.get("lppd").asDouble())
        .as(fitted.err())
        .isFinite()
        .isGreaterThan(worst(table));
    Path out = folder.resolve("predictions.csv");
    Result predicted = Coset.run("predict", run, csv, "-o", out);
    assertThat(predicted.exitCode()).as(predicted.err()).isZero();
    List<String> lines = Files.readAllLines(out);
    assertThat(lines).hasSize(table.rows().size());
    assertThat(lines).noneMatch(line -> line.contains("NaN") || line.contains("Infinity"));
  }

  private static double worst(Table table) {
    long levels = table.rows().stream().skip(1).map(row -> row[row.length - 1]).distinct().count();
    return Math.min(WORST, -1.2 * Math.log(levels));
  }
}
