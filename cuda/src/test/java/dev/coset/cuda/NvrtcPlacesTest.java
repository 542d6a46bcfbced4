package dev.coset.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NvrtcPlacesTest {
  /** Prints the places, in a process whose folder a test has prepared. */
  static final class Print {
    private Print() {}

    public static void main(String[] args) {
      NvrtcPlaces.all().forEach(System.out::println);
    }
  }

  @TempDir Path folder;

  /** A folder that came with somebody's data neither runs code nor lends its libraries. */
  @Test
  void theCurrentFolderIsNotSearched() throws IOException, InterruptedException {
    Path ran = folder.resolve("ran");
    Path planted = Files.createDirectories(folder.resolve("nvidia/cuda_nvrtc/lib"));
    Files.writeString(
        folder.resolve("nvidia/__init__.py"), "open('%s', 'w').close()%n".formatted(ran));
    Files.writeString(folder.resolve("nvidia/cuda_nvrtc/__init__.py"), "");
    Files.createFile(planted.resolve("libnvrtc.so.12"));
    Path toolkit = Files.createDirectories(folder.resolve("toolkit/lib64"));
    Files.createFile(toolkit.resolve("libnvrtc.so.12"));
    for (String toolkitNamed : List.of("toolkit", toolkit.getParent().toString())) {
      var java =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  Print.class.getName())
              .directory(folder.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT);
      java.environment().remove("COSET_NVRTC");
      java.environment().remove("CUDA_PATH");
      java.environment().put("CUDA_HOME", toolkitNamed);
      java.environment().put("PYTHONPATH", folder.toString());
      Process process = java.start();
      List<String> places = new String(process.getInputStream().readAllBytes()).lines().toList();
      assertThat(process.waitFor()).isZero();
      assertThat(ran).doesNotExist();
      boolean absolute = Path.of(toolkitNamed).isAbsolute();
      assertThat(places.stream().anyMatch(place -> place.startsWith(folder.toString())))
          .isEqualTo(absolute);
      assertThat(places)
          .noneMatch(
              place ->
                  place.contains("nvidia/cuda_nvrtc/lib") && place.startsWith(folder.toString()));
      assertThat(places).allMatch(place -> place.startsWith("/") || !place.contains("/"));
    }
  }
}
