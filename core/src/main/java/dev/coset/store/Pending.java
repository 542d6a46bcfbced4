package dev.coset.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file or folder that is prepared beside its place and then moved there. What killed processes
 * left of the same output is removed before; a file that another process prepares stays.
 */
public final class Pending implements AutoCloseable {
  private static final String MARK = ".pending-";
  private static final String OLD = ".old";
  private static final Pattern NAME =
      Pattern.compile("(.*)\\.pending-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private final Path place;
  private final Path path;
  private final @Nullable FileChannel held; // its lock says that a process is at work on the file

  private Pending(Path place, Path path, @Nullable FileChannel held) {
    this.place = place;
    this.path = path;
    this.held = held;
  }

  /** Creates an empty file beside its place. */
  public static Pending file(Path place) throws IOException {
    Path file = place.toAbsolutePath();
    removeLeft(file);
    Path path = beside(file);
    var channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    lock(channel);
    return new Pending(file, path, channel);
  }

  /** Creates an empty folder beside its place. */
  public static Pending folder(Path place) throws IOException {
    Path folder = place.toAbsolutePath();
    removeLeft(folder, Files::isDirectory);
    return new Pending(folder, Files.createDirectory(beside(folder)), null);
  }

  /** A path beside another, of a name that nobody can foresee. */
  static Path beside(Path place) {
    return place.resolveSibling(place.getFileName() + MARK + UUID.randomUUID());
  }

  /** Whether a file of this name was prepared to replace one of that name. */
  static boolean isOf(String place, String name) {
    var matcher = NAME.matcher(name);
    return matcher.matches() && matcher.group(1).equals(place);
  }

  /** Removes files that killed processes prepared for a place. */
  static void removeLeft(Path place) {
    removeLeft(place, Files::isRegularFile);
  }

  private interface Kind {
    boolean of(Path path, LinkOption... options);
  }

  private static void removeLeft(Path place, Kind kind) {
    String name = place.getFileName().toString();
    try {
      for (Path old : list(place, file -> file.endsWith(OLD) && isOf(name, withoutOld(file)))) {
        restore(old, place);
      }
      for (Path left : list(place, file -> isOf(name, file))) {
        if (kind.of(left, LinkOption.NOFOLLOW_LINKS) && !isInUse(left)) {
          delete(left);
        }
      }
    } catch (IOException | UncheckedIOException others) {
      return; // what another user's process left stays, and is in nobody's way
    }
  }

  private static List<Path> list(Path place, Predicate<String> named) throws IOException {
    try (var files = Files.list(Objects.requireNonNull(place.getParent()))) {
      return files.filter(file -> named.test(file.getFileName().toString())).toList();
    }
  }

  private static String withoutOld(String name) {
    return name.substring(0, name.length() - OLD.length());
  }

  /** Puts back what a killed process had moved aside to make room. */
  private static void restore(Path old, Path place) throws IOException {
    if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
      delete(old);
    } else {
      Files.move(old, place);
    }
  }

  private static boolean isInUse(Path file) throws IOException {
    if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (var channel =
        FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      return !lock(channel);
    }
  }

  /** Locks a file if no other process has; where there are no locks, none has. */
  private static boolean lock(FileChannel channel) {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException sameProcess) {
      return false;
    } catch (IOException noLocks) {
      return true;
    }
  }

  public Path path() {
    return path;
  }

  /** The file, open for writing. */
  FileChannel channel() {
    return Objects.requireNonNull(held);
  }

  /** Moves what is prepared to its place, instead of a file that lies there. */
  public void replace() throws IOException {
    release();
    try {
      Files.move(path, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(path, place, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Moves what is prepared to its place, instead of a file or a folder that lies there. */
  public void replaceAll() throws IOException {
    release();
    if (!Files.exists(place)) {
      Files.move(path, place);
      return;
    }
    Path old = path.resolveSibling(path.getFileName() + OLD);
    Files.move(place, old);
    try {
      Files.move(path, place);
    } catch (IOException e) {
      Files.move(old, place);
      throw e;
    }
    delete(old);
  }

  private void release() throws IOException {
    if (held != null) {
      held.close();
    }
  }

  /** Removes what did not get to its place. */
  @Override
  public void close() throws IOException {
    release();
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      delete(path);
    }
  }

  private static void delete(Path path) throws IOException {
    List<Path> deepestFirst;
    try (var all = Files.walk(path)) {
      deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : deepestFirst) {
      Files.deleteIfExists(each);
    }
  }
}
