package dev.coset.experiments;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Measurements in a folder, a file for each, so that finished ones are kept. */
final class Measurements {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final Path folder;

  Measurements(Path folder) {
    this.folder = folder;
  }

  Optional<Measurement> find(String key) {
    Path file = file(key);
    return Files.exists(file) ? Optional.of(read(file)) : Optional.empty();
  }

  Measurement keep(Measurement measurement) {
    Output.write(file(measurement.key()), JSON.writeValueAsString(measurement) + "\n");
    return measurement;
  }

  /** Of whichever scope, in the order of their keys. */
  List<Measurement> all() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (var files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .sorted()
          .map(Measurements::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path file(String key) {
    return folder.resolve(key + ".json");
  }

  private static Measurement read(Path file) {
    try {
      return JSON.readValue(Files.readString(file), Measurement.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
