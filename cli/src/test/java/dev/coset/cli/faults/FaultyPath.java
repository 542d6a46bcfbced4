package dev.coset.cli.faults;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;

/** A path of the real file system whose files are reached through {@link FaultyProvider}. */
record FaultyPath(FaultyFileSystem system, Path real) implements Path {

  /** The path below, whoever made it. */
  static Path real(Path path) {
    return path instanceof FaultyPath faulty ? faulty.real : path;
  }

  private Path wrapped(Path path) {
    return path == null ? null : new FaultyPath(system, path);
  }

  @Override
  public FileSystem getFileSystem() {
    return system;
  }

  @Override
  public boolean isAbsolute() {
    return real.isAbsolute();
  }

  @Override
  public Path getRoot() {
    return wrapped(real.getRoot());
  }

  @Override
  public Path getFileName() {
    return wrapped(real.getFileName());
  }

  @Override
  public Path getParent() {
    return wrapped(real.getParent());
  }

  @Override
  public int getNameCount() {
    return real.getNameCount();
  }

  @Override
  public Path getName(int index) {
    return wrapped(real.getName(index));
  }

  @Override
  public Path subpath(int from, int to) {
    return wrapped(real.subpath(from, to));
  }

  @Override
  public boolean startsWith(Path other) {
    return real.startsWith(real(other));
  }

  @Override
  public boolean endsWith(Path other) {
    return real.endsWith(real(other));
  }

  @Override
  public Path normalize() {
    return wrapped(real.normalize());
  }

  @Override
  public Path resolve(Path other) {
    return wrapped(real.resolve(real(other)));
  }

  @Override
  public Path relativize(Path other) {
    return wrapped(real.relativize(real(other)));
  }

  @Override
  public URI toUri() {
    return real.toUri();
  }

  @Override
  public Path toAbsolutePath() {
    return wrapped(real.toAbsolutePath());
  }

  @Override
  public Path toRealPath(LinkOption... options) throws IOException {
    return wrapped(real.toRealPath(options));
  }

  @Override
  public WatchKey register(
      WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int compareTo(Path other) {
    return real.compareTo(real(other));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FaultyPath faulty && real.equals(faulty.real);
  }

  @Override
  public int hashCode() {
    return real.hashCode();
  }

  @Override
  public String toString() {
    return real.toString();
  }
}
