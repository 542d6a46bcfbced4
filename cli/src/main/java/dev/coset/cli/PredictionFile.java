package dev.coset.cli;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.coset.data.NpzWriter;
import dev.coset.distribution.LocationScaleMixture;
import dev.coset.distribution.LogMixture;
import dev.coset.distribution.NumberDistribution;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Where predictions go, row by row: a CSV file, or NumPy's arrays, one for each column. */
interface PredictionFile extends Closeable {
  void header(List<String> names);

  /** One row, of numbers and texts. */
  void row(List<Object> cells);

  /** The mixture that predicts the row. */
  default void components(NumberDistribution of) {
    throw new IllegalStateException("Text has no place for them.");
  }

  /**
   * @param file where to write
   * @param named what the user called it, which says what it is
   */
  static PredictionFile to(Path file, Path named) throws IOException {
    return NpzWriter.isNamedSo(named) ? new OfArrays(file) : new OfText(file);
  }

  /** Comma-separated. */
  final class OfText implements PredictionFile {
    private final CsvWriter csv;

    OfText(Path file) throws IOException {
      this.csv = CsvWriter.builder().build(file);
    }

    @Override
    public void header(List<String> names) {
      csv.writeRecord(names);
    }

    @Override
    public void row(List<Object> cells) {
      csv.writeRecord(cells.stream().map(String::valueOf).toList());
    }

    @Override
    public void close() throws IOException {
      csv.close();
    }
  }

  /** Written at the end, when all of a column is there. */
  final class OfArrays implements PredictionFile {
    private final Path file;
    private final List<String> names = new ArrayList<>();
    private final List<List<Object>> rows = new ArrayList<>();
    private final List<double[]> weights = new ArrayList<>(); // (row, component), as all below
    private final List<double[]> locations = new ArrayList<>();
    private final List<double[]> scales = new ArrayList<>();
    private final List<double[]> freedoms = new ArrayList<>(); // infinite of normals
    private boolean logarithms;

    OfArrays(Path file) {
      this.file = file;
    }

    @Override
    public void header(List<String> all) {
      names.addAll(all);
    }

    @Override
    public void row(List<Object> cells) {
      rows.add(cells);
    }

    @Override
    public void components(NumberDistribution of) {
      logarithms = of instanceof LogMixture;
      LocationScaleMixture mixture =
          switch (of) {
            case LocationScaleMixture numbers -> numbers;
            case LogMixture logs -> logs.logarithm();
          };
      weights.add(each(mixture, mixture::weight));
      locations.add(each(mixture, mixture::location));
      scales.add(each(mixture, mixture::scale));
      freedoms.add(each(mixture, g -> mixture.shape(g).freedom()));
    }

    private static double[] each(LocationScaleMixture mixture, IntToDoubleFunction of) {
      return IntStream.range(0, mixture.size()).mapToDouble(of).toArray();
    }

    @Override
    public void close() throws IOException {
      try (var writer = new NpzWriter(file)) {
        if (!weights.isEmpty()) {
          writer.numbers("weights", weights.toArray(double[][]::new));
          String of = logarithms ? "log_" : ""; // of the number's logarithm
          writer.numbers(of + "locations", locations.toArray(double[][]::new));
          writer.numbers(of + "scales", scales.toArray(double[][]::new));
          if (Arrays.stream(freedoms.getFirst()).anyMatch(Double::isFinite)) {
            writer.numbers("freedoms", freedoms.toArray(double[][]::new));
          }
        }
        for (int k = 0; k < names.size(); k++) {
          int column = k;
          List<Object> cells = rows.stream().map(row -> row.get(column)).toList();
          if (cells.stream().allMatch(Number.class::isInstance)) {
            double[] numbers =
                cells.stream().mapToDouble(c -> ((Number) c).doubleValue()).toArray();
            writer.numbers(names.get(k), numbers);
          } else {
            writer.texts(names.get(k), cells.stream().map(String::valueOf).toList());
          }
        }
      }
    }
  }
}
