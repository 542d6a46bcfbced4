package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.cli.Coset.Result;
import dev.coset.cli.faults.SmallRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
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
            List.of("compress", run, "--out", folder.resolve("x.coset")),
            List.of("resume", run, "--no-report"))) {
      assertOneWarning(Coset.run(command.toArray()));
    }
    assertThat(Coset.run("predict", folder.resolve("x.coset"), csv).exitCode()).isZero();
  }

  /** The chains that are there stay; those that are added are weighted with them. */
  @ParameterizedTest
  @ValueSource(strings = {"one", "several"})
  void chainsAreAddedToThem(String name) throws IOException {
    Path run = copy(name);
    assertOneWarning(Coset.run("resume", run, "--chains", 7, "--no-report"));
    Path model = name.equals("one") ? run : run.resolve("candidates/4-normal");
    assertThat(SmallRun.draws(model).entrySet())
        .hasSize(7)
        .containsAll(
            SmallRun.draws(FORMER.resolve(folder.relativize(model).toString())).entrySet());
    assertThat(Files.readString(model.resolve("weights.json")))
        .contains("6")
        .doesNotContain("run\"");
    lppd(run);
  }

  /** A run that is not finished goes on as it would have. */
  @Test
  void aModelThatIsNotSampledYetIs() throws IOException {
    Path run = copy("several");
    Path model = run.resolve("candidates/16-normal");
    SmallRun.delete(model);
    assertOneWarning(Coset.run("resume", run, "--no-report"));
    assertThat(SmallRun.draws(model))
        .isEqualTo(SmallRun.draws(FORMER.resolve("several/candidates/16-normal")));
    assertThat(lppd(run)).isCloseTo(-1.0636322918759, within(1e-12));
  }
}
