package dev.coset.cli.faults;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/**
 * The JVM's default file system with faults: {@code
 * -Djava.nio.file.spi.DefaultFileSystemProvider=dev.coset.cli.faults.FaultyProvider}. The program
 * under test knows nothing of it.
 */
public final class FaultyProvider extends FileSystemProvider {
  private final FileSystemProvider real;
  private final FaultyFileSystem system;

  public FaultyProvider(FileSystemProvider real) {
    this.real = real;
    this.system = new FaultyFileSystem(this, real.getFileSystem(URI.create("file:///")));
  }

  private static Path real(Path path) {
    return FaultyPath.real(path);
  }

  @Override
  public String getScheme() {
    return real.getScheme();
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> options) throws IOException {
    return real.newFileSystem(uri, options);
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    return system;
  }

  @Override
  public Path getPath(URI uri) {
    return new FaultyPath(system, real.getPath(uri));
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    before(path, options);
    return new FaultyChannel(path, real.newFileChannel(real(path), options, attributes));
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return newFileChannel(path, options, attributes);
  }

  private static void before(Path path, Set<? extends OpenOption> options) throws IOException {
    if (options.contains(StandardOpenOption.WRITE) || options.contains(StandardOpenOption.APPEND)) {
      beforeChange(path);
    } else {
      beforeRead(path);
    }
  }

  /** Failures to open name the file; those of an open channel do not. */
  private static void beforeChange(Path path) throws IOException {
    try {
      Fault.beforeChange(path);
    } catch (IOException e) {
      throw new FileSystemException(path.toString(), null, e.getMessage());
    }
  }

  private static void beforeRead(Path path) throws IOException {
    try {
      Fault.beforeRead(path);
    } catch (IOException e) {
      throw new FileSystemException(path.toString(), null, e.getMessage());
    }
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
    beforeRead(folder);
    var stream =
        real.newDirectoryStream(real(folder), path -> filter.accept(new FaultyPath(system, path)));
    return new DirectoryStream<>() {
      @Override
      public Iterator<Path> iterator() {
        Iterator<Path> paths = stream.iterator();
        return new Iterator<>() {
          @Override
          public boolean hasNext() {
            return paths.hasNext();
          }

          @Override
          public Path next() {
            return new FaultyPath(system, paths.next());
          }
        };
      }

      @Override
      public void close() throws IOException {
        stream.close();
      }
    };
  }

  @Override
  public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
    beforeChange(folder);
    real.createDirectory(real(folder), attributes);
  }

  @Override
  public void delete(Path path) throws IOException {
    beforeChange(path);
    real.delete(real(path));
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) throws IOException {
    beforeChange(target);
    real.copy(real(source), real(target), options);
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    beforeChange(target);
    real.move(real(source), real(target), options);
  }

  @Override
  public boolean isSameFile(Path a, Path b) throws IOException {
    return real.isSameFile(real(a), real(b));
  }

  @Override
  public boolean isHidden(Path path) throws IOException {
    return real.isHidden(real(path));
  }

  @Override
  public FileStore getFileStore(Path path) throws IOException {
    return real.getFileStore(real(path));
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    real.checkAccess(real(path), modes);
  }

  @Override
  public <V extends FileAttributeView> V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    return real.getFileAttributeView(real(path), type, options);
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    return real.readAttributes(real(path), type, options);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
      throws IOException {
    return real.readAttributes(real(path), attributes, options);
  }

  @Override
  public void setAttribute(Path path, String attribute, Object value, LinkOption... options)
      throws IOException {
    beforeChange(path);
    real.setAttribute(real(path), attribute, value, options);
  }
}
