package dev.coset.experiments;

import dev.coset.data.InputException;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Svg;
import dev.coset.store.DurableFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Files of results, each replaced as a whole, so that none is ever half written. */
final class Output {
  private Output() {}

  static void write(Path file, String text) {
    try {
      Path folder = Objects.requireNonNull(file.getParent());
      Files.createDirectories(folder);
      DurableFiles.replace(
          folder, file.getFileName().toString(), text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new InputException(
          "The file %s cannot be written: choose another folder with --out.".formatted(file), e);
    }
  }

  static void chart(Path folder, Chart chart) {
    write(folder.resolve(chart.id() + ".svg"), Svg.of(chart));
  }

  static void csv(Path file, String header, List<String> rows) {
    write(file, header + "\n" + String.join("\n", rows) + "\n");
  }
}
