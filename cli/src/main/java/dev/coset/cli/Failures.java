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
import java.util.Optional;

/** What went wrong outside of the program, as a sentence. */
final class Failures {
  private static final String OPEN_FILES = "Too many open files"; // as the system says it

  private static final String NO_THREAD =
      "Java cannot start another thread. Use fewer --threads, or raise the limits 'ulimit -u' and"
          + " 'ulimit -v'.";

  /** Made while there is memory for it: see {@link #prepare}. */
  private static final String NO_MEMORY =
      "The memory that Java may use, "
          + (Runtime.getRuntime().maxMemory() >> 20)
          + " MiB, is not enough: use fewer rows, draws, chains or threads, or allow more with -Xmx"
          + " in COSET_JAVA_OPTS.";

  private Failures() {}

  /** Initialises this class, so that its sentences need no memory later. */
  static void prepare() {}

  static String unexpected(Throwable e) {
    return "unexpected " + e + " (--verbose shows where; please report it).";
  }

  static String sentence(UncheckedIOException e) {
    return sentence(Objects.requireNonNull(e.getCause()));
  }

  static String sentence(IOException e) {
    String reason =
        switch (e) {
          case NoSuchFileException absent -> "it does not exist";
          case AccessDeniedException denied -> "permission denied";
          case FileAlreadyExistsException there -> "the path exists already";
          case NotDirectoryException file -> "it is not a folder";
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

  /** A limit of the machine or the shell that was met, as a sentence. */
  static Optional<String> limit(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError memory) {
        return Optional.of(memory(memory));
      }
      String message = cause.getMessage();
      if (message != null && message.contains(OPEN_FILES)) {
        return Optional.of(
            "Too many files are open: raise the limit, such as with 'ulimit -n 1024', or use fewer"
                + " --threads.");
      }
    }
    return Optional.empty();
  }

  private static String memory(OutOfMemoryError e) {
    return String.valueOf(e.getMessage()).contains("native thread") ? NO_THREAD : NO_MEMORY;
  }
}
