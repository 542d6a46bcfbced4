package dev.coset.cli.faults;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/** A channel whose calls may meet a {@link Fault}. */
final class FaultyChannel extends FileChannel {
  private final Path file;
  private final FileChannel real;

  FaultyChannel(Path file, FileChannel real) {
    this.file = file;
    this.real = real;
  }

  @Override
  public int read(ByteBuffer buffer) throws IOException {
    Fault.beforeRead(file);
    return real.read(buffer);
  }

  @Override
  public long read(ByteBuffer[] buffers, int from, int length) throws IOException {
    Fault.beforeRead(file);
    return real.read(buffers, from, length);
  }

  @Override
  public int read(ByteBuffer buffer, long position) throws IOException {
    Fault.beforeRead(file);
    return real.read(buffer, position);
  }

  @Override
  public int write(ByteBuffer buffer) throws IOException {
    if (Fault.beforeChange(file)) {
      real.write(buffer.slice(buffer.position(), buffer.remaining() / 2));
      Runtime.getRuntime().halt(Fault.KILLED);
    }
    return real.write(buffer);
  }

  @Override
  public long write(ByteBuffer[] buffers, int from, int length) throws IOException {
    Fault.beforeChange(file);
    return real.write(buffers, from, length);
  }

  @Override
  public int write(ByteBuffer buffer, long position) throws IOException {
    Fault.beforeChange(file);
    return real.write(buffer, position);
  }

  @Override
  public long position() throws IOException {
    return real.position();
  }

  @Override
  public FileChannel position(long position) throws IOException {
    real.position(position);
    return this;
  }

  @Override
  public long size() throws IOException {
    return real.size();
  }

  @Override
  public FileChannel truncate(long size) throws IOException {
    Fault.beforeChange(file);
    real.truncate(size);
    return this;
  }

  @Override
  public void force(boolean metadata) throws IOException {
    Fault.beforeChange(file);
    real.force(metadata);
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel to) throws IOException {
    Fault.beforeRead(file);
    return real.transferTo(position, count, to);
  }

  @Override
  public long transferFrom(ReadableByteChannel from, long position, long count) throws IOException {
    Fault.beforeChange(file);
    return real.transferFrom(from, position, count);
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
    return real.map(mode, position, size);
  }

  @Override
  public FileLock lock(long position, long size, boolean shared) throws IOException {
    return real.lock(position, size, shared);
  }

  @Override
  public FileLock tryLock(long position, long size, boolean shared) throws IOException {
    return real.tryLock(position, size, shared);
  }

  @Override
  protected void implCloseChannel() throws IOException {
    real.close();
  }
}
