package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MalformedCsvTest {

  @TempDir Path folder;

  static Stream<MalformedCsv> files() {
    return MalformedCsv.generate(270, 1);
  }

  @ParameterizedTest
  @MethodSource("files")
  void aMalformedFileEndsInOneSentence(MalformedCsv csv) throws IOException {
    Path file = csv.write(folder.resolve("data.csv"));
    for (TargetType type : List.of(TargetType.AUTO, TargetType.NUMBER)) {
      assertThatExceptionOfType(InputException.class)
          .isThrownBy(() -> prepare(file, csv.target(), type, MissingCells.ERROR))
          .satisfies(e -> Sentences.assertMessage(e.getMessage()));
    }
  }

  @Test
  void theFilesTheyAreMadeFromAreSound() throws IOException {
    for (int seed = 0; seed < 100; seed++) {
      String sound = MalformedCsv.sound(new SplittableRandom(seed));
      Path file = Files.writeString(folder.resolve("sound.csv"), sound);
      prepare(file, "y", TargetType.AUTO, MissingCells.ERROR);
    }
  }

  @Test
  void aFileChangedAtRandomIsReadOrRefusedInOneSentence() throws IOException {
    SplittableRandom random = new SplittableRandom(2);
    String alphabet = ",;\t\"\n\r .-+eEdxNA?0\u00FC";
    for (int n = 0; n < 600; n++) {
      StringBuilder csv = new StringBuilder(MalformedCsv.sound(random.split()));
      for (int changes = random.nextInt(6); changes >= 0; changes--) {
        int at = random.nextInt(csv.length());
        char c = alphabet.charAt(random.nextInt(alphabet.length()));
        switch (random.nextInt(3)) {
          case 0 -> csv.setCharAt(at, c);
          case 1 -> csv.insert(at, c);
          default -> csv.deleteCharAt(at);
        }
      }
      Path file = folder.resolve("changed.csv");
      Files.write(file, csv.toString().getBytes(StandardCharsets.UTF_8));
      MissingCells missing = List.of(MissingCells.values()).get(random.nextInt(3));
      TargetType type = List.of(TargetType.values()).get(random.nextInt(3));
      Throwable thrown = catchThrowable(() -> prepare(file, "y", type, missing));
      if (thrown != null) {
        assertThat(thrown).as(csv.toString()).isInstanceOf(InputException.class);
        Sentences.assertMessage(thrown.getMessage());
      }
    }
  }

  /** All that is done to a file before sampling. */
  private static Points prepare(Path file, String target, TargetType type, MissingCells missing) {
    Dataset dataset = Datasets.fromCsv(file, target, type, missing);
    Split split = Split.shuffled(dataset.rows(), 0.2, 0);
    return Scaling.fit(dataset, split.train()).points(dataset, split.train());
  }
}
