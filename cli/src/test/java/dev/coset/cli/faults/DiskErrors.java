package dev.coset.cli.faults;

import dev.coset.cli.Coset;
import dev.coset.cli.Coset.Result;
import dev.coset.posterior.Draws;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Commands on a disk that is full or broken from one call on, each in turn, in a JVM whose default
 * file system is {@link FaultyProvider}. Prints what was not as it should be, then a count.
 */
public final class DiskErrors {
  private static final List<String> COMMANDS =
      List.of("fit", "extend", "predict", "export", "symmetry", "score", "report");

  private DiskErrors() {}

  /** Takes a folder, and how many calls to leave out between two that fail. */
  public static void main(String[] args) throws IOException {
    var small = SmallRun.in(Path.of(args[0]));
    int stride = Integer.parseInt(args[1]);
    int cases = 0;
    for (String command : COMMANDS) {
      for (Fault fault : List.of(Fault.NO_SPACE, Fault.IO_ERROR)) {
        int call = 0;
        while (meets(small, command, fault, call)) {
          call += stride;
          cases++;
        }
      }
    }
    System.out.println(cases + " cases");
  }

  /** Runs a command with a fault; false where the command made fewer calls than that. */
  private static boolean meets(SmallRun small, String command, Fault fault, int call)
      throws IOException {
    Path run = command.equals("fit") ? small.folder().resolve("fresh") : small.copy("copy");
    Map<Integer, Draws> before = SmallRun.draws(small.whole());
    List<Object> words =
        command.equals("fit") ? small.fit(run, SmallRun.CHAINS) : small.command(command, run);
    Fault.arm(
        fault, call, command.equals("fit") || command.equals("extend") ? run : small.folder());
    Result result = Coset.run(words.toArray());
    boolean met = Fault.calls() > call;
    Fault.arm(Fault.NONE, 0, small.folder());
    String trouble = trouble(small, command, run, result, met, before);
    if (!trouble.isEmpty()) {
      System.out.println(command + " " + fault + " at " + call + ": " + trouble);
    }
    SmallRun.delete(run);
    return met;
  }

  /** The system's reason, and the file or folder it is about. */
  private static boolean said(SmallRun small, Result result) {
    String err = result.err().toLowerCase(Locale.ROOT);
    return result.err().contains(small.folder().toString())
        && (err.contains("no space left on device") || err.contains("input/output error"));
  }

  private static String trouble(
      SmallRun small,
      String command,
      Path run,
      Result result,
      boolean met,
      Map<Integer, Draws> before) {
    if (result.exitCode() != 0 && !SmallRun.isClear(result)) {
      return "not clear: exit " + result.exitCode() + " " + result.err();
    }
    if (result.exitCode() != 0 && !said(small, result)) {
      return "does not say what the disk said: " + result.err();
    }
    if (result.exitCode() != 0 && !met) {
      return "failed for nothing: " + result.err();
    }
    if (!met) {
      return ""; // nothing to recover from
    }
    Result again =
        command.equals("fit")
            ? Coset.run(small.fit(run, SmallRun.CHAINS).toArray())
            : Coset.run(small.command(command, run).toArray());
    if (again.exitCode() != 0) {
      return "does not recover: " + again.err();
    }
    Map<Integer, Draws> after = SmallRun.draws(run);
    return after.entrySet().containsAll(before.entrySet()) ? "" : "other draws";
  }
}
