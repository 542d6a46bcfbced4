package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.cli.Coset.Result;
import dev.coset.cli.faults.SmallRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Runs that Coset 0.3.0 made, of one model and of several, open with a warning. */
class FormerRunsTest {
  private static final Path FORMER = Path.of("src/test/resources/runs-0.3.0");

  @TempDir Path folder;

  private Path copy(String name) throws IOException {
    return SmallRun.copy(FORMER.resolve(name), folder.resolve(name));
  }

  private static void assertOneWarning(Result result) {
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.err().lines().filter(line -> line.contains("not bound to each other")))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("Warning: ")
        .contains("was written by Coset 0.3.0")
        .contains("Fit again");
  }

  private static double lppd(Path run) {
    Result score = Coset.run("score", run, "--json");
    assertOneWarning(score);
    return JsonMapper.shared().readTree(score.out()).get("lppd").asDouble();
  }

  @ParameterizedTest
  @CsvSource({"one, -1.068077867158633", "several, -1.0636322918759"})
  void theyScoreAsTheyDid(String name, double expected) throws IOException {
    assertThat(lppd(copy(name))).isCloseTo(expected, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(strings = {"one", "several"})
  void everyCommandReadsThemAndWarnsOnce(String name) throws IOException {
    Path run = copy(name);
    Path csv = FORMER.resolve("sine.csv");
    for (List<Object> command :
        List.<List<Object>>of(
            List.of("predict", run, csv),
            List.of("diagnose", run),
            List.of("explain", run),
            List.of("symmetry", run),
            List.of("report", run),
            List.of("export", run, "--format", "csv"),
            List.of("compress", run, "--out", folder.resolve("x.coset")))) {
      assertOneWarning(Coset.run(command.toArray()));
    }
    assertThat(Coset.run("predict", folder.resolve("x.coset"), csv).exitCode()).isZero();
  }

  /** Their arithmetic was another, so new chains would not be those of the same run. */
  @ParameterizedTest
  @CsvSource({"one, 7", "several, 7", "several, 6"})
  void noChainsAreAddedToThem(String name, int chains) throws IOException {
    Path run = copy(name);
    Path model = name.equals("one") ? run : run.resolve("candidates/4-normal");
    var draws = SmallRun.draws(model);
    Result resumed = Coset.run("resume", run, "--chains", chains, "--no-report");
    assertThat(resumed.exitCode()).isEqualTo(2);
    assertThat(resumed.err()).contains("revision 2 of the arithmetic", "only version 0.3.0 can");
    assertThat(SmallRun.draws(model)).isEqualTo(draws);
    lppd(run);
  }
}
