package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.data.Sinusoid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How chains count, from the command line. */
class WeightsTest {
  @TempDir Path folder;
  private Path csv;

  @BeforeEach
  void write() throws IOException {
    var data = Sinusoid.dataset(40, 1);
    var text = new StringBuilder("x,y\n");
    for (int i = 0; i < data.rows(); i++) {
      text.append(data.features()[0][i]).append(',').append(data.target()[i]).append('\n');
    }
    csv = Files.writeString(folder.resolve("data.csv"), text);
  }

  private Path fit(String name, String... more) {
    Path run = folder.resolve(name);
    Object[] words =
        Stream.concat(
                Stream.of(
                    "fit",
                    csv,
                    "--target",
                    "y",
                    "--hidden",
                    2,
                    "--sampler",
                    "nuts",
                    "--chains",
                    8,
                    "--warmup",
                    60,
                    "--draws",
                    3,
                    "--no-report",
                    "--out",
                    run),
                Stream.of(more))
            .toArray();
    assertThat(Coset.run(words).exitCode()).isZero();
    return run;
  }

  /** The rule changes what counts, not what was drawn, and every command can ask for another. */
  @Test
  void aCommandMayWeighAnew() throws IOException {
    Path equal = fit("equal", "--weights", "equal");
    Path stacked = fit("stacked");
    assertThat(Files.readString(stacked.resolve("weights.json"))).contains("\"stacking\"");
    String asEqual = Coset.run("predict", equal, csv).out();
    assertThat(Coset.run("predict", stacked, csv, "--weights", "equal").out()).isEqualTo(asEqual);
    String byMass = Coset.run("predict", equal, csv, "--weights", "evidence").out();
    assertThat(Coset.run("predict", stacked, csv, "--weights", "evidence").out()).isEqualTo(byMass);
    assertThat(byMass.lines().count()).isEqualTo(41);
    assertThat(Coset.run("score", equal).out())
        .isEqualTo(Coset.run("score", stacked, "--weights", "equal").out());
  }

  @Test
  void anotherRuleIsRefused() {
    var result = Coset.run("predict", fit("run"), csv, "--weights", "heavy");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("heavy");
  }
}
