package dev.coset.data;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.UUID;

/**
 * An array that grows item by item, for {@link NpzWriter}, whose header begins with the number of
 * items. It lies in a file without a name, which the system removes when it is closed. All items
 * are numbers, rows of as many numbers, or texts.
 */
public final class SpooledArray implements Closeable {
  private static final int BUFFER = 1 << 15;

  private final FileChannel file;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
  private long items;
  private int width; // numbers in an item, or code points in the longest text
  private boolean isTable;
  private boolean isText;

  private SpooledArray(FileChannel file) {
    this.file = file;
  }

  /** An empty array, kept on the disk of a folder. */
  public static SpooledArray in(Path folder) {
    try {
      return new SpooledArray(
          FileChannel.open(
              folder.resolve(".coset-" + UUID.randomUUID()),
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds a number. */
  public void add(double number) {
    items++;
    room(Double.BYTES).putDouble(number);
  }

  /** Adds a row of numbers. */
  public void add(double[] row) {
    items++;
    isTable = true;
    width = row.length;
    for (double number : row) {
      room(Double.BYTES).putDouble(number);
    }
  }

  /** Adds a text. */
  public void add(String text) {
    items++;
    isText = true;
    int length = text.codePointCount(0, text.length());
    width = Math.max(width, length);
    room(Integer.BYTES).putInt(length);
    text.codePoints().forEach(character -> room(Integer.BYTES).putInt(character));
  }

  private ByteBuffer room(int bytes) {
    if (buffer.remaining() < bytes) {
      try {
        flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return buffer;
  }

  private void flush() throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      file.write(buffer);
    }
    buffer.clear();
  }

  /** NumPy's name of the type of an item. */
  String type() {
    return isText ? "<U" + Math.max(1, width) : "<f8";
  }

  String shape() {
    return isTable ? "(" + items + ", " + width + ")" : "(" + items + ",)";
  }

  /** Writes the items as NumPy does. */
  void copyTo(OutputStream out) throws IOException {
    flush();
    file.position(0);
    var in = new BufferedInputStream(Channels.newInputStream(file), BUFFER);
    if (!isText) {
      in.transferTo(out);
      return;
    }
    byte[] item = new byte[Math.max(1, width) * Integer.BYTES];
    for (long i = 0; i < items; i++) {
      int length = ByteBuffer.wrap(exactly(in, Integer.BYTES)).order(buffer.order()).getInt();
      byte[] text = exactly(in, length * Integer.BYTES);
      Arrays.fill(item, (byte) 0);
      System.arraycopy(text, 0, item, 0, text.length);
      out.write(item);
    }
  }

  private static byte[] exactly(InputStream in, int bytes) throws IOException {
    byte[] read = in.readNBytes(bytes);
    if (read.length < bytes) {
      throw new EOFException("A file that was just written is too short.");
    }
    return read;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
