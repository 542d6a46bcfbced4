package dev.coset.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Programs in a JVM of their own, which can be killed. */
final class Jvm {
  private Jvm() {}

  /** Starts one of Spark's own, which crunches no numbers and is not worth optimising. */
  static Process daemon(Path home, Path log, String program, Object... args) throws IOException {
    return start(home, log, List.of("-XX:TieredStopAtLevel=1"), program, args);
  }

  static Process start(Path home, Path log, String program, Object... args) throws IOException {
    return start(home, log, List.of(), program, args);
  }

  private static Process start(
      Path home, Path log, List<String> options, String program, Object... args)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("@jvm.options", "-Xmx512m", "-XX:+UseSerialGC"));
    command.addAll(options);
    command.add("-Dlog4j2.configurationFile=dev/coset/spark/log4j2.properties");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program));
    for (Object arg : args) {
      command.add(arg.toString());
    }
    var builder = new ProcessBuilder(command);
    builder.environment().put("SPARK_HOME", home.toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    return builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  /** Kills a process and its children, as a machine that goes down does. */
  static void kill(Process process) {
    var children = process.descendants().toList();
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }
}
