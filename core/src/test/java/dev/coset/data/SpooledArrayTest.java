package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpooledArrayTest {
  @TempDir Path folder;

  @Test
  void anArrayKeptInAFileIsWrittenAsOneInMemory() throws IOException {
    double[] numbers = new SplittableRandom(1).doubles(10_000).toArray();
    double[][] table = {{1, 2, 3}, {4, 5, Double.NaN}};
    List<String> texts = List.of("a", "", "\u00FC\uD83D\uDE00b", "\u6F22".repeat(9_000));
    Path file = folder.resolve("a.npz");
    try (var writer = new NpzWriter(file);
        var ofNumbers = SpooledArray.in(folder);
        var ofRows = SpooledArray.in(folder);
        var ofTexts = SpooledArray.in(folder)) {
      writer.numbers("numbers", numbers);
      writer.numbers("table", table);
      writer.texts("texts", texts);
      for (double number : numbers) {
        ofNumbers.add(number);
      }
      for (double[] row : table) {
        ofRows.add(row);
      }
      texts.forEach(ofTexts::add);
      writer.array("kept numbers", ofNumbers);
      writer.array("kept table", ofRows);
      writer.array("kept texts", ofTexts);
    }
    try (var zip = new ZipFile(file.toFile())) {
      for (String name : List.of("numbers", "table", "texts")) {
        assertThat(bytes(zip, "kept " + name)).isEqualTo(bytes(zip, name));
      }
    }
    try (var left = Files.list(folder)) {
      assertThat(left).containsExactly(file);
    }
  }

  private static byte[] bytes(ZipFile zip, String array) throws IOException {
    try (var in = zip.getInputStream(zip.getEntry(array + ".npy"))) {
      return in.readAllBytes();
    }
  }
}
