package dev.coset.data;

import dev.coset.message.Quoted;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a split from JSON. */
final class SplitFile {

  private static final String FORM = "{\"train\": [rows], \"test\": [rows]}";

  private final String name;
  private final int sourceRows;
  private final IntUnaryOperator rowOf;

  private SplitFile(String name, int sourceRows, IntUnaryOperator rowOf) {
    this.name = name;
    this.sourceRows = sourceRows;
    this.rowOf = rowOf;
  }

  /**
   * Reads a split.
   *
   * @param sourceRows how many rows the source has
   * @param rowOf the row that each of them has become, or -1
   */
  static Split read(Path path, String datasetName, int sourceRows, IntUnaryOperator rowOf) {
    String name = Quoted.path(path);
    JsonNode root = json(path, name);
    JsonNode split = root.has("train") || root.has("test") ? root : root.get(datasetName);
    if (split == null || !split.isObject()) {
      List<String> names = List.copyOf(root.propertyNames());
      throw new InputException(
          "%s has neither a split nor one under the name %s%s: write %s."
              .formatted(
                  name,
                  Quoted.text(datasetName),
                  names.isEmpty() ? "" : " (it has " + Quoted.names(names) + ")",
                  FORM));
    }
    SplitFile file = new SplitFile(name, sourceRows, rowOf);
    return new Split(file.rows(split, "train"), file.rows(split, "test"));
  }

  private int[] rows(JsonNode split, String part) {
    JsonNode list = split.get(part);
    if (list == null || !list.isArray()) {
      throw new InputException(
          "%s has no list %s: write %s.".formatted(name, Quoted.text(part), FORM));
    }
    IntStream.Builder rows = IntStream.builder();
    for (JsonNode entry : list) {
      if (!entry.isIntegralNumber()) {
        throw new InputException(
            "%s has %s among its %s rows: give whole row numbers from 0."
                .formatted(name, Quoted.text(entry.toString()), part));
      }
      if (!entry.canConvertToInt() || entry.intValue() < 0 || entry.intValue() >= sourceRows) {
        throw new InputException(
            ("%s has row %s among its %s rows, but the data have rows 0 to %d: use the split "
                    + "made for these data.")
                .formatted(name, Quoted.text(entry.toString()), part, sourceRows - 1));
      }
      int row = rowOf.applyAsInt(entry.intValue());
      if (row >= 0) {
        rows.add(row);
      }
    }
    return rows.build().toArray();
  }

  private static JsonNode json(Path path, String name) {
    if (Files.isDirectory(path)) {
      throw new InputException(name + " is a directory: name a JSON file with the split.");
    }
    try (InputStream in = Files.newInputStream(path)) {
      return JsonMapper.shared().readTree(in);
    } catch (JacksonException e) {
      throw new InputException(name + " is not valid JSON: write " + FORM + ".", e);
    } catch (NoSuchFileException e) {
      throw new InputException("There is no file " + name + ": check the path.", e);
    } catch (IOException e) {
      throw new InputException(name + " could not be read: check the file and its permissions.", e);
    }
  }
}
