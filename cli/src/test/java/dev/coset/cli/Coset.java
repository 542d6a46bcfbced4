package dev.coset.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the program, in this JVM or in one of its own. */
public final class Coset {
  private Coset() {}

  public record Result(int exitCode, String out, String err) {}

  public static Result run(Object... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    String[] texts = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      texts[i] = args[i].toString();
    }
    int code = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), texts);
    return new Result(code, out.toString(), err.toString());
  }

  /** Starts a JVM of its own, which can be killed; both its outputs go to one file. */
  public static Process start(Path log, Object... args) throws IOException {
    return command(args).redirectErrorStream(true).redirectOutput(log.toFile()).start();
  }

  /** The same with two files. */
  public static Process start(Path out, Path err, Object... args) throws IOException {
    return command(args).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
  }

  /** The same with further options of the JVM. */
  public static Process start(List<String> options, Path log, Object... args) throws IOException {
    ProcessBuilder java = command(args);
    java.command().addAll(1, options);
    return java.redirectErrorStream(true).redirectOutput(log.toFile()).start();
  }

  private static ProcessBuilder command(Object... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Sooner up than with the vector module and the compiler for it; the draws are the same.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    for (Object arg : args) {
      command.add(arg.toString());
    }
    return new ProcessBuilder(command);
  }
}
