package dev.coset.cuda;

import dev.coset.network.Precision;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The kernels for all networks as PTX, in the resources, for machines that have NVIDIA's driver but
 * not its compiler. {@code cuda/ptx} makes them anew when the source changes.
 */
final class GeneralKernels {
  /** Every GPU of this architecture or a newer one can run them. */
  private static final String ARCHITECTURE = "compute_80";

  /** In comments, and counted on from one compilation to the next. */
  private static final Pattern CALL_NUMBERS = Pattern.compile(" // callseq [0-9, ]+");

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
    String text = new String(nvrtc.compile(KernelSource.files(), options), StandardCharsets.UTF_8);
    return CALL_NUMBERS
        .matcher(text)
        .replaceAll("")
        .replace("\0", "")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Writes them into a folder. */
  public static void main(String[] arguments) throws IOException {
    var nvrtc = Nvrtc.find().orElseThrow();
    for (Precision precision : Precision.values()) {
      Files.write(Path.of(arguments[0]).resolve(resource(precision)), made(nvrtc, precision));
    }
  }
}
