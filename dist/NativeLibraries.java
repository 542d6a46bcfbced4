import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Takes from zstd-jni's jar the libraries of other systems, which are nine tenths of it: an archive
 * is for one system.
 */
final class NativeLibraries {
  private static final Pattern ENDING = Pattern.compile("[.](so|dylib|dll)$");

  private NativeLibraries() {}

  /** Keeps all where none is known to be of this system. */
  static void keepOwn(Path jar) throws IOException {
    try (FileSystem inside = FileSystems.newFileSystem(jar)) {
      Path root = inside.getPath("/");
      List<Path> libraries =
          Folders.files(root, "").stream()
              .filter(file -> ENDING.matcher(file.toString()).find())
              .toList();
      Path own = root.resolve(folder());
      if (libraries.stream().anyMatch(library -> library.startsWith(own))) {
        for (Path library : libraries) {
          if (!library.startsWith(own)) {
            Files.delete(library);
          }
        }
      }
    }
  }

  /** As zstd-jni names them. */
  private static String folder() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String name = os.startsWith("windows") ? "win" : os.startsWith("mac") ? "darwin" : os;
    return name + "/" + System.getProperty("os.arch");
  }
}
