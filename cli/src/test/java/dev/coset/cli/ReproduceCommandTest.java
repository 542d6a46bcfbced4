package dev.coset.cli;

import static dev.coset.cli.CommandsTest.assertOneSentence;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.cli.Coset.Result;
import dev.coset.experiments.Experiment;
import dev.coset.experiments.Experiments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproduceCommandTest {
  @TempDir Path folder;

  @Test
  void aTableIsWrittenWhereItIsSaid() {
    Path out = folder.resolve("out");
    Result result = Coset.run("reproduce", "table2", "--out", out);
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out()).contains(out.resolve("table2").toString());
    assertThat(out.resolve("table2/table2.md")).content().contains("| D_I | 400 | 320 | 80 | 1 |");
    assertThat(out.resolve("table2/table2.csv")).content().hasLineCount(10);
  }

  @Test
  void otherDataTakeThePlaceOfThePapers() throws IOException {
    Files.writeString(folder.resolve("izmailov.csv"), "x,y\n1,2\n3,4\n5,7\n");
    Files.writeString(folder.resolve("splits.json"), "{\"train\": [0, 2], \"test\": [1]}");
    Path out = folder.resolve("out");
    Result result =
        Coset.run("reproduce", "table2", "--datasets", "izmailov", "--data", folder, "--out", out);
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(out.resolve("table2/table2.md")).content().contains("| D_I | 3 | 2 | 1 | 1 |");
  }

  @Test
  void misuseIsOneSentence() {
    Result unknown = Coset.run("reproduce", "table9", "--data", folder, "--out", folder);
    assertOneSentence(unknown);
    assertThat(unknown.err()).contains("table9", "figure6");
    Result missing =
        Coset.run("reproduce", "table2", "--data", folder.resolve("none"), "--out", folder);
    assertOneSentence(missing);
    assertThat(missing.err()).contains("--data", "splits.json");
    assertOneSentence(Coset.run("reproduce", "table2"));
  }

  @Test
  void helpNamesEveryExperiment() {
    Result help = Coset.run("reproduce", "--help");
    assertThat(help.exitCode()).isZero();
    for (Experiment experiment : Experiments.all()) {
      assertThat(help.out()).contains(experiment.name());
    }
  }
}
