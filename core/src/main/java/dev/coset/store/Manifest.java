package dev.coset.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coset.data.Encoding;
import dev.coset.data.InputException;
import dev.coset.data.Points;
import dev.coset.data.PrincipalComponents;
import dev.coset.data.Scaling;
import dev.coset.data.TargetKind;
import dev.coset.data.TargetScale;
import dev.coset.data.TargetScaling;
import dev.coset.data.Targets;
import dev.coset.distribution.ClampRange;
import dev.coset.message.Message;
import dev.coset.model.Configuration;
import dev.coset.model.Configuration.Until;
import dev.coset.model.Study;
import dev.coset.model.TrainingRange;
import dev.coset.model.Weighting;
import dev.coset.network.Network;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Posterior;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Everything that determines a run's draws, readable by people and other programs. The file ends
 * with a checksum of the rest; the journal is bound to the {@link #digest} of everything that never
 * changes.
 *
 * @param format of the run folder
 * @param version of the program that began the run
 * @param numerics revision of the arithmetic: draws of different revisions differ in their bits
 * @param fingerprint of data and split
 * @param statistics what the journal holds of each draw
 * @param kind what the run is; null in runs of format 4, whose files are not bound to each other
 * @param ranges where training rows lie; null in runs before format 6, and in a part of a run of
 *     several models, whose data are those of the whole
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
    DrawSchema statistics,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable RunKind kind,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Ranges ranges) {
  static final int FORMAT = 6;
  static final int FORMAT_WITHOUT_RANGES = 5;
  static final int FORMAT_UNBOUND = 4;
  public static final String NUMERICS = "3";
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
              ClampRange.class, range -> range.setIsIgnoredType(true))
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
    if ((kind == null) != (format == FORMAT_UNBOUND)) {
      throw new IllegalArgumentException(
          "A manifest of format %d %s the kind of its run."
              .formatted(format, kind == null ? "lacks" : "cannot have"));
    }
    boolean whole = format == FORMAT && kind != null && kind.part() == null;
    if ((ranges != null) != whole) {
      throw new IllegalArgumentException(
          "A manifest of format %d %s the ranges of its training rows."
              .formatted(format, ranges == null ? "lacks" : "cannot have"));
    }
    if (ranges != null) {
      ranges.requireFit(scaling);
    }
  }

  /**
   * Where training rows lie, so that prediction need not read them.
   *
   * @param features of the rows
   * @param lowest of the target's extended range; null where models see its logarithm or it has
   *     classes, and in runs of before
   * @param highest of the target's extended range
   * @param lowestLog of the extended range of the target's logarithm; null where models do not see
   *     it
   * @param highestLog of the extended range of the target's logarithm
   */
  record Ranges(
      TrainingRange features,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double lowest,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double highest,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double lowestLog,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double highestLog) {
    Ranges {
      Objects.requireNonNull(features); // a file may lack anything
    }

    static Ranges of(Study study) {
      TargetScaling target = study.scaling().target();
      ClampRange clamp = target.clamp();
      if (clamp == null) {
        return new Ranges(TrainingRange.of(study), null, null, null, null);
      }
      return target.scale() == TargetScale.LOG
          ? new Ranges(TrainingRange.of(study), null, null, clamp.low(), clamp.high())
          : new Ranges(TrainingRange.of(study), clamp.low(), clamp.high(), null, null);
    }

    void requireFit(Scaling scaling) {
      features.requireFits(scaling);
      boolean log = scaling.target().scale() == TargetScale.LOG;
      boolean linear = lowest != null;
      if ((lowestLog != null) != log
          || (highestLog != null) != log
          || (highest != null) != linear
          || linear && (log || scaling.target().kind() instanceof TargetKind.Classes)) {
        throw new IllegalArgumentException("the range of the target is not that of its scale");
      }
    }

    @Nullable ClampRange target() {
      if (lowest != null && highest != null) {
        return new ClampRange(lowest, highest);
      }
      return lowestLog == null || highestLog == null ? null : new ClampRange(lowestLog, highestLog);
    }
  }

  /**
   * Whether the folder holds the data; a part of a run of several models has those of the whole.
   */
  boolean hasData() {
    return format < FORMAT || kind == null || kind.part() == null;
  }

  /** The posterior without its data, which prediction does not need. */
  Posterior posteriorWithoutData() {
    var likelihood = Likelihood.named(configuration.likelihood());
    var none = new Targets(new double[0], scaling.target().kind());
    likelihood.requireFits(none);
    return new Posterior(
        Network.of(
            scaling.inputs(),
            configuration.hidden(),
            likelihood.outputs(none),
            configuration.activation()),
        configuration.prior(),
        likelihood,
        configuration.precision(),
        new Points(new double[scaling.inputs()][0], none, scaling.oneHots(encoding)));
  }

  /** Of one model whose chains are weighted equally. */
  static Manifest of(Study study, Source source) {
    return of(study, source, RunKind.oneModel(Weighting.EQUAL));
  }

  /**
   * Of a run that begins.
   *
   * @param kind null for a run of format 4
   */
  static Manifest of(Study study, Source source, @Nullable RunKind kind) {
    return of(study, source, kind, DataFile.fingerprint(study.data(), study.split()));
  }

  /** The same where the fingerprint of data and split is known. */
  static Manifest of(Study study, Source source, @Nullable RunKind kind, String fingerprint) {
    return new Manifest(
        kind == null ? FORMAT_UNBOUND : FORMAT,
        Version.CURRENT,
        NUMERICS,
        source,
        fingerprint,
        study.split().train().length,
        study.split().test().length,
        study.configuration(),
        study.data().encoding(),
        study.scaling(),
        study.configuration().plan().sampler().schema(),
        kind,
        kind == null || kind.part() != null ? null : Ranges.of(study));
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
        statistics,
        kind,
        ranges);
  }

  /** Whether the files beside it name the run that they belong to, as those of format 4 do not. */
  boolean bound() {
    return kind != null;
  }

  /** The name by which other files say that they belong to this run; empty where they say none. */
  String bond() {
    return bound() ? hexDigest() : "";
  }

  /** What to tell users of a run whose files could be exchanged unnoticed. */
  Optional<Message> unboundWarning(Path folder) {
    return bound()
        ? Optional.empty()
        : Optional.of(
            Message.of(
                "%s was written by Coset %s, whose files are not bound to each other. Fit again to"
                    + " guard against exchanged files.",
                folder, version));
  }

  static boolean isIn(Path folder) {
    return Files.exists(folder.resolve(NAME), LinkOption.NOFOLLOW_LINKS);
  }

  /** The day on which the manifest in a folder was written. */
  static LocalDate date(Path folder) throws IOException {
    return LocalDate.ofInstant(
        Files.getLastModifiedTime(folder.resolve(NAME)).toInstant(), ZoneId.systemDefault());
  }

  /** The name of the file that the data came from, or of what made them. */
  String dataName() {
    String name = source.name();
    return name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  }

  String targetName() {
    return encoding.target().name();
  }

  static boolean isOwn(String file) {
    return file.equals(NAME) || Pending.isOf(NAME, file);
  }

  static Manifest read(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    try {
      JsonNode json = JSON.readTree(DurableFiles.read(file, MOST_BYTES));
      int format = json.path("format").asInt(0);
      if (format < FORMAT_UNBOUND || format > FORMAT) {
        throw new InputException(
            "The run %s has format %d, but this version of Coset reads formats %d to %d: use the version that wrote it (%s)."
                .formatted(folder, format, FORMAT_UNBOUND, FORMAT, json.path("version")));
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
          broken.getCause() instanceof InputException why
              ? "The run %s cannot be read: %s".formatted(folder, why.getMessage())
              : "The file " + file + " is not a readable manifest: restore it or fit again.",
          broken);
    }
  }

  void write(Path folder) throws IOException {
    ObjectNode json = JSON.valueToTree(this);
    json.put(CHECKSUM, checksum());
    DurableFiles.replace(folder, NAME, JSON.writeValueAsBytes(json));
  }

  static void removePending(Path folder) {
    Pending.removeLeft(folder.resolve(NAME));
  }

  /** Refuses data that are not those which the manifest describes. */
  void requireDescribes(Study study, Path folder) {
    requireDescribes(study, DataFile.fingerprint(study.data(), study.split()), folder);
  }

  /** The same where the fingerprint of data and split is known. */
  void requireDescribes(Study study, String print, Path folder) {
    var actual = of(study, source, kind, print).in(format);
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
          "The run %s was sampled with revision %s of the arithmetic, and this version has %s. It can be read, but only version %s can add chains."
              .formatted(folder, numerics, NUMERICS, version));
    }
  }

  /** The same as a run of a format before has it. */
  Manifest in(int older) {
    return older == format
        ? this
        : new Manifest(
            older,
            version,
            numerics,
            source,
            fingerprint,
            trainRows,
            testRows,
            configuration,
            encoding,
            scaling,
            statistics,
            kind,
            null);
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
    boolean kinds = bound() && other.bound();
    collect("", comparable(kinds), other.comparable(kinds), found);
    return found;
  }

  private JsonNode comparable(boolean kinds) {
    ObjectNode json = unchanging();
    json.remove(List.of("version", "source", "format", "ranges"));
    if (kind != null && kinds) {
      json.set("kind", JSON.valueToTree(new RunKind(kind.weighting(), null, kind.part())));
    } else {
      json.remove("kind");
    }
    Until until = configuration.until();
    // A run that ends once it has converged may have been given more chains since.
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
