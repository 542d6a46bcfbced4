package dev.coset.store;

import dev.coset.model.Choice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The decided choice of a run, beside its manifest, which holds the choice before it is decided.
 */
final class ChoiceFile {
  private static final String NAME = "candidates.json";

  private ChoiceFile() {}

  static void removePending(Path folder) {
    Pending.removeLeft(folder.resolve(NAME));
  }

  /** Whether a run chooses among several models. */
  static boolean isOf(Path folder, Manifest run) {
    RunKind kind = run.kind();
    return kind == null
        ? Files.exists(folder.resolve(NAME), LinkOption.NOFOLLOW_LINKS)
        : kind.choice() != null;
  }

  /** What a run has chosen or, before that, what it tries; nothing in a run of one model. */
  static Optional<Choice> read(Path folder, Manifest run) throws IOException {
    RunKind kind = run.kind();
    return isOf(folder, run)
        ? CheckedJson.read(folder, NAME, run, Choice.class)
            .or(() -> Optional.ofNullable(kind == null ? null : kind.choice()))
        : Optional.empty();
  }

  static void write(Path folder, Manifest run, Choice choice) throws IOException {
    CheckedJson.write(folder, NAME, run, choice);
  }

  /** How the run of one of the models that were kept names a choice. */
  static RunKind.Part part(Choice choice, Choice.Candidate candidate, Manifest run) {
    return new RunKind.Part(HexFormat.of().formatHex(digest(choice, run)), candidate.name());
  }

  /** A digest of everything that determines what candidates score. */
  static byte[] digest(Choice choice, Manifest run) {
    try {
      var sha = MessageDigest.getInstance("SHA-256");
      sha.update(run.digest());
      return sha.digest(CheckedJson.bytes(choice));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
