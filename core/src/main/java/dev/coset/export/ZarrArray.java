package dev.coset.export;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * An array cut into chunks of one shape, each a file of its own: the elements in C order, deflated.
 * Chunks at an end are filled up with zeros. Chunks may be written by several threads.
 */
record ZarrArray(Path folder, ZarrType type, int[] shape, int[] chunk) {
  private static final int LEVEL = 1;

  Map<String, Object> metadata() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("zarr_format", 2);
    fields.put("shape", shape);
    fields.put("chunks", chunk);
    fields.put("dtype", type.name());
    fields.put("compressor", new TreeMap<>(Map.of("id", "zlib", "level", LEVEL))); // in order
    // With a fill value, xarray would take it for a missing value, and integers for floats.
    fields.put("fill_value", null);
    fields.put("order", "C");
    fields.put("filters", null);
    return fields;
  }

  /** The number of chunks along a dimension. */
  int chunks(int dimension) {
    return Math.ceilDiv(shape[dimension], chunk[dimension]);
  }

  /** Room for one chunk, zeros at first. */
  ByteBuffer newChunk() {
    int elements = Arrays.stream(chunk).reduce(1, Math::multiplyExact);
    return ByteBuffer.allocate(Math.multiplyExact(elements, type.bytes()))
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  void write(ByteBuffer elements, int... place) throws IOException {
    var deflated = new ByteArrayOutputStream();
    var deflater = new Deflater(LEVEL);
    try (var out = new DeflaterOutputStream(deflated, deflater)) {
      out.write(elements.array());
    } finally {
      deflater.end();
    }
    String name = Arrays.stream(place).mapToObj(String::valueOf).collect(Collectors.joining("."));
    Files.write(folder.resolve(name), deflated.toByteArray());
  }
}
