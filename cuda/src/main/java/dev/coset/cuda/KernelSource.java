package dev.coset.cuda;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The CUDA C++ of the kernels, file by file, with what {@link KernelConstants} writes; the first
 * includes the others.
 */
final class KernelSource {
  static final String MAIN = "chains.cu";
  private static final List<String> FILES =
      List.of(
          MAIN,
          "arithmetic.cuh",
          "random.cuh",
          "plan.cuh",
          "network.cuh",
          "density.cuh",
          "nuts.cuh",
          "mclmc.cuh");

  private KernelSource() {}

  /** Texts by name. */
  static Map<String, String> files() {
    Map<String, String> files = new LinkedHashMap<>();
    for (String name : FILES) {
      files.put(name, new String(read(name), StandardCharsets.UTF_8));
    }
    files.put(KernelConstants.FILE, KernelConstants.text());
    return files;
  }

  /** A resource beside this class. */
  static byte[] read(String name) {
    try (var in = KernelSource.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("The resource " + name + " is missing.");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
