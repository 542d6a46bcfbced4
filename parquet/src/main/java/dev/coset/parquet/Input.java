package dev.coset.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file read at any place. */
final class Input implements Closeable {
  private final FileChannel channel;
  private final long size;

  Input(Path path) throws IOException {
    channel = FileChannel.open(path, StandardOpenOption.READ);
    try {
      size = channel.size();
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  long size() {
    return size;
  }

  /** Reads bytes that lie within the file. */
  byte[] read(long from, int length) throws IOException {
    byte[] bytes = new byte[length];
    ByteBuffer left = ByteBuffer.wrap(bytes);
    while (left.hasRemaining()) {
      if (channel.read(left, from + left.position()) < 0) {
        throw new MalformedException("it became shorter while it was read");
      }
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
