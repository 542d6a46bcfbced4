package dev.coset.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A hierarchy of groups and arrays in format 2 of Zarr (zarr-specs.readthedocs.io), with all
 * metadata once more in one file, so that a reader need not search for them.
 */
final class ZarrStore {
  static final String ATTRIBUTES = ".zattrs";
  static final String CONSOLIDATED = ".zmetadata";
  static final String GROUP = ".zgroup";
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final Path root;
  private final Map<String, Object> metadata = new TreeMap<>();

  ZarrStore(Path root, Map<String, ?> attributes) throws IOException {
    this.root = root;
    describe("", GROUP, Map.of("zarr_format", 2));
    describe("", ATTRIBUTES, attributes);
  }

  /** Makes a group of the root. */
  ZarrGroup group(String name, Map<String, ?> attributes) throws IOException {
    describe(name, GROUP, Map.of("zarr_format", 2));
    describe(name, ATTRIBUTES, attributes);
    return new ZarrGroup(this, name);
  }

  /** Writes a file of metadata into a folder, which is made if need be; returns the folder. */
  Path describe(String path, String name, Map<String, ?> content) throws IOException {
    metadata.put(path.isEmpty() ? name : path + "/" + name, content);
    Path folder = Files.createDirectories(root.resolve(path));
    Files.write(folder.resolve(name), JSON.writeValueAsBytes(content));
    return folder;
  }

  /** Writes all metadata in one file: the store is whole. */
  void finish() throws IOException {
    Map<String, Object> all = new TreeMap<>();
    all.put("zarr_consolidated_format", 1);
    all.put("metadata", metadata);
    Files.write(root.resolve(CONSOLIDATED), JSON.writeValueAsBytes(all));
  }
}
