package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.cli.Coset.Result;
import dev.coset.store.Mixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command that a report prints under "Do it again" gives the bytes of its run. */
class RepeatTest {
  private static final Pattern COMMANDS =
      Pattern.compile("<pre[^>]*>(?:<code>)?(coset fit [^<]*)<");

  @TempDir Path folder;

  /** A curve with noise that grows, so that models differ in size and in their chains. */
  private Path table(int rows) throws IOException {
    var random = new Random(3);
    var text = new StringBuilder("a,b,y\n");
    for (int i = 0; i < rows; i++) {
      double a = random.nextGaussian();
      double y = Math.sin(2 * a) + 0.2 * Math.exp(a / 2) * random.nextGaussian();
      text.append(String.format(Locale.ROOT, "%.4f,%d,%.4f%n", a, i % 3, y));
    }
    return Files.writeString(folder.resolve("table.csv"), text);
  }

  private Path fit(Path csv, String options) {
    Path run = folder.resolve("run");
    Object[] plain = {"fit", csv, "--target", "y", "--out", run};
    Object[] more = options.isEmpty() ? new Object[0] : options.split(" ");
    Result fitted = Coset.run(Stream.of(plain, more).flatMap(Arrays::stream).toArray());
    assertThat(fitted.exitCode()).as(fitted.err()).isZero();
    return run;
  }

  /** Runs the commands of a report, here and with a run folder of their own. */
  private Path repeat(Path run, Path csv) throws IOException {
    var printed = COMMANDS.matcher(Files.readString(run.resolve("report.html")));
    assertThat(printed.find()).isTrue();
    Path again = folder.resolve("again");
    for (String line : printed.group(1).lines().toList()) {
      Object[] words =
          Arrays.stream(line.split(" "))
              .skip(1)
              .map(word -> word.equals("table.csv") ? csv.toString() : word)
              .map(word -> word.equals("run") ? again.toString() : word)
              .toArray();
      Object[] quick = {"--no-report", "--threads", 1};
      Result result = Coset.run(Stream.of(words, quick).flatMap(Arrays::stream).toArray());
      assertThat(result.exitCode()).as("%s: %s", line, result.err()).isZero();
    }
    return again;
  }

  private static void assertSameDraws(Path run, Path again) {
    try (var one = Mixture.read(run);
        var other = Mixture.read(again)) {
      assertThat(other.parts().stream().map(Mixture.Part::name))
          .containsExactlyElementsOf(one.parts().stream().map(Mixture.Part::name).toList());
      for (int k = 0; k < one.parts().size(); k++) {
        assertThat(other.parts().get(k).weight()).isEqualTo(one.parts().get(k).weight());
        assertThat(other.parts().get(k).run().draws()).isEqualTo(one.parts().get(k).run().draws());
      }
    }
  }

  private void assertRepeats(int rows, String options) throws IOException {
    Path csv = table(rows);
    Path run = fit(csv, options);
    Path again = repeat(run, csv);
    assertSameDraws(run, again);
    assertThat(Coset.run("predict", again, csv).out())
        .isEqualTo(Coset.run("predict", run, csv).out());
  }

  @Test
  void aDefaultRun() throws IOException {
    assertRepeats(40, "");
  }

  /** The machine decides the work; the command states it. Long enough for a busy machine. */
  @Test
  void aRunOfAGivenTime() throws IOException {
    assertRepeats(30, "--time 12s");
  }

  @Test
  void aRunWithMoreChainsThanWereChosen() throws IOException {
    Path csv = table(40);
    Path run = fit(csv, "--core-seconds 0.5,0.5 --likelihood normal");
    Result resumed = Coset.run("resume", run, "--chains", 6);
    assertThat(resumed.exitCode()).as(resumed.err()).isZero();
    assertSameDraws(run, repeat(run, csv));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--chains 2 --warmup 100 --draws 3 --thinning 5 --prior-scale 0.5",
        "--hidden 3 --core-seconds 1,0.2 --max-rows 20 --seed -7",
        "--preset paper --hidden 2 --chains 3 --warmup 30 --weights stacking",
        "--hidden 2 --superchains 2 --chains 4 --warmup 100 --draws 2 --ignore b",
        "--hidden 2 --chains 2 --warmup 60 --draws 2 --row-weight b"
      })
  void aRunOfGivenChains(String options) throws IOException {
    assertRepeats(40, options);
  }

  @Test
  void workThatMakesNoSenseIsRefused() throws IOException {
    Path csv = table(30);
    for (String wrong :
        List.of(
            "--core-seconds 5",
            "--core-seconds 5,-1",
            "--core-seconds 5,NaN",
            "--core-seconds 5,5 --time 10s",
            "--core-seconds 5,5 --chains 3",
            "--max-rows -1")) {
      Path out = folder.resolve("none");
      String[] words = ("fit " + csv + " --target y --out " + out + " " + wrong).split(" ");
      Result result = Coset.run((Object[]) words);
      assertThat(result.exitCode()).as("%s: %s", wrong, result.err()).isEqualTo(2);
      assertThat(result.err().strip()).startsWith("coset: ").doesNotContain("\n");
      assertThat(out).doesNotExist();
    }
  }
}
