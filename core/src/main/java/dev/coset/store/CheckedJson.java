package dev.coset.store;

import dev.coset.data.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Small files of a run for people and programs. Each names the run that it belongs to and has a
 * checksum of the rest.
 */
final class CheckedJson {
  private static final String CHECKSUM = "checksum";
  private static final String RUN = "run";
  private static final long MOST_BYTES = 1 << 24;
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private CheckedJson() {}

  /**
   * What a file says; nothing where there is none.
   *
   * @throws InputException where the file is damaged or belongs to another run
   */
  static <T> Optional<T> read(Path folder, String name, Manifest run, Class<T> kind)
      throws IOException {
    Path file = folder.resolve(name);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    try {
      JsonNode json = JSON.readTree(DurableFiles.read(file, MOST_BYTES));
      @Nullable T value = JSON.treeToValue(json, kind); // none in an empty file
      String bond = json.path(RUN).asString("");
      if (value == null || !checksum(bond, value).equals(json.path(CHECKSUM).asString(""))) {
        throw new InputException(
            "The file %s was edited or is damaged (its checksum does not fit): restore it from a copy, or fit again."
                .formatted(file));
      }
      if (!bond.equals(run.bond())) {
        throw new InputException(
            "The file %s belongs to another run: restore it from a copy, or fit again."
                .formatted(file));
      }
      return Optional.of(value);
    } catch (JacksonException broken) {
      throw new InputException(
          "The file " + file + " cannot be read: restore it from a copy, or fit again.", broken);
    }
  }

  static void write(Path folder, String name, Manifest run, Object value) throws IOException {
    ObjectNode json = JSON.valueToTree(value);
    if (run.bound()) {
      json.put(RUN, run.bond());
    }
    json.put(CHECKSUM, checksum(run.bond(), value));
    DurableFiles.replace(folder, name, JSON.writeValueAsBytes(json));
  }

  /** A value as its file has it, without run and checksum. */
  static byte[] bytes(Object value) {
    return JSON.writeValueAsBytes(value);
  }

  private static String checksum(String bond, Object value) {
    var crc = new CRC32C();
    crc.update(bond.getBytes(StandardCharsets.UTF_8));
    crc.update(JSON.valueToTree(value).toString().getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(crc.getValue());
  }
}
