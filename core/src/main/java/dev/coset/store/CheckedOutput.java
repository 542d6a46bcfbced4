package dev.coset.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/** Writes numbers, piece by piece, and last their CRC32C: however many, in little memory. */
final class CheckedOutput {
  static final int PIECE = 1 << 16;

  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(PIECE);
  private final CRC32C checksum = new CRC32C();

  CheckedOutput(FileChannel channel) {
    this.channel = channel;
  }

  void put(long value) throws IOException {
    require(Long.BYTES);
    buffer.putLong(value);
  }

  void put(double[] values) throws IOException {
    for (double value : values) {
      require(Double.BYTES);
      buffer.putDouble(value);
    }
  }

  void put(int[] values) throws IOException {
    for (int value : values) {
      require(Integer.BYTES);
      buffer.putInt(value);
    }
  }

  /** Writes the checksum of everything before. */
  void end() throws IOException {
    require(Integer.BYTES);
    checksum.update(buffer.array(), 0, buffer.position());
    buffer.putInt((int) checksum.getValue());
    write();
  }

  private void require(int bytes) throws IOException {
    if (buffer.remaining() < bytes) {
      checksum.update(buffer.array(), 0, buffer.position());
      write();
    }
  }

  private void write() throws IOException {
    buffer.flip();
    DurableFiles.writeFully(channel, buffer);
    buffer.clear();
  }
}
