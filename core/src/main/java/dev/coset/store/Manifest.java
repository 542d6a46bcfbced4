package dev.coset.store;

import dev.coset.data.Encoding;
import dev.coset.data.InputException;
import dev.coset.data.Scaling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What determines a run's draws, readable by people and other programs.
 *
 * @param format of the run folder
 * @param version of the program that began the run
 * @param numerics revision of the arithmetic: draws of different revisions differ in their bits
 * @param source where the data came from, for people
 * @param fingerprint of data and split
 */
public record Manifest(
    int format,
    String version,
    String numerics,
    String source,
    String fingerprint,
    int trainRows,
    int testRows,
    Configuration configuration,
    Encoding encoding,
    Scaling scaling) {
  static final int FORMAT = 1;
  public static final String NUMERICS = "2";
  private static final String NAME = "manifest.json";
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  static Manifest of(Study study, String source, String fingerprint) {
    return new Manifest(
        FORMAT,
        Version.CURRENT,
        NUMERICS,
        source,
        fingerprint,
        study.split().train().length,
        study.split().test().length,
        study.configuration(),
        study.data().encoding(),
        study.scaling());
  }

  static boolean isIn(Path folder) {
    return Files.isRegularFile(folder.resolve(NAME));
  }

  static Manifest read(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    try {
      JsonNode json = JSON.readTree(Files.readString(file));
      int format = json.path("format").asInt(0);
      if (format != FORMAT) {
        throw new InputException(
            "The run %s has format %d, but this version of Coset reads format %d: use the version that wrote it (%s)."
                .formatted(folder, format, FORMAT, json.path("version").asString("unknown")));
      }
      return JSON.treeToValue(json, Manifest.class);
    } catch (JacksonException broken) {
      throw new InputException(
          "The file " + file + " is not a readable manifest: restore it or fit again.", broken);
    }
  }

  void write(Path folder) throws IOException {
    DurableFiles.replace(folder, NAME, JSON.writeValueAsBytes(this));
  }

  /**
   * What differs between two runs' draws, named; the number of chains and the source's name may
   * differ.
   */
  List<String> differences(Manifest other) {
    List<String> found = new ArrayList<>();
    collect("", comparable(), other.comparable(), found);
    return found;
  }

  private JsonNode comparable() {
    var plan = configuration.plan().withChains(1);
    return JSON.valueToTree(
        new Manifest(
            format,
            version,
            numerics,
            "",
            fingerprint,
            trainRows,
            testRows,
            configuration.withPlan(plan),
            encoding,
            scaling));
  }

  private static void collect(String path, JsonNode a, JsonNode b, List<String> found) {
    if (a.isObject() && b.isObject()) {
      var names = new TreeSet<String>(a.propertyNames());
      names.addAll(b.propertyNames());
      for (String name : names) {
        collect(path.isEmpty() ? name : path + "." + name, a.path(name), b.path(name), found);
      }
    } else if (!a.equals(b)) {
      found.add(path + " (" + shown(a) + " there, " + shown(b) + " here)");
    }
  }

  private static String shown(JsonNode node) {
    String text = node.toString();
    return text.length() <= 60 ? text : text.substring(0, 57) + "...";
  }
}
