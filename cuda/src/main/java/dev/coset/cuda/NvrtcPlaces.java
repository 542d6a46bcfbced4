package dev.coset.cuda;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Where users have {@code libnvrtc}: where {@code -Dcoset.nvrtc} or {@code COSET_NVRTC} says, in
 * the CUDA toolkit that {@code CUDA_HOME} or {@code CUDA_PATH} names, where the system finds
 * libraries, in {@code /usr/local/cuda*}, and in the wheels of the Python on the path. What the
 * current folder holds is never loaded: it may come from anybody.
 */
final class NvrtcPlaces {
  private static final String NAME = "libnvrtc.so";
  private static final List<String> VERSIONS = List.of(".13", ".12", "");
  private static final String PYTHON =
      """
      import importlib.util, os
      for name in ('nvidia.cuda_nvrtc', 'nvidia.cu13'):
          try: spec = importlib.util.find_spec(name)
          except ModuleNotFoundError: continue
          for place in (spec.submodule_search_locations if spec else []): print(os.path.join(place, 'lib'))
      """;

  private NvrtcPlaces() {}

  /** In the order in which they are tried. "none" as the user's place means that there is none. */
  static List<String> all() {
    String given = System.getProperty("coset.nvrtc", System.getenv("COSET_NVRTC"));
    if (given != null && !given.isEmpty()) {
      return given.equals("none") ? List.of() : List.of(given);
    }
    List<String> places = new ArrayList<>();
    for (String variable : List.of("CUDA_HOME", "CUDA_PATH")) {
      String home = System.getenv(variable);
      if (home != null && Path.of(home).isAbsolute()) {
        places.addAll(in(Path.of(home, "lib64")));
      }
    }
    VERSIONS.forEach(version -> places.add(NAME + version));
    for (Path toolkit : toolkits()) {
      places.addAll(in(toolkit.resolve("lib64")));
    }
    for (String folder : wheels()) {
      places.addAll(in(Path.of(folder)));
    }
    return places;
  }

  /** The libraries of that folder. */
  static List<String> in(Path folder) {
    return VERSIONS.stream()
        .map(version -> folder.resolve(NAME + version))
        .filter(Files::exists)
        .map(Path::toString)
        .toList();
  }

  private static List<Path> toolkits() {
    try (Stream<Path> folders = Files.list(Path.of("/usr/local"))) {
      return folders
          .filter(f -> Objects.toString(f.getFileName()).startsWith("cuda"))
          .sorted()
          .toList();
    } catch (IOException absent) {
      return List.of();
    }
  }

  private static List<String> wheels() {
    try {
      var python =
          new ProcessBuilder("python3", "-I", "-c", PYTHON) // nothing of this folder or PYTHONPATH
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String printed = new String(python.getInputStream().readAllBytes());
      return python.waitFor(5, TimeUnit.SECONDS)
          ? printed.lines().filter(place -> Path.of(place).isAbsolute()).toList()
          : List.of();
    } catch (IOException absent) {
      return List.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }
}
