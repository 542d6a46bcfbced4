package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.cli.Coset.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CardCommandTest {
  @TempDir Path folder;

  private Path fitted() throws IOException {
    var csv = new StringBuilder("x,y\n");
    for (int i = 0; i < 60; i++) {
      csv.append(String.format(Locale.ROOT, "%.2f,%.4f%n", i / 10.0, Math.sin(i / 10.0)));
    }
    Path file = Files.writeString(folder.resolve("wave.csv"), csv);
    Path run = folder.resolve("run");
    Result fit =
        Coset.run(
            "fit",
            file,
            "--target",
            "y",
            "--out",
            run,
            "--hidden",
            2,
            "--sampler",
            "nuts",
            "--chains",
            4,
            "--warmup",
            60,
            "--draws",
            2,
            "--no-report");
    assertThat(fit.exitCode()).as(fit.err()).isZero();
    return run;
  }

  @Test
  void theCardIsPrintedOrWrittenOutsideOfTheRun() throws IOException {
    Path run = fitted();
    Result printed = Coset.run("card", run);
    assertThat(printed.exitCode()).as(printed.err()).isZero();
    assertThat(printed.out())
        .startsWith("---\nlibrary_name: coset\n")
        .contains("# Model card: y", "| x | 0 to 5.9 |", "wave.csv", "coset fit ");
    Path file = folder.resolve("card.md");
    Result written = Coset.run("card", run, "-o", file);
    assertThat(written.exitCode()).as(written.err()).isZero();
    assertThat(written.out()).isEmpty();
    assertThat(file).hasContent(printed.out());
    byte[] manifest = Files.readAllBytes(run.resolve("manifest.json"));
    Result inside = Coset.run("card", run, "-o", run.resolve("manifest.json"));
    assertThat(inside.exitCode()).isEqualTo(2);
    assertThat(inside.err()).contains("outside the run");
    assertThat(run.resolve("manifest.json")).hasBinaryContent(manifest);
  }

  @Test
  void aCompressedRunIsRefusedInOneSentence() throws IOException {
    Path run = fitted();
    Path small = folder.resolve("small.coset");
    assertThat(Coset.run("compress", run, "-o", small).exitCode()).isZero();
    Result refused = Coset.run("card", small);
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err().lines()).hasSize(1);
    assertThat(refused.err()).contains("compressed run", "folder of the run");
  }
}
