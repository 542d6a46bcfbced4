package dev.coset.store;

import dev.coset.data.InputException;
import dev.coset.message.Command;
import dev.coset.message.Message;
import dev.coset.message.Quoted;
import dev.coset.message.Setting;
import dev.coset.model.Study;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The folder of a run: what may lie in it, how it begins, and what it says before any chain is
 * read.
 */
record RunFolder(Path path) {
  static final String JOURNAL = "draws.journal";

  Path journal() {
    return path.resolve(JOURNAL);
  }

  void requireRun() {
    if (CompressedRun.isAt(path)) {
      throw new InputException(
          "The file %s is a compressed run. It keeps no chains; use it to predict, score and report. Here give the folder of the run that it was compressed from."
              .formatted(path));
    }
    if (!Manifest.isIn(path)) {
      requireManifest();
      throw new InputException(
          "There is no run in %s. Give the folder that a fit wrote.".formatted(path));
    }
  }

  /** Names the file that is missing where there are others of a run. */
  private void requireManifest() {
    if (DataFile.isIn(path)) {
      throw new InputException(
          "There is no run in %s: its manifest.json is missing. Restore it from a copy, or fit again."
              .formatted(path));
    }
  }

  /** Makes the folder, unless it holds something else; returns whether there was none. */
  boolean prepare() throws IOException {
    boolean fresh = !Files.exists(path);
    if (!fresh && !Manifest.isIn(path)) {
      refuseForeign();
    }
    Files.createDirectories(path);
    return fresh;
  }

  /** A folder may hold what a killed start of a run left behind, but nothing of the user's. */
  private void refuseForeign() throws IOException {
    if (!Files.isDirectory(path)) {
      throw new InputException("The path " + path + " is a file: give a folder for the run.");
    }
    try (var files = Files.list(path)) {
      var foreign = files.map(Path::getFileName).filter(f -> !isOwn(f.toString())).findFirst();
      if (foreign.isPresent()) {
        requireManifest();
        throw new InputException(
            "The folder %s is not empty and holds no run (it has %s): choose another folder."
                .formatted(path, foreign.get()));
      }
    }
  }

  private static boolean isOwn(String file) {
    return file.equals(JOURNAL)
        || file.equals(RunLock.NAME)
        || DataFile.isOwn(file)
        || Manifest.isOwn(file);
  }

  /** Refuses another run than the one that is there. */
  void requireSame(Manifest manifest) throws IOException {
    Manifest there = Manifest.read(path);
    List<String> differences = there.differences(manifest);
    boolean several = ChoiceFile.isOf(path, there);
    if (several != ChoiceFile.isOf(path, manifest)) {
      differences.add(several ? "it chooses among models" : "it has one model");
    }
    if (differences.stream().allMatch(difference -> difference.startsWith("numerics "))) {
      there.requireSameNumerics(path);
    }
    if (!differences.isEmpty()) {
      throw another(there, manifest, String.join("; ", differences));
    }
  }

  /**
   * Says which run the folder holds in place of the one that was asked for.
   *
   * @param how they differ, for the stack trace
   */
  InputException another(Manifest there, Manifest asked, String how) throws IOException {
    boolean same =
        there.dataName().equals(asked.dataName()) && there.targetName().equals(asked.targetName());
    return new InputException(
        Message.of(
            "The folder %s holds a run of %s (target %s, %s)%s. Choose another %s, or continue that"
                + " run with %s.",
            path,
            Quoted.text(there.dataName()),
            Quoted.text(there.targetName()),
            Manifest.date(path),
            same ? " with other data or settings" : "",
            Setting.OUT,
            Command.RESUME.of(path)),
        new IllegalArgumentException("The run in " + path + " differs in " + how));
  }

  /** Writes what a run begins with, the manifest last. */
  void begin(Study study, Manifest manifest, boolean fresh) throws IOException {
    try {
      Files.deleteIfExists(journal());
      if (manifest.hasData()) {
        DataFile.write(path, study.data(), study.split());
      }
      manifest.write(path);
    } catch (IOException e) {
      if (fresh) {
        remove();
      }
      throw e;
    }
  }

  /** Leaves no folder behind in which a run could not begin. */
  private void remove() throws IOException {
    List<Path> own;
    try (var files = Files.list(path)) {
      own = files.filter(f -> isOwn(f.getFileName().toString())).toList();
    }
    for (Path file : own) {
      Files.deleteIfExists(file);
    }
    Files.deleteIfExists(path);
  }

  /** Puts a file that was made from the draws beside them, whole or not at all. */
  void attach(String name, String content) {
    try {
      DurableFiles.replace(path, name, content.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes what kills left half-written. */
  void removePending() {
    DataFile.removePending(path);
    Manifest.removePending(path);
    ChoiceFile.removePending(path);
    WeightsFile.removePending(path);
  }

  /** Reads the manifest; what no table could have led to is refused. */
  Manifest manifest() throws IOException {
    Manifest manifest = Manifest.read(path);
    Journal.requireBound(journal(), manifest.digest());
    fitting(
        () -> {
          Plausible.check(manifest.encoding(), manifest.scaling());
          return manifest.posteriorWithoutData();
        });
    return manifest;
  }

  /**
   * Reads the data that a manifest describes; what does not fit together is refused. Data are
   * scaled as they were when the run began, which an earlier version may have done by other rules.
   */
  Study study(Manifest manifest) throws IOException {
    if (!manifest.hasData()) {
      RunFolder whole = whole();
      Manifest ofWhole = Manifest.read(whole.path);
      return study(manifest, whole.study(ofWhole), ofWhole);
    }
    return fitting(
        () -> {
          var content = DataFile.read(path, manifest.encoding());
          Study study =
              Study.of(
                  content.data(), content.split(), manifest.configuration(), manifest.scaling());
          manifest.requireDescribes(study, path);
          return study;
        });
  }

  /** The study of a part on the data of the whole. */
  Study study(Manifest manifest, Study whole, Manifest ofWhole) throws IOException {
    return fitting(
        () -> {
          Study study = whole.with(manifest.configuration());
          manifest.requireDescribes(study, ofWhole.fingerprint(), path);
          return study;
        });
  }

  /** The folder of the run that this one is a part of. */
  private RunFolder whole() {
    Path candidates = path.toAbsolutePath().getParent();
    Path whole = candidates == null ? null : candidates.getParent();
    if (whole == null || !Manifest.isIn(whole)) {
      throw new InputException(
          "The folder %s is one model of a run whose data lie two folders above, and are not there: restore the run from a copy."
              .formatted(path));
    }
    return new RunFolder(whole);
  }

  private interface Reading<T> {
    T read() throws IOException;
  }

  private <T> T fitting(Reading<T> reading) throws IOException {
    try {
      return reading.read();
    } catch (InputException clear) {
      throw clear;
    } catch (IllegalArgumentException e) {
      throw new InputException(
          "The files of the run %s do not fit together (%s): restore them from one copy, or fit again."
              .formatted(path, e.getMessage()),
          e);
    }
  }
}
