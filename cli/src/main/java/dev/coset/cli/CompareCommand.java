package dev.coset.cli;

import dev.coset.comparison.ChosenModels;
import dev.coset.comparison.LongChain;
import dev.coset.comparison.ManyChains;
import dev.coset.comparison.Method;
import dev.coset.comparison.MethodResult;
import dev.coset.comparison.NamedMethod;
import dev.coset.comparison.NamedMethod.Sizes;
import dev.coset.comparison.Workbench;
import dev.coset.data.InputException;
import dev.coset.fit.Fit;
import dev.coset.fit.FitStopped;
import dev.coset.laplace.Laplace;
import dev.coset.model.Study;
import dev.coset.parallel.StoppedException;
import dev.coset.store.DurableFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = "Compare many chains with one chain, deep ensembles and Laplace approximations.",
    footer = {
      "",
      "All methods predict the same test rows. Scores are in units of the target's standard"
          + " deviation. The percentages are the shares of test rows inside the central 50, 90 and"
          + " 95%% intervals. The cost of 'mixture' includes its chains, which are sampled only"
          + " once.",
      "",
      "Methods:",
      "  auto                 without --hidden: the models that cross-validation chooses, as in"
          + " fit; the other methods use 16,16",
      "  chains               many chains",
      "  long-chain           one chain with as many draws",
      "  ensemble             networks trained with early stopping",
      "  laplace              draws from a normal around a trained network",
      "  laplace-linearised   the same for the network linearised there, in closed form",
      "  mixture              one linearised normal for each mode of the chains' draws",
      "",
      "The paper's own ensembles and Laplace approximations: coset reproduce table1 table3.",
      "",
      "Examples:",
      "  coset compare houses.csv --target price",
      "  coset compare houses.csv --target price --hidden 3 --methods chains,ensemble,mixture --out"
          + " DIR"
    })
final class CompareCommand implements Callable<Integer> {
  @Mixin DataOptions data = new DataOptions();

  @Option(
      names = "--methods",
      paramLabel = "NAMES",
      split = ",",
      defaultValue = "chains,long-chain,ensemble,laplace,laplace-linearised,mixture",
      description = "Methods to compare, in this order. Default: ${DEFAULT-VALUE}.")
  List<NamedMethod> methods = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder for the runs of chains and the table (compare.csv). After Ctrl-C the same command"
              + " resumes.")
  @Nullable Path out;

  @Option(
      names = "--members",
      paramLabel = "N",
      defaultValue = "10",
      description = "Networks of an ensemble. Default: ${DEFAULT-VALUE}.")
  int members;

  @Option(
      names = "--laplace-draws",
      paramLabel = "N",
      defaultValue = "" + Laplace.DRAWS,
      description = "Draws from a Laplace approximation. Default: ${DEFAULT-VALUE}.")
  int laplaceDraws;

  @Mixin ModelOptions model = new ModelOptions();
  @Mixin EngineOptions engine = new EngineOptions();

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var console = new Console(spec, json);
    Fit fit = model.in(data.fit()).threads(engine.threads).engine(engine.engine());
    Study study = fit.listener(new FitProgress(console)).comparedStudy();
    var sizes = new Sizes(members, laplaceDraws, fit.weighting());
    var progress = new MethodProgress(console.err());
    var bench = Workbench.on(engine.engine(), engine.threads).watchedBy(progress);
    var comparison = new Comparison(study, out == null ? bench : bench.in(out), console, out);
    try (var signal = new StopOnSignal(progress::stop)) {
      if (!comparison.addAll(methods(fit, sizes), progress)) {
        return RunSummary.CTRL_C;
      }
    }
    comparison.print();
    return 0;
  }

  /** What fit would do by default begins, unless a network was given. */
  private List<Method> methods(Fit fit, Sizes sizes) {
    List<Method> all = new ArrayList<>();
    if (fit.choosesModel()) {
      all.add(new ChosenModels("auto", fit));
    }
    methods.forEach(m -> all.add(m.of(sizes)));
    return all;
  }

  /** Methods that have run so far. */
  private static final class Comparison {
    private final Study study;
    private final Workbench at;
    private final Console console;
    private final @Nullable Path folder;
    private final List<MethodResult> results = new ArrayList<>();
    private final Map<String, String> failures = new LinkedHashMap<>();

    Comparison(Study study, Workbench at, Console console, @Nullable Path folder) {
      this.study = study;
      this.at = at;
      this.console = console;
      this.folder = folder;
    }

    /** Returns false where it was stopped, and has said so. */
    boolean addAll(List<Method> methods, MethodProgress progress) {
      try (progress) {
        for (Method method : methods) {
          add(method);
          progress.close();
        }
        return true;
      } catch (StoppedException | FitStopped stopped) {
        console.err().println(MethodProgress.stopped(folder));
        console.err().flush();
        return false;
      }
    }

    /** Runs a method; one that cannot be fitted to these data leaves the others alone. */
    private void add(Method method) {
      try {
        results.add(method.run(study, at));
      } catch (IllegalArgumentException e) {
        if (method instanceof ManyChains
            || method instanceof LongChain
            || method instanceof ChosenModels) {
          throw e; // such as a folder that holds another run
        }
        String reason =
            e instanceof InputException input
                ? input.in(console.dialect())
                : String.valueOf(e.getMessage());
        failures.put(method.name(), reason);
        console.warn(method.name() + " failed: " + reason);
      }
      if (folder != null && !results.isEmpty()) {
        write(folder, MethodTable.csv(results));
      }
    }

    void print() {
      if (results.isEmpty()) {
        throw new InputException(failures.values().iterator().next());
      }
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("train_rows", study.split().train().length);
      fields.put("test_rows", study.split().test().length);
      fields.put("hidden", study.configuration().hidden());
      fields.put("seed", study.configuration().plan().seed());
      fields.put("methods", MethodTable.fields(results, ScoredTarget.of(study)));
      fields.put("failed", failures);
      console.print(fields, MethodTable.text(results).stripTrailing());
    }

    private static void write(Path folder, String csv) {
      try {
        Files.createDirectories(folder);
        DurableFiles.replace(folder, "compare.csv", csv.getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
