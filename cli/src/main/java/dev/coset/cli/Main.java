package dev.coset.cli;

import dev.coset.data.InputException;
import dev.coset.store.Version;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/**
 * Starts the command line. Exits with 0 on success, 2 on a usage or input error, 1 on anything
 * else.
 */
@Command(
    name = "coset",
    description = "Bayesian neural networks by sampling, modulo their symmetries.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Main.VersionText.class,
    footer = {
      "",
      "Examples:",
      "  coset demo",
      "  coset fit houses.csv --target price --out houses-run",
      "  coset predict houses-run new.csv -o predictions.csv"
    })
public final class Main implements Runnable {

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "On an error, also print where in the program it came from.")
  boolean verbose;

  @CommandLine.Spec CommandLine.Model.@org.jspecify.annotations.Nullable CommandSpec spec;

  private static final Set<String> VERSION = Set.of("--version", "-V");

  /** In the order in which help lists them. */
  private static final Map<String, Class<?>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("demo", DemoCommand.class);
    COMMANDS.put("fit", FitCommand.class);
    COMMANDS.put("resume", ResumeCommand.class);
    COMMANDS.put("predict", PredictCommand.class);
    COMMANDS.put("score", ScoreCommand.class);
    COMMANDS.put("symmetry", SymmetryCommand.class);
    COMMANDS.put("compare", CompareCommand.class);
    COMMANDS.put("cross-validate", CrossValidateCommand.class);
    COMMANDS.put("reproduce", ReproduceCommand.class);
    COMMANDS.put("diagnose", DiagnoseCommand.class);
    COMMANDS.put("explain", ExplainCommand.class);
    COMMANDS.put("export", ExportCommand.class);
    COMMANDS.put("compress", CompressCommand.class);
    COMMANDS.put("report", ReportCommand.class);
    COMMANDS.put("card", CardCommand.class);
    COMMANDS.put("chains", ChainsCommand.class);
    COMMANDS.put("cardinality", CardinalityCommand.class);
    COMMANDS.put("serve", ServeCommand.class);
    COMMANDS.put("help", CommandLine.HelpCommand.class);
  }

  static final class VersionText implements CommandLine.IVersionProvider {
    static final String LINE =
        "coset " + Version.CURRENT + " on Java " + System.getProperty("java.version");

    @Override
    public String[] getVersion() {
      return new String[] {LINE};
    }
  }

  public static void main(String[] args) {
    Failures.prepare();
    var standardOutput = new StandardOutput();
    PrintWriter out = standardOutput.writer();
    var err = new PrintWriter(System.err, true, StandardOutput.charset("stderr.encoding"));
    int code = run(out, err, args);
    if (out.checkError()) {
      if (!standardOutput.reason().isEmpty()) {
        err.println(
            "coset: Standard output could not be written: " + standardOutput.reason() + ".");
      }
      code = Math.max(1, code);
    }
    System.exit(code);
  }

  /** Runs one command and returns the exit code. */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    if (args.length == 1 && VERSION.contains(args[0])) {
      out.println(VersionText.LINE);
      return 0;
    }
    try {
      return execute(out, err, args);
    } catch (RuntimeException | VirtualMachineError | LinkageError e) {
      Optional<String> limit = Failures.limit(e);
      if (limit.isEmpty()) {
        throw e;
      }
      return tell(limit.get(), err);
    }
  }

  /** Prints a sentence without making another string: there may be no memory left. */
  private static int tell(String limit, PrintWriter err) {
    err.print("coset: ");
    err.println(limit);
    return 2;
  }

  private static int execute(PrintWriter out, PrintWriter err, String... args) {
    var main = new Main();
    CommandLine line = line(main, args);
    line.setOut(out)
        .setErr(err)
        .setExpandAtFiles(false) // a name may begin with @
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(true)
        .setUsageHelpLongOptionsMaxWidth(28)
        .setParameterExceptionHandler(Main::misused)
        .setExecutionExceptionHandler((e, command, parsed) -> main.failed(e, command));
    return line.execute(args);
  }

  /** With all commands, or with the one that is asked for, as to make them all takes time. */
  static CommandLine line(Main main, String... args) {
    var line = new CommandLine(main);
    Class<?> only = args.length == 0 || args[0].equals("help") ? null : COMMANDS.get(args[0]);
    if (only != null) {
      line.addSubcommand(only);
    } else {
      COMMANDS.values().forEach(line::addSubcommand);
    }
    return line;
  }

  private static int misused(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String what = Console.printable(String.valueOf(e.getMessage()));
    command
        .getErr()
        .printf(
            "coset: %s%s See '%s --help'.%n",
            what, endsSentence(what) ? "" : ".", command.getCommandSpec().qualifiedName());
    return 2;
  }

  private static boolean endsSentence(String text) {
    return text.endsWith(".") || text.endsWith("?") || text.endsWith("!");
  }

  private int failed(Exception e, CommandLine command) {
    PrintWriter err = command.getErr();
    if (verbose) {
      e.printStackTrace(err);
    }
    Optional<String> limit = Failures.limit(e);
    if (limit.isPresent()) {
      return tell(limit.get(), err);
    }
    err.println(
        "coset: "
            + switch (e) {
              case InputException input -> Console.printable(input.in(Console.dialect(err)));
              case UncheckedIOException io -> Failures.sentence(io);
              case IOException io -> Failures.sentence(io);
              default -> Failures.unexpected(e);
            });
    return e instanceof InputException ? 2 : 1;
  }

  @Override
  public void run() {
    if (spec != null) {
      throw new ParameterException(spec.commandLine(), "Say which command to run.");
    }
  }
}
