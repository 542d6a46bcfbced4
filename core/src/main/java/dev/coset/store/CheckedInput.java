package dev.coset.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/** Reads what {@link CheckedOutput} wrote; where the file ends before, that is an EOFException. */
final class CheckedInput {
  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(CheckedOutput.PIECE).limit(0);
  private final CRC32C checksum = new CRC32C();

  CheckedInput(FileChannel channel) {
    this.channel = channel;
  }

  long number() throws IOException {
    require(Long.BYTES);
    return buffer.getLong();
  }

  double[] doubles(int count) throws IOException {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      require(Double.BYTES);
      values[i] = buffer.getDouble();
    }
    return values;
  }

  int[] ints(int count) throws IOException {
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      require(Integer.BYTES);
      values[i] = buffer.getInt();
    }
    return values;
  }

  /** Whether the checksum of everything before comes next. */
  boolean endsRight() throws IOException {
    require(Integer.BYTES);
    checksum.update(buffer.array(), 0, buffer.position());
    int expected = (int) checksum.getValue();
    return buffer.getInt() == expected;
  }

  private void require(int bytes) throws IOException {
    if (buffer.remaining() >= bytes) {
      return;
    }
    checksum.update(buffer.array(), 0, buffer.position());
    buffer.compact();
    while (buffer.position() < bytes) {
      if (channel.read(buffer) < 0) {
        throw new EOFException();
      }
    }
    buffer.flip();
  }
}
