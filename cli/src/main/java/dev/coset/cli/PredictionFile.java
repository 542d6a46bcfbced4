package dev.coset.cli;

import static java.util.Objects.requireNonNull;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.coset.data.NpzWriter;
import dev.coset.data.SpooledArray;
import dev.coset.distribution.LocationScaleMixture;
import dev.coset.distribution.LogMixture;
import dev.coset.distribution.NumberDistribution;
import dev.coset.parallel.Parallel;
import java.io.Closeable;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Where predictions go, row by row: a CSV file, or NumPy's arrays, one for each column. */
interface PredictionFile extends Closeable {
  void header(List<String> names);

  /**
   * Some rows, each of numbers and texts.
   *
   * @param threads at most so many share the work
   */
  void rows(List<List<Object>> rows, int threads);

  /** The mixture that predicts one row more. */
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
    private final Writer text;

    OfText(Path file) throws IOException {
      this.text = Files.newBufferedWriter(file);
    }

    @Override
    public void header(List<String> names) {
      write(formatted(List.of(names)));
    }

    @Override
    public void rows(List<List<Object>> rows, int threads) {
      int parts = Math.clamp(rows.size(), 1, threads);
      String[] formatted = new String[parts];
      Parallel.tasks(
          threads,
          parts,
          part ->
              formatted[part] =
                  formatted(
                      rows.subList(rows.size() * part / parts, rows.size() * (part + 1) / parts)));
      for (String each : formatted) {
        write(each);
      }
    }

    private static String formatted(List<? extends List<?>> rows) {
      StringWriter text = new StringWriter();
      CsvWriter csv = CsvWriter.builder().bufferSize(0).build(text);
      for (List<?> cells : rows) {
        csv.writeRecord(cells.stream().map(String::valueOf).toList());
      }
      return text.toString();
    }

    private void write(String rows) {
      try {
        text.write(rows);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      text.close();
    }
  }

  /** Written at the end, when the number of rows is known; until then kept in files. */
  final class OfArrays implements PredictionFile {
    private static final String FREEDOMS = "freedoms";
    private final Path file;
    private final List<String> names = new ArrayList<>();
    private final List<SpooledArray> columns = new ArrayList<>();
    private final Map<String, SpooledArray> mixtures = new LinkedHashMap<>();
    private boolean heavyTails; // of any component

    OfArrays(Path file) {
      this.file = file;
    }

    @Override
    public void header(List<String> all) {
      names.addAll(all);
      names.forEach(name -> columns.add(spooled()));
    }

    private SpooledArray spooled() {
      return SpooledArray.in(requireNonNull(file.toAbsolutePath().getParent()));
    }

    @Override
    public void rows(List<List<Object>> rows, int threads) {
      for (List<Object> cells : rows) {
        for (int k = 0; k < cells.size(); k++) {
          if (cells.get(k) instanceof Number number) {
            columns.get(k).add(number.doubleValue());
          } else {
            columns.get(k).add(String.valueOf(cells.get(k)));
          }
        }
      }
    }

    @Override
    public void components(NumberDistribution of) {
      LocationScaleMixture mixture =
          switch (of) {
            case LocationScaleMixture numbers -> numbers;
            case LogMixture logs -> logs.logarithm();
          };
      String prefix = of instanceof LogMixture ? "log_" : ""; // of the number's logarithm
      keep("weights", mixture, mixture::weight);
      keep(prefix + "locations", mixture, mixture::location);
      keep(prefix + "scales", mixture, mixture::scale);
      double[] freedoms = keep(FREEDOMS, mixture, g -> mixture.shape(g).freedom());
      heavyTails |= Arrays.stream(freedoms).anyMatch(Double::isFinite); // infinite of normals
    }

    private double[] keep(String name, LocationScaleMixture mixture, IntToDoubleFunction of) {
      double[] each = IntStream.range(0, mixture.size()).mapToDouble(of).toArray();
      mixtures.computeIfAbsent(name, array -> spooled()).add(each);
      return each;
    }

    @Override
    public void close() throws IOException {
      try (var writer = new NpzWriter(file)) {
        for (var mixture : mixtures.entrySet()) {
          if (heavyTails || !mixture.getKey().equals(FREEDOMS)) {
            writer.array(mixture.getKey(), mixture.getValue());
          }
        }
        for (int k = 0; k < names.size(); k++) {
          writer.array(names.get(k), columns.get(k));
        }
      } finally {
        for (SpooledArray array : columns) {
          array.close();
        }
        for (SpooledArray array : mixtures.values()) {
          array.close();
        }
      }
    }
  }
}
