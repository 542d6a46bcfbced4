package dev.coset.cuda;

import dev.coset.network.Precision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The kernels for all networks as PTX, in the resources, for machines that have NVIDIA's driver but
 * not its compiler. {@code cuda/ptx} makes them anew when the source changes.
 */
final class GeneralKernels {
  /** Every GPU of this architecture or a newer one can run them. */
  private static final String ARCHITECTURE = "compute_80";

  private GeneralKernels() {}

  static String resource(Precision precision) {
    return "chains-" + precision.name().toLowerCase(Locale.ROOT) + ".ptx";
  }

  /** The text that a compiler makes. */
  static byte[] made(Nvrtc nvrtc, Precision precision) {
    List<String> options = new ArrayList<>(KernelImages.OPTIONS);
    options.add("--gpu-architecture=" + ARCHITECTURE);
    if (precision == Precision.DOUBLE) {
      options.add("--define-macro=DOUBLE");
    }
    byte[] text = nvrtc.compile(KernelSource.files(), options);
    int end = text.length;
    while (end > 0 && text[end - 1] == 0) {
      end--;
    }
    return Arrays.copyOf(text, end);
  }

  /** Writes them into a folder. */
  public static void main(String[] arguments) throws IOException {
    var nvrtc = Nvrtc.find().orElseThrow();
    for (Precision precision : Precision.values()) {
      Files.write(Path.of(arguments[0]).resolve(resource(precision)), made(nvrtc, precision));
    }
  }
}
