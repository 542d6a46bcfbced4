package dev.coset.cli.faults;

import dev.coset.cli.Main;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The program in a JVM of its own, in which one call to the file system meets a fault. */
public final class FaultyCoset {
  private FaultyCoset() {}

  /** Takes the fault, the number of the call, the folder it concerns, then a command. */
  public static void main(String[] args) {
    Fault.arm(Fault.valueOf(args[0]), Integer.parseInt(args[1]), Path.of(args[2]));
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> System.err.println("calls " + Fault.calls())));
    Main.main(Arrays.copyOfRange(args, 3, args.length));
  }

  static Process start(Path log, Fault fault, int call, Path folder, List<Object> command)
      throws IOException {
    List<Object> args = new ArrayList<>(List.of(fault, call, folder));
    args.addAll(command);
    return java(FaultyCoset.class, args)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  /** A JVM whose default file system has faults. */
  static ProcessBuilder java(Class<?> main, List<Object> args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1"); // starts sooner, as it does without the vector module
    command.add("-XX:+UseSerialGC");
    command.add("-Djava.nio.file.spi.DefaultFileSystemProvider=" + FaultyProvider.class.getName());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    args.forEach(arg -> command.add(arg.toString()));
    return new ProcessBuilder(command);
  }
}
