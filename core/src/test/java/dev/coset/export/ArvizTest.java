package dev.coset.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.Equipment;
import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.Engine;
import dev.coset.data.Dataset;
import dev.coset.data.Split;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.network.Precision;
import dev.coset.posterior.Draws;
import dev.coset.sampler.NutsStatistics;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.store.MissingChains;
import dev.coset.store.RunStore;
import dev.coset.store.SyntheticRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/**
 * ArviZ opens the store and finds what the run holds. COSET_PYTHON names a Python with what
 * src/test/python/requirements.txt lists, which then must be able to; without it python3 is tried.
 */
class ArvizTest {
  private static final String NAMED = System.getenv("COSET_PYTHON");
  private static final String PYTHON = NAMED == null ? "python3" : NAMED;
  private static final Path SCRIPT = Path.of("src/test/python/check_export.py");
  private static final int UNABLE = 3;

  @TempDir Path folder;

  /** Of all runs at once: importing ArviZ takes seconds. */
  @Test
  void arvizReadsWhatEveryRunHolds() throws Exception {
    write("normal");
    write("heteroscedastic", 0);
    write("student", 0);
    write("categorical", 2);
    write("categorical", 3);
    var log = python();
    if (log.exitCode() == UNABLE) {
      assertThat(NAMED)
          .as("COSET_PYTHON names a Python that cannot read Zarr stores: " + log.output())
          .isNull();
      Equipment.PYTHON.assume(false);
    }
    assertThat(log.exitCode()).as(log.output()).isZero();
  }

  private void write(String name) throws IOException {
    try (var run = run()) {
      Path stores = stores(name, run);
      ExportFormat.ZARR.write(run, stores.resolve("whole.zarr"), 2);
      // One, some and all draws of a chain in a chunk, and ends that do not fill theirs.
      Path cut = stores.resolve("cut.zarr");
      new ArvizLayout(FinishedChains.of(run, run.weights()), 160, 1).write(cut);
      assertThat(cut.resolve("sample_stats/lp/2.0")).exists();
      assertThat(cut.resolve("posterior/w1/0.1.0.0")).exists();
    }
  }

  private void write(String likelihood, int classes) throws IOException {
    double[][] x = new double[40][2];
    double[] y = new double[x.length];
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      x[i] = new double[] {Math.sin(i), i % 7};
      y[i] = x[i][0] + i % 3;
      labels.add("class " + i % Math.max(1, classes));
    }
    List<String> names = List.of("a", "b");
    Dataset data =
        classes == 0 ? Dataset.of(names, x, "y", y) : Dataset.classes(names, x, "y", labels);
    var configuration =
        Configuration.of(new int[] {2}, ChainPlan.of(3, 50, 5, 1))
            .withLikelihood(likelihood)
            .with(Precision.DOUBLE);
    var study = Study.of(data, Split.shuffled(x.length, 0.2, 1), configuration);
    String name = likelihood + classes;
    try (var run = RunStore.create(folder.resolve(name + "-run"), study, "a program")) {
      MissingChains.sample(run, Engine.local(2), SamplerMonitor.NONE);
      ExportFormat.ZARR.write(run, stores(name, run).resolve("run.zarr"), 2);
    }
  }

  /** The folder of a run's stores, with what they must hold. */
  private Path stores(String name, RunStore run) throws IOException {
    Path stores = Files.createDirectories(folder.resolve("stores").resolve(name));
    Files.write(
        stores.resolve("expected.json"), JsonMapper.shared().writeValueAsBytes(expected(run)));
    return stores;
  }

  /** Seven chains of seven draws, of which the third failed. */
  private RunStore run() {
    var study = SyntheticRun.study(7, 7, 40);
    return SyntheticRun.create(
        folder.resolve("run"),
        study,
        c -> {
          if (c == 2) {
            return new ChainOutcome.Failed(2, "No start was found.", 0.1);
          }
          var made = SyntheticRun.chain(c, 7, 3);
          NutsStatistics.of(made.draws()).diverged()[c] = 1;
          NutsStatistics.of(made.draws()).depth()[c] = c;
          return made;
        });
  }

  private static Map<String, Object> expected(RunStore run) {
    var finished =
        run.outcomes().stream()
            .filter(ChainOutcome.Finished.class::isInstance)
            .map(ChainOutcome.Finished.class::cast)
            .toList();
    var study = run.study();
    var points = study.posterior().data();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("widths", study.posterior().network().widths());
    fields.put("input", study.data().encoding().featureNames());
    fields.put("chain", finished.stream().map(ChainOutcome::chain).toList());
    fields.put(
        "draws", each(finished, d -> IntStream.range(0, d.count()).mapToObj(d::draw).toList()));
    List<String> classes = study.data().encoding().target().levels();
    int outputs = study.posterior().network().outputs();
    fields.put(
        "output",
        classes.isEmpty()
            ? study.posterior().likelihood().functionNames(outputs)
            : classes.subList(classes.size() - outputs, classes.size()));
    fields.put("lp", each(finished, Draws::logDensity));
    for (String name : List.of("energy", "acceptance_rate", "tree_depth", "n_steps", "diverging")) {
      fields.put(name, each(finished, draws -> draws.statistic(name)));
    }
    fields.put(
        "step_size",
        finished.stream()
            .map(f -> java.util.Collections.nCopies(f.draws().count(), f.warmup().stepSize()))
            .toList());
    fields.put("obs", study.split().train());
    fields.put("y", points.y().values());
    fields.put(
        "x",
        IntStream.range(0, points.count())
            .mapToObj(i -> Arrays.stream(points.x()).mapToDouble(f -> f[i]).toArray())
            .toList());
    fields.put(
        "attributes",
        Map.of(
            "created_by",
            "coset",
            "seed",
            study.configuration().plan().seed(),
            "target",
            "y",
            "likelihood",
            study.configuration().likelihood(),
            "target_classes",
            classes,
            "target_scale",
            "linear",
            "target_center",
            study.scaling().target().center(),
            "target_spread",
            study.scaling().target().spread(),
            "failed_chains",
            run.outcomes().stream()
                .filter(ChainOutcome.Failed.class::isInstance)
                .map(ChainOutcome::chain)
                .toList()));
    return fields;
  }

  private static List<?> each(List<ChainOutcome.Finished> finished, Function<Draws, ?> statistic) {
    return finished.stream().map(f -> statistic.apply(f.draws())).toList();
  }

  private record Log(int exitCode, String output) {}

  private Log python() throws IOException, InterruptedException {
    Path output = folder.resolve("python.log");
    Process process;
    try {
      process =
          new ProcessBuilder(PYTHON, SCRIPT.toString(), folder.resolve("stores").toString())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
    } catch (IOException e) {
      return new Log(UNABLE, e.toString());
    }
    if (!process.waitFor(300, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
    return new Log(process.exitValue(), Files.readString(output));
  }
}
