package dev.coset.data;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes arrays by name as NumPy's {@code savez} does, so that {@code numpy.load} reads them. */
public final class NpzWriter implements Closeable {
  private static final int ALIGNMENT = 64; // of the first item, as NumPy has it
  private static final int BEFORE_HEADER = 10; // magic, version, length

  private final ZipOutputStream zip;

  public NpzWriter(Path file) throws IOException {
    this.zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(file)));
    zip.setLevel(Deflater.NO_COMPRESSION);
  }

  public static boolean isNamedSo(Path file) {
    return NpzFile.isNamedSo(file);
  }

  public void numbers(String name, double[] values) throws IOException {
    begin(name, "<f8", "(" + values.length + ",)");
    write(values);
    zip.closeEntry();
  }

  /**
   * A table.
   *
   * @param values (row, column)
   */
  public void numbers(String name, double[][] values) throws IOException {
    int columns = values.length == 0 ? 0 : values[0].length;
    begin(name, "<f8", "(" + values.length + ", " + columns + ")");
    for (double[] row : values) {
      write(row);
    }
    zip.closeEntry();
  }

  public void texts(String name, List<String> values) throws IOException {
    int longest =
        Math.max(1, values.stream().mapToInt(v -> v.codePointCount(0, v.length())).max().orElse(1));
    begin(name, "<U" + longest, "(" + values.size() + ",)");
    for (String value : values) {
      ByteBuffer item = bytes(longest * Integer.BYTES);
      value.codePoints().forEach(item::putInt);
      zip.write(item.array());
    }
    zip.closeEntry();
  }

  /** An array that is complete now. */
  public void array(String name, SpooledArray array) throws IOException {
    begin(name, array.type(), array.shape());
    array.copyTo(zip);
    zip.closeEntry();
  }

  private void begin(String name, String type, String shape) throws IOException {
    var header =
        new StringBuilder(
            "{'descr': '%s', 'fortran_order': False, 'shape': %s, }".formatted(type, shape));
    while ((BEFORE_HEADER + header.length() + 1) % ALIGNMENT != 0) {
      header.append(' ');
    }
    header.append('\n');
    zip.putNextEntry(new ZipEntry(name + NpzFile.OF_ARRAY));
    zip.write(NpyArray.MAGIC);
    ByteBuffer rest = bytes(Integer.BYTES);
    rest.put((byte) 1).put((byte) 0).putShort((short) header.length());
    zip.write(rest.array());
    zip.write(header.toString().getBytes(StandardCharsets.ISO_8859_1));
  }

  private void write(double[] values) throws IOException {
    ByteBuffer items = bytes(values.length * Double.BYTES);
    items.asDoubleBuffer().put(values);
    zip.write(items.array());
  }

  private static ByteBuffer bytes(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
