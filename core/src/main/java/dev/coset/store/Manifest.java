package dev.coset.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coset.data.Encoding;
import dev.coset.data.InputException;
import dev.coset.data.PrincipalComponents;
import dev.coset.data.Scaling;
import dev.coset.distribution.LogRange;
import dev.coset.posterior.DrawSchema;
import dev.coset.store.Configuration.Until;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What determines a run's draws, readable by people and other programs. The file ends with a
 * checksum of the rest; the journal is bound to the {@link #digest} of all that never changes.
 *
 * @param format of the run folder
 * @param version of the program that began the run
 * @param numerics revision of the arithmetic: draws of different revisions differ in their bits
 * @param fingerprint of data and split
 * @param statistics what the journal holds of each draw
 */
public record Manifest(
    int format,
    String version,
    String numerics,
    Source source,
    String fingerprint,
    int trainRows,
    int testRows,
    Configuration configuration,
    Encoding encoding,
    Scaling scaling,
    DrawSchema statistics) {
  static final int FORMAT = 4;
  public static final String NUMERICS = "2";
  private static final String NAME = "manifest.json";
  private static final String CHECKSUM = "checksum";
  private static final long MOST_BYTES = 1L << 30;
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .withConfigOverride( // runs of before have none, and no checksum of it
              PrincipalComponents.class,
              components -> components.setInclude(JsonInclude.Value.ALL_NON_NULL))
          .withConfigOverride( // the data beside it say where targets lie
              LogRange.class, range -> range.setIsIgnoredType(true))
          .build();

  public Manifest {
    Objects.requireNonNull(version); // a file may lack anything
    Objects.requireNonNull(numerics);
    Objects.requireNonNull(source);
    Objects.requireNonNull(fingerprint);
    Objects.requireNonNull(configuration);
    Objects.requireNonNull(encoding);
    Objects.requireNonNull(scaling);
    Objects.requireNonNull(statistics);
  }

  static Manifest of(Study study, Source source) {
    return new Manifest(
        FORMAT,
        Version.CURRENT,
        NUMERICS,
        source,
        DataFile.fingerprint(study.data(), study.split()),
        study.split().train().length,
        study.split().test().length,
        study.configuration(),
        study.data().encoding(),
        study.scaling(),
        study.configuration().plan().sampler().schema());
  }

  /** The same run with other chains. */
  Manifest with(Configuration other) {
    return new Manifest(
        format,
        version,
        numerics,
        source,
        fingerprint,
        trainRows,
        testRows,
        other,
        encoding,
        scaling,
        statistics);
  }

  static boolean isIn(Path folder) {
    return Files.exists(folder.resolve(NAME), LinkOption.NOFOLLOW_LINKS);
  }

  static boolean isOwn(String file) {
    return file.equals(NAME) || DurableFiles.isPending(file, NAME);
  }

  static Manifest read(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    try {
      JsonNode json = JSON.readTree(DurableFiles.read(file, MOST_BYTES));
      int format = json.path("format").asInt(0);
      if (format != FORMAT) {
        throw new InputException(
            "The run %s has format %d, but this version of Coset reads format %d: use the version that wrote it (%s)."
                .formatted(folder, format, FORMAT, json.path("version")));
      }
      Manifest manifest = JSON.treeToValue(json, Manifest.class);
      if (!manifest.checksum().equals(json.path(CHECKSUM).asString(""))) {
        throw new InputException(
            "The file %s was edited or is damaged (its checksum does not fit): restore it from a copy, or fit again."
                .formatted(file));
      }
      return manifest;
    } catch (JacksonException broken) {
      throw new InputException(
          "The file " + file + " is not a readable manifest: restore it or fit again.", broken);
    }
  }

  void write(Path folder) throws IOException {
    ObjectNode json = JSON.valueToTree(this);
    json.put(CHECKSUM, checksum());
    DurableFiles.replace(folder, NAME, JSON.writeValueAsBytes(json));
  }

  static void removePending(Path folder) throws IOException {
    DurableFiles.removePending(folder, NAME);
  }

  /** Refuses data that are not those which the manifest describes. */
  void requireDescribes(Study study, Path folder) {
    var actual = of(study, source);
    List<String> differences = new ArrayList<>();
    collect("", described(), actual.described(), differences);
    if (!differences.isEmpty()) {
      throw new InputException(
          "The file %s does not describe the data beside it; they differ in %s: restore both from one copy, or fit again."
              .formatted(folder.resolve(NAME), String.join("; ", differences)));
    }
  }

  /** Refuses to add draws of one arithmetic to those of another. */
  void requireSameNumerics(Path folder) {
    if (!numerics.equals(NUMERICS)) {
      throw new InputException(
          "The run %s was sampled with revision %s of the arithmetic, and this version has %s: it can be read, but chains can be added only by version %s."
              .formatted(folder, numerics, NUMERICS, version));
    }
  }

  private JsonNode described() {
    ObjectNode json = unchanging();
    json.remove(List.of("version", "numerics"));
    return json;
  }

  /** A digest of all but the number of chains and when to stop, which a run may change. */
  byte[] digest() {
    return sha256(unchanging());
  }

  /** The digest in hex, by which another file names this run. */
  String hexDigest() {
    return HexFormat.of().formatHex(digest());
  }

  private String checksum() {
    return HexFormat.of().formatHex(sha256(JSON.valueToTree(this)));
  }

  private ObjectNode unchanging() {
    var plan = configuration.plan().withChains(1);
    return JSON.valueToTree(with(configuration.withPlan(plan).stopped(null)));
  }

  private static byte[] sha256(JsonNode json) {
    try {
      return MessageDigest.getInstance("SHA-256")
          .digest(json.toString().getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * What differs between two runs' draws, named; the number of chains, the data's origin and the
   * program's version may differ.
   */
  List<String> differences(Manifest other) {
    List<String> found = new ArrayList<>();
    collect("", comparable(), other.comparable(), found);
    return found;
  }

  private JsonNode comparable() {
    ObjectNode json = unchanging();
    json.remove(List.of("version", "source"));
    Until until = configuration.until();
    // A run that ends once it has settled may have been given more chains since.
    json.set("until", JSON.valueToTree(until == null || until.anyMayBeUnseen() ? null : until));
    return json;
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
