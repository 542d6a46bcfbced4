package dev.coset.export;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A group of a store, and arrays in it that are one chunk each. */
record ZarrGroup(ZarrStore store, String name) {

  /** An array to be filled; xarray wants its dimensions named. */
  ZarrArray array(String variable, ZarrType type, List<String> dimensions, int[] shape, int[] chunk)
      throws IOException {
    String path = name + "/" + variable;
    Path folder =
        store.describe(path, ZarrStore.ATTRIBUTES, Map.of("_ARRAY_DIMENSIONS", dimensions));
    var array = new ZarrArray(folder, type, shape, chunk);
    store.describe(path, ".zarray", array.metadata());
    return array;
  }

  /** Numbers along a dimension; of the dimension's own name, they are its coordinate. */
  void vector(String variable, String dimension, double[] values) throws IOException {
    int[] shape = {values.length};
    ZarrArray array = array(variable, ZarrType.FLOAT, List.of(dimension), shape, shape);
    ByteBuffer chunk = array.newChunk();
    chunk.asDoubleBuffer().put(values);
    array.write(chunk, 0);
  }

  /** The coordinate of a dimension. */
  void coordinate(String dimension, long[] values) throws IOException {
    int[] shape = {values.length};
    ZarrArray array = array(dimension, ZarrType.INTEGER, List.of(dimension), shape, shape);
    ByteBuffer chunk = array.newChunk();
    chunk.asLongBuffer().put(values);
    array.write(chunk, 0);
  }

  /** The coordinate of a dimension. */
  void coordinate(String dimension, List<String> names) throws IOException {
    int[] shape = {names.size()};
    ZarrType type = ZarrType.text(names);
    ZarrArray array = array(dimension, type, List.of(dimension), shape, shape);
    ByteBuffer chunk = array.newChunk();
    names.forEach(name -> type.putText(chunk, name));
    array.write(chunk, 0);
  }
}
