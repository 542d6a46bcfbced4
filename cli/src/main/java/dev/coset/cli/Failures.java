package dev.coset.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Objects;

/** What went wrong outside of the program, as a sentence. */
final class Failures {
  private Failures() {}

  static String sentence(UncheckedIOException e) {
    return sentence(Objects.requireNonNull(e.getCause()));
  }

  static String sentence(IOException e) {
    String reason =
        switch (e) {
          case NoSuchFileException absent -> "it does not exist";
          case AccessDeniedException denied -> "permission denied";
          case FileAlreadyExistsException there -> "something is in its place already";
          case NotDirectoryException file -> "it is no folder";
          case DirectoryNotEmptyException full -> "it is a folder that is not empty";
          case FileSystemException other -> other.getReason();
          default -> e.getMessage();
        };
    String what = reason == null ? e.toString() : lower(reason);
    return e instanceof FileSystemException file && file.getFile() != null
        ? "The file %s cannot be used: %s.".formatted(file.getFile(), what)
        : "A file cannot be read or written: %s.".formatted(what);
  }

  /** The system's "No space left on device" within a sentence. */
  private static String lower(String reason) {
    return Character.toLowerCase(reason.charAt(0)) + reason.substring(1);
  }

  static String sentence(OutOfMemoryError e) {
    return "The memory that Java may use, %.1f GiB, is not enough (%s): use fewer rows, draws, chains or threads, or allow more with -Xmx in COSET_JAVA_OPTS."
        .formatted(Runtime.getRuntime().maxMemory() / (double) (1L << 30), e.getMessage());
  }
}
