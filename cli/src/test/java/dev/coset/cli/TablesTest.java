package dev.coset.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.cli.Coset.Result;
import dev.coset.data.Column;
import dev.coset.store.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A table as people have it, from its file to predictions. */
class TablesTest {
  private static final int ROWS = 90;
  @TempDir Path folder;
  private Path csv;
  private Path run;

  @BeforeEach
  void writeTable() throws IOException {
    csv = folder.resolve("houses.csv");
    run = folder.resolve("run");
    var text = new StringBuilder("id;name;sold;area;garden;zip;owner;price\n");
    for (int i = 0; i < ROWS; i++) {
      text.append(
          String.format(
              Locale.ROOT,
              "%d;house %d;%02d.%02d.20%02d;%s;%s;%d;o%d;%s%n",
              i + 1,
              i,
              1 + i % 28,
              1 + i % 12,
              10 + i / 9,
              i % 11 == 0 ? "-" : 50 + i % 13 + "," + i % 10,
              i % 3 == 0 ? "yes" : "no",
              new int[] {53111, 10115, 80331}[i % 3],
              i % 15,
              i % 30 == 7 ? "" : 100 + 2 * (i % 13) + i % 5));
    }
    Files.writeString(csv, text);
  }

  private Result coset(String command, Object... more) {
    List<Object> args = new ArrayList<>(List.of(command, csv, "--target", "price"));
    args.addAll(List.of("--hidden", "2", "--chains", "3", "--warmup", "100", "--threads", "2"));
    args.addAll(List.of(more));
    return Coset.run(args.toArray());
  }

  private Result fit(Object... more) {
    List<Object> all = new ArrayList<>(List.of("--out", run, "--no-report"));
    all.addAll(List.of(more));
    Result fitted = coset("fit", all.toArray());
    assertThat(fitted.exitCode()).as(fitted.err()).isZero();
    return fitted;
  }

  private Column column(String name) {
    try (var store = RunStore.read(run)) {
      return store.study().data().encoding().columns().stream()
          .filter(c -> c.name().equals(name))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void whatWasMadeOfTheColumnsIsSaid() {
    Result fitted = fit("--ignore", "name", "--categorical", "zip");
    assertThat(fitted.err())
        .contains(
            "Used 5 columns to predict 'price': 'sold', 'area', 'garden', 'zip', 'owner'.",
            "Ignored 'id' (numbers the rows: list it in --features to use it), 'name'.",
            "Dropped 3 rows without the target.",
            "'sold' is a date",
            "missing cells of 'area' take the training median, and an indicator feature marks"
                + " them.");
    assertThat(column("garden")).isInstanceOf(Column.Truth.class);
    assertThat(column("sold")).isInstanceOf(Column.Time.class);
    assertThat(column("zip").levels()).containsExactly("10115", "53111", "80331");
  }

  @Test
  void textThatNamesEveryRowIsLeftOutAndNamed() {
    assertThat(fit().err())
        .contains("Warning: 'name' is not used, because it is text with more than 50 levels");
    Path other = folder.resolve("other");
    Result refused = coset("fit", "--out", other, "--categorical", "name");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("'name'", "--ignore name");
    assertThat(other).doesNotExist();
  }

  @Test
  void amountsAndRepeatedRowsAreSaidAndTheRunReadsItsFormat() throws IOException {
    var text = new StringBuilder("fee;price\n");
    for (int i = 0; i < ROWS; i++) {
      text.append("%d,5%%;$%d,%03d.50\n".formatted(i % 20, 1 + i % 20 % 3, 37 * (i % 20)));
    }
    Files.writeString(csv, text);
    assertThat(fit().err())
        .contains(
            "'price' has numbers such as '$1,234.5'.",
            "'fee' has numbers such as '1234,5%'.",
            "Warning: 18 of the 18 test rows are identical to a training row");
    Path fresh = Files.writeString(folder.resolve("fresh.csv"), "fee;price\n2,5%;$1,074.50\n");
    assertThat(Coset.run("predict", run, fresh).exitCode()).isZero();
    Files.writeString(fresh, "fee;price\n2.5;$1,074.50\n");
    Result refused = Coset.run("predict", run, fresh);
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err())
        .contains("'fee' is '2.5'", "where the run has numbers such as '1234,5%'");
  }

  @Test
  void predictionsCarryIdsInputsAndHowFarOutTheyLie() throws IOException {
    fit("--id", "name", "--features", "area,garden,name");
    Path fresh = folder.resolve("fresh.csv");
    Files.writeString(
        fresh, "extra,garden,name,area\nx,no,cottage,55.5\ny,yes,palace,900\nz,perhaps,hut,\n");
    Result refused = Coset.run("predict", run, fresh);
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("'garden'", "'perhaps'", "yes or no");
    Files.writeString(
        fresh, "extra,garden,name,area\nx,no,cottage,\"55,5\"\ny,yes,palace,900\nz,NO,hut,\n");
    Result predicted = Coset.run("predict", run, fresh, "--with-inputs", "--quantiles", "0.5");
    assertThat(predicted.exitCode()).as(predicted.err()).isZero();
    List<String> lines = predicted.out().lines().toList();
    assertThat(lines.getFirst())
        .isEqualTo(
            "row,name,mean,median,sd,aleatoric,epistemic,q0.5,extrapolation,extra,garden,name,area");
    String[] inside = lines.get(1).split(",", -1);
    String[] outside = lines.get(2).split(",", -1);
    assertThat(inside[1]).isEqualTo("cottage");
    assertThat(inside[8]).isEqualTo("0.0");
    assertThat(Double.parseDouble(outside[8])).isGreaterThan(10);
    assertThat(lines.get(1)).endsWith("x,no,cottage,\"55,5\"");
    assertThat(predicted.err()).contains("1 missing cell filled in as in training.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"predict", "score"})
  void aNewFileOfAnotherEncodingIsSaid(String command) throws IOException {
    fit("--features", "garden");
    Path fresh = folder.resolve("fresh.csv");
    String text = "garden,price,note\nno,110,%s\nyes,120,x\n";
    Files.writeString(fresh, text.formatted("schön"), ISO_8859_1);
    assertThat(Coset.run(command, run, fresh).err()).contains("Warning: ", "Windows-1252");
    Files.writeString(fresh, text.formatted("schön"));
    assertThat(Coset.run(command, run, fresh).err()).isEmpty();
  }

  @Test
  void aNameWithACommaIsQuotedAsInAFile() throws IOException {
    String text = Files.readString(csv);
    Files.writeString(
        csv, text.replaceFirst("name", "name, \"full\"").replaceFirst(";owner", ";a,b"));
    String name = "\"name, \"\"full\"\"\"";
    Result refused = coset("fit", "--out", run, "--categorical", name);
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("--ignore '" + name + "'");
    Result fitted = fit("--ignore", name + ",zip,\"a,b\"");
    assertThat(fitted.err())
        .contains("Used 3 columns to predict 'price': 'sold', 'area', 'garden'.");
    run = folder.resolve("second");
    fitted = fit("--features", "area,\"a,b\"", "--features", "garden", "--categorical", "\"a,b\"");
    assertThat(fitted.err()).contains("'area', 'garden', 'a,b'.");
  }

  /** No argument is taken for the name of a file of arguments, nor a name for an option. */
  @Test
  void namesMayLookLikeFilesOfArgumentsAndLikeOptions() throws IOException {
    Path words = Files.writeString(folder.resolve("words"), "price");
    String at = "@" + words;
    String text = Files.readString(csv);
    Files.writeString(
        csv,
        text.replaceFirst(";price", ";" + at).replace(";zip", ";--json").replace("id;", "--out;"));
    List<Object> args = new ArrayList<>(List.of("fit", csv, "--target", at, "--out", run));
    args.addAll(List.of("--no-report", "--hidden", "2", "--chains", "2", "--warmup", "50"));
    args.addAll(List.of("--draws", "5", "--categorical=--json", "--ignore=name,--out"));
    Result fitted = Coset.run(args.toArray());
    assertThat(fitted.exitCode()).as(fitted.err()).isZero();
    assertThat(fitted.err())
        .contains("'sold', 'area', 'garden', '--json', 'owner'.", "Ignored '--out', 'name'.");
    assertThat(column("--json").levels()).containsExactly("10115", "53111", "80331");
    for (String option : List.of("--target", "--id", "--test-group", "--test-after")) {
      List<Object> other = new ArrayList<>(List.of("fit", csv, option + "=--json", "--out", run));
      other.addAll(option.equals("--target") ? List.of() : List.of("--target", at));
      assertThat(Coset.run(other.toArray()).err()).doesNotContain("Expected parameter");
      assertThat(Coset.run("fit", csv, option, "--out", run).err())
          .contains("Expected parameter for option '" + option + "'");
    }
    for (String option : List.of("--ignore", "--features", "--categorical")) {
      Result lacking = Coset.run("fit", csv, "--target", at, option, "--out", run);
      assertThat(lacking.err()).contains("Expected parameter for option '" + option + "'");
      for (String names : List.of("--target=x", "--target=x,zip", "-,zip")) {
        Result none = Coset.run("fit", csv, "--target", at, option + "=" + names, "--out", run);
        assertThat(none.err())
            .containsPattern("columns? of " + option)
            .contains("'" + names.split(",")[0] + "'");
      }
    }
    Result absent = Coset.run("fit", csv, "--target", "@" + csv, "--out", folder.resolve("none"));
    assertThat(absent.exitCode()).isEqualTo(2);
    assertThat(absent.err()).contains("has no column '@");
  }

  /** Names and levels may come from anybody; a terminal obeys none of them. */
  @ParameterizedTest
  @ValueSource(strings = {"normal", "categorical"})
  void aTerminalSeesNoControlCharacterOfATable(String likelihood) throws IOException {
    String hostile = "\u001b[2J\u009b31m\u202e\n\u0007x";
    var text =
        new StringBuilder("\"a%1$s\",\"b%1$s\",\"constant%1$s\",\"y%1$s\"\n".formatted(hostile));
    for (int i = 0; i < ROWS; i++) {
      String target = likelihood.equals("normal") ? "" + i % 7 : "\"c" + i % 2 + hostile + "\"";
      text.append("%d,\"l%d%s\",1,%s\n".formatted(i * 31 % 17, i % 3, hostile, target));
    }
    Files.writeString(csv, text);
    List<Object> args =
        new ArrayList<>(List.of("fit", csv, "--target", "y" + hostile, "--out", run));
    args.addAll(List.of("--likelihood", likelihood, "--hidden", "2", "--chains", "3"));
    args.addAll(List.of("--warmup", "50", "--draws", "20", "--no-report"));
    assertHarmless(Coset.run(args.toArray()));
    for (String command : List.of("explain", "diagnose", "symmetry", "chains", "resume")) {
      assertHarmless(Coset.run(command, run));
    }
    for (String command : List.of("predict", "score")) {
      List<Object> words = new ArrayList<>(List.of(command, run, csv));
      words.addAll(command.equals("predict") ? List.of("-o", folder.resolve("p.csv")) : List.of());
      assertHarmless(Coset.run(words.toArray()));
    }
    Path fresh = Files.writeString(folder.resolve("fresh.csv"), "\"a" + hostile + "\"\n1\n");
    assertThat(assertHarmless(Coset.run("score", run, fresh)).exitCode()).isEqualTo(2);
  }

  private static Result assertHarmless(Result result) {
    assertThat(result.out() + result.err())
        .doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\r\n]]")
        .doesNotContain("Exception");
    return result;
  }

  /** The network never sees such a column, so that predictions cannot heed it. */
  @ParameterizedTest
  @ValueSource(strings = {"predict", "score"})
  void anotherValueOfWhatWasConstantIsCounted(String command) throws IOException {
    String text = Files.readString(csv).replaceAll("(?m);o\\d+;", ";2024;");
    Files.writeString(csv, text);
    fit("--features", "garden,owner,zip");
    Path fresh = folder.resolve("fresh.csv");
    Files.writeString(
        fresh, "garden,owner,zip,price\nno,2024,10115,110\nyes,2025,53111,120\nno,2026,53111,9\n");
    assertThat(Coset.run(command, run, fresh).err())
        .contains("2 rows have another value in a column that was constant in training ('owner')")
        .hasLineCount(1);
    Files.writeString(fresh, "garden,owner,zip,price\nno,2024,10115,110\nyes,2024,53111,120\n");
    assertThat(Coset.run(command, run, fresh).err()).isEmpty();
  }

  @Test
  void groupsAndTimesStayOnOneSide() {
    fit("--ignore", "name", "--test-group", "owner");
    try (var store = RunStore.read(run)) {
      var split = store.study().split();
      assertThat(owners(split.train())).doesNotContainAnyElementsOf(owners(split.test()));
      assertThat(split.test()).isNotEmpty();
    }
    run = folder.resolve("second");
    fit("--ignore", "name,owner", "--test-after", "sold");
    try (var store = RunStore.read(run)) {
      var split = store.study().split();
      assertThat(year(Arrays.stream(split.train()).max().orElseThrow()))
          .isLessThanOrEqualTo(year(Arrays.stream(split.test()).min().orElseThrow()));
    }
  }

  /** Rows without a target, of which there is one in thirty, are not counted. */
  private static int source(int row) {
    int source = row;
    for (int missing = 7; missing <= source; missing += 30) {
      source++;
    }
    return source;
  }

  private static Set<Integer> owners(int[] rows) {
    Set<Integer> owners = new HashSet<>();
    for (int row : rows) {
      owners.add(source(row) % 15);
    }
    return owners;
  }

  private static int year(int row) {
    return source(row) / 9;
  }

  @Test
  void everyRowTestsOnceInCrossValidationWhichGoesOnAfterAStop() throws IOException {
    Object[] options = {"--ignore", "name", "--folds", "3", "--out", folder.resolve("folds")};
    Result first = coset("cross-validate", with(options, "--json"));
    assertThat(first.exitCode()).as(first.err()).isZero();
    JsonNode scores = JsonMapper.shared().readTree(first.out());
    assertThat(scores.path("folds").size()).isEqualTo(3);
    int points = 0;
    for (JsonNode fold : scores.path("folds")) {
      points += fold.path("points").asInt();
    }
    assertThat(points).isEqualTo(ROWS - 3);
    assertBesideBaselines(scores);
    assertThat(scores.path("lppd").path("se").asDouble()).isPositive();
    Result again = coset("cross-validate", with(options, "--json"));
    assertThat(again.out()).isEqualTo(first.out());
    Result refused = coset("cross-validate", with(options, "--test-fraction", "0.5"));
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("All rows are test rows in turn");
  }

  /** The simple models that a verdict compares with, scored on the same parts. */
  private void assertBesideBaselines(JsonNode scores) {
    assertThat(scores.path("baselines").propertyNames())
        .containsExactlyInAnyOrder("constant", "linear", "nearest rows");
    for (JsonNode baseline : scores.path("baselines")) {
      assertThat(baseline.propertyNames()).contains("lppd");
      assertThat(baseline.path("lppd").path("mean").isNumber()).isTrue();
    }
    double sum = 0;
    for (JsonNode fold : scores.path("folds")) {
      sum += fold.path("baselines").path("linear").path("lppd").asDouble();
    }
    assertThat(scores.path("baselines").path("linear").path("lppd").path("mean").asDouble())
        .isCloseTo(sum / scores.path("folds").size(), within(1e-9));
    String text =
        coset(
                "cross-validate",
                "--ignore",
                "name",
                "--folds",
                "3",
                "--out",
                folder.resolve("folds"))
            .out();
    assertThat(text.lines().toList().get(1)).containsSubsequence("model", "constant", "linear");
    assertThat(text).contains("lppd", "+-");
  }

  private static Object[] with(Object[] options, Object... more) {
    List<Object> all = new ArrayList<>(Arrays.asList(options));
    all.addAll(Arrays.asList(more));
    return all.toArray();
  }
}
