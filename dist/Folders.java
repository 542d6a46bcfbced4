import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;

/** Whole folders, as {@link Files} has single files. */
final class Folders {
  private Folders() {}

  static List<Path> files(Path folder, String suffix) throws IOException {
    try (var all = Files.walk(folder)) {
      return all.filter(f -> Files.isRegularFile(f) && f.toString().endsWith(suffix))
          .sorted()
          .toList();
    }
  }

  /** Copies a file, or a folder with all in it; the links in it become what they point to. */
  static void copy(Path from, Path to) throws IOException {
    List<Path> files = Files.isDirectory(from) ? files(from, "") : List.of(from);
    for (Path file : files) {
      Path copy = from.equals(file) ? to : to.resolve(from.relativize(file).toString());
      Files.createDirectories(copy.getParent());
      Files.copy(
          file, copy, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      List<Path> all;
      try (var walked = Files.walk(folder)) {
        all = walked.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path each : all) {
        Files.delete(each);
      }
    }
  }
}
