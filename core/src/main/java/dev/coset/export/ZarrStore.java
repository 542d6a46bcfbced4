package dev.coset.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A hierarchy of groups and arrays in format 2 of Zarr (zarr-specs.readthedocs.io), with the
 * dimension names that xarray wants and with all metadata once more in one file, so that a reader
 * need not search for them.
 */
final class ZarrStore {
  static final String ATTRIBUTES = ".zattrs";
  static final String CONSOLIDATED = ".zmetadata";
  static final String GROUP = ".zgroup";
  private static final String ARRAY = ".zarray";
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final Path root;
  private final Map<String, Object> metadata = new TreeMap<>();

  ZarrStore(Path root, Map<String, ?> attributes) throws IOException {
    this.root = root;
    group("", attributes);
  }

  /** Makes a group of the root; "" is the root itself. */
  void group(String name, Map<String, ?> attributes) throws IOException {
    Files.createDirectories(root.resolve(name));
    put(name, GROUP, Map.of("zarr_format", 2));
    put(name, ATTRIBUTES, attributes);
  }

  ZarrArray array(
      String group, String name, ZarrType type, List<String> dimensions, int[] shape, int[] chunk)
      throws IOException {
    String path = group + "/" + name;
    var array =
        new ZarrArray(Files.createDirectories(root.resolve(path)), type, shape, chunk, dimensions);
    put(path, ARRAY, array.metadata());
    put(path, ATTRIBUTES, Map.of("_ARRAY_DIMENSIONS", dimensions));
    return array;
  }

  /** Writes all metadata in one file: the store is whole. */
  void finish() throws IOException {
    Map<String, Object> all = new TreeMap<>();
    all.put("zarr_consolidated_format", 1);
    all.put("metadata", metadata);
    Files.write(root.resolve(CONSOLIDATED), JSON.writeValueAsBytes(all));
  }

  private void put(String path, String name, Map<String, ?> content) throws IOException {
    metadata.put(path.isEmpty() ? name : path + "/" + name, content);
    Files.write(root.resolve(path).resolve(name), JSON.writeValueAsBytes(content));
  }
}
