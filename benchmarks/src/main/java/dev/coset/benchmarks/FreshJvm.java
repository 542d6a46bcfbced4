package dev.coset.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A JVM of its own for each measurement: what ran before in the same one shapes what the compiler
 * makes of the code.
 */
final class FreshJvm {
  static final String VECTORS = "--add-modules=jdk.incubator.vector";

  private FreshJvm() {}

  /** Runs {@link Main} with these arguments and returns what it printed. */
  static String run(List<String> options, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:ObjectAlignmentInBytes=64"); // as the launcher does
    command.addAll(options);
    command.add("-Dseconds=" + Fastest.SECONDS);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(arguments));
    Process jvm =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String printed = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (jvm.waitFor() != 0) {
      throw new IllegalStateException("This measurement failed: " + command);
    }
    return printed;
  }
}
