package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.data.MalformedCsv;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MalformedFilesTest {
  @TempDir Path folder;

  @Test
  void twoHundredMalformedFilesAreOneSentenceEachAndLeaveNoRunBehind() throws IOException {
    Path file = folder.resolve("data.csv");
    Path run = folder.resolve("run");
    for (MalformedCsv csv : MalformedCsv.generate(200, 17).toList()) {
      csv.write(file);
      CommandsTest.assertOneSentence(
          Coset.run(
              "fit",
              file,
              "--target",
              csv.target(),
              "--preset",
              "paper",
              "--out",
              run,
              "--chains",
              "1"));
      assertThat(run).as(csv.toString()).doesNotExist();
    }
  }
}
