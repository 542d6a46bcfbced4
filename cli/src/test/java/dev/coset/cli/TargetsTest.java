package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.cli.Coset.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every command with every kind of target, and with a likelihood that only the tests know. */
class TargetsTest {
  private static final int ROWS = 90;
  @TempDir Path folder;
  private Path csv;
  private Path run;

  @BeforeEach
  void places() {
    csv = folder.resolve("table.csv");
    run = folder.resolve("run");
  }

  private void write(IntFunction<String> target) throws IOException {
    var text = new StringBuilder("a,b,target\n");
    for (int i = 0; i < ROWS; i++) {
      text.append(String.format(Locale.ROOT, "%s,%s,%s%n", a(i), i % 7, target.apply(i)));
    }
    Files.writeString(csv, text);
  }

  private static double a(int i) {
    return (i * 37 % ROWS) / 30.0 - 1.5;
  }

  private Result coset(String command, Object... more) {
    List<Object> args = new ArrayList<>(List.of(command, csv, "--target", "target"));
    args.addAll(List.of("--hidden", "2", "--chains", "4", "--warmup", "150", "--threads", "2"));
    args.addAll(List.of(more));
    return Coset.run(args.toArray());
  }

  private static JsonNode json(Result result) {
    assertThat(result.exitCode()).as(result.err()).isZero();
    return JsonMapper.shared().readTree(result.out());
  }

  private static List<String> lines(Result result) {
    assertThat(result.exitCode()).as(result.err()).isZero();
    return result.out().lines().toList();
  }

  /** Fits, and asks everything of the run; returns the lines of predict. */
  private List<String> everyCommand(String... options) throws IOException {
    Result fitted = coset("fit", with(options, "--out", run, "--no-report"));
    assertThat(fitted.exitCode()).as(fitted.err()).isZero();
    json(Coset.run("score", run, "--json"));
    json(Coset.run("score", run, csv, "--json"));
    json(Coset.run("diagnose", run, "--json"));
    json(Coset.run("symmetry", run, "--json"));
    json(Coset.run("report", run, "--json"));
    assertThat(run.resolve("report.html")).content().contains("Predicting target");
    assertThat(Coset.run("export", run, "--format", "csv", "--out", folder.resolve("draws.csv")))
        .extracting(Result::exitCode)
        .isEqualTo(0);
    assertThat(Coset.run("export", run, "--format", "zarr", "--out", folder.resolve("draws.zarr")))
        .extracting(Result::exitCode)
        .isEqualTo(0);
    assertThat(Coset.run("resume", run, "--chains", "5", "--no-report").exitCode()).isZero();
    return lines(Coset.run("predict", run, csv));
  }

  private static Object[] with(String[] options, Object... more) {
    List<Object> all = new ArrayList<>(Arrays.asList(options));
    all.addAll(Arrays.asList(more));
    return all.toArray();
  }

  private JsonNode methods(String... options) {
    return json(coset("compare", with(options, "--json", "--members", "2"))).path("methods");
  }

  @Test
  void aLikelihoodOfAnotherProgramWorksEverywhere() throws IOException {
    write(i -> String.valueOf(2 * a(i) + (i * 7 % 5) / 10.0));
    List<String> predicted = everyCommand("--likelihood", "t4");
    assertThat(predicted.getFirst()).startsWith("row,mean,median,sd,aleatoric,epistemic,q0.05");
    assertThat(Files.readAllLines(folder.resolve("draws.csv")).getFirst()).endsWith(",sigma");
    Result compared =
        coset("compare", "--likelihood", "t4", "--methods", "chains,ensemble,laplace");
    assertThat(compared.exitCode()).as(compared.err()).isZero();
    assertThat(compared.out()).contains("chains", "ensemble");
    assertThat(compared.err()).contains("The likelihood t4 has no Laplace approximation");
  }

  @Test
  void heavyTailsWorkEverywhere() throws IOException {
    write(i -> String.valueOf(2 * a(i) + Math.tan(0.45 * Math.PI * Math.sin(i * i))));
    List<String> predicted = everyCommand("--likelihood", "student");
    assertThat(predicted.getFirst()).startsWith("row,mean,median,sd,aleatoric,epistemic,q0.05");
    assertThat(Files.readAllLines(folder.resolve("draws.csv")).getFirst()).endsWith(",df");
    assertThat(methods("--likelihood", "student").size()).isEqualTo(6);
  }

  @Test
  void noiseThatDependsOnTheColumnsIsFound() throws IOException {
    write(i -> String.valueOf(a(i) + Math.exp(1.2 * a(i)) * Math.sin(i * i)));
    List<String> predicted = everyCommand("--likelihood", "heteroscedastic");
    double least = aleatoric(predicted, -1.5);
    double most = aleatoric(predicted, 1.4);
    assertThat(most).isGreaterThan(2 * least);
    assertThat(methods("--likelihood", "heteroscedastic").size()).isEqualTo(6);
  }

  private static double aleatoric(List<String> predicted, double atA) {
    for (int i = 0; i < ROWS; i++) {
      if (Math.abs(a(i) - atA) < 0.05) {
        return Double.parseDouble(predicted.get(i + 1).split(",")[4]);
      }
    }
    throw new AssertionError("no such row");
  }

  @Test
  void namesOfClassesAreToldApart() throws IOException {
    write(i -> a(i) < -0.5 ? "low" : a(i) < 0.5 ? "\"in the middle\"" : "high");
    List<String> predicted = everyCommand();
    assertThat(predicted.getFirst())
        .isEqualTo(
            "row,class,p_high,p_in the middle,p_low,entropy,aleatoric,epistemic,extrapolation");
    int right = 0;
    for (int i = 0; i < ROWS; i++) {
      String[] cells = predicted.get(i + 1).split(",");
      double[] p = Arrays.stream(cells, 2, 8).mapToDouble(Double::parseDouble).toArray();
      assertThat(p[0] + p[1] + p[2]).isCloseTo(1, within(1e-9));
      assertThat(p[3]).isCloseTo(p[4] + p[5], within(1e-9));
      right += cells[1].equals(a(i) < -0.5 ? "low" : a(i) < 0.5 ? "in the middle" : "high") ? 1 : 0;
    }
    assertThat(right).isGreaterThan(ROWS * 8 / 10);
    JsonNode score = json(Coset.run("score", run, "--json"));
    assertThat(score.path("log_loss").asDouble()).isEqualTo(-score.path("lppd").asDouble());
    assertThat(score.has("auroc")).isFalse();
    JsonNode methods = methods();
    assertThat(methods.size()).isEqualTo(6);
    methods.forEach(m -> assertThat(m.path("accuracy").asDouble()).isGreaterThan(0.6));
  }

  @Test
  void zeroAndOneAreClasses() throws IOException {
    write(i -> a(i) > 0 ? "1" : "0");
    Result fitted = coset("fit", "--out", run, "--no-report");
    assertThat(fitted.err()).contains("The target has 2 classes: '0', '1'.");
    assertThat(lines(Coset.run("predict", run, csv)).getFirst())
        .isEqualTo("row,class,p_0,p_1,entropy,aleatoric,epistemic,extrapolation");
    assertThat(json(Coset.run("score", run, "--json")).path("auroc").asDouble()).isGreaterThan(0.9);
    assertThat(methods().size()).isEqualTo(6);
  }

  @Test
  void pricesAreSeenOnALogarithmicScaleAndToldInTheirOwn() throws IOException {
    write(i -> String.valueOf(1000 * Math.exp(a(i) + 0.3 * Math.sin(i * i))));
    List<String> predicted = everyCommand("--target-scale", "log");
    for (String line : predicted.subList(1, predicted.size())) {
      double[] cells = Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray();
      assertThat(cells[6]).isPositive().isLessThan(cells[10]);
      assertThat(cells[1]).isBetween(cells[6], cells[10]);
    }
    assertThat(methods("--target-scale", "log").size()).isEqualTo(6);
  }

  @Test
  void whatHasNoLogarithmIsRefused() throws IOException {
    write(i -> String.valueOf(a(i)));
    Result refused = coset("fit", "--target-scale", "log", "--out", run);
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("only positive numbers have a logarithm");
    assertThat(run).doesNotExist();
  }

  @Test
  void aClassThatTrainingNeverSawIsRefused() throws IOException {
    write(i -> a(i) > 0 ? "yes" : "no");
    assertThat(coset("fit", "--out", run, "--no-report").exitCode()).isZero();
    write(i -> i == 17 ? "maybe" : "yes");
    Result refused = Coset.run("score", run, csv);
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("maybe").contains("'no', 'yes'");
  }

  @Test
  void aLikelihoodThatDoesNotExistIsRefused() throws IOException {
    write(i -> String.valueOf(a(i)));
    Result refused = coset("fit", "--likelihood", "poisson", "--out", run);
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("poisson").contains("categorical, heteroscedastic, normal");
  }
}
