package dev.coset.report;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.data.Dataset;
import dev.coset.data.Datasets;
import dev.coset.data.MissingCells;
import dev.coset.data.Split;
import dev.coset.data.TargetType;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Likelihood;
import dev.coset.sampler.NutsStatistics;
import dev.coset.sampler.WarmupSummary;
import dev.coset.store.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/** Runs whose draws are made up: normal about one point, the symmetry left in. */
final class Runs {
  /** Names and texts that would do harm if a page took them for more than text. */
  static final List<String> HOSTILE =
      List.of(
          "<script>window.hacked=1</script>",
          "\"><img src=x onerror=\"window.hacked=1\">",
          "</script><script>window.hacked=1</script>",
          "__proto__",
          "constructor",
          "{{body}}'&amp;<!--",
          "{a|b} ${window.hacked=1} \u2028\u2029",
          "x".repeat(500));

  private Runs() {}

  /** A study of {@code features} numeric columns, the target a sine of the first. */
  static Study study(int rows, int features, double testFraction, int chains, int draws) {
    double[][] x = new double[rows][features];
    double[] y = new double[rows];
    var random = RandomSource.XO_SHI_RO_256_PP.create(3);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < features; j++) {
        x[i][j] = 4 * random.nextDouble();
      }
      y[i] = 20 + 5 * Math.sin(x[i][0]) + random.nextDouble();
    }
    return study(Dataset.of(x, y), testFraction, chains, draws);
  }

  static Study study(Dataset data, double testFraction, int chains, int draws) {
    var configuration =
        Configuration.of(new int[] {3}, ChainPlan.of(chains, 60, draws, 0))
            .withLikelihood(Likelihood.usual(data.encoding().kind()));
    return Study.of(data, Split.shuffled(data.rows(), testFraction, 0), configuration);
  }

  /** The same as {@link #study(int, int, double, int, int)} with noise that depends on x. */
  static Study heteroscedastic(int rows, int features, double testFraction, int chains, int draws) {
    Study normal = study(rows, features, testFraction, chains, draws);
    return normal.with(normal.configuration().withLikelihood(Likelihood.HETEROSCEDASTIC));
  }

  /** A study of {@code features} numeric columns whose first tells the classes apart, mostly. */
  static Study classes(
      int rows, int features, List<String> names, double testFraction, int chains, int draws) {
    return study(labelled(rows, features, names), testFraction, chains, draws);
  }

  static Dataset labelled(int rows, int features, List<String> names) {
    double[][] x = new double[rows][features];
    List<String> labels = new ArrayList<>();
    var random = RandomSource.XO_SHI_RO_256_PP.create(4);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < features; j++) {
        x[i][j] = 4 * random.nextDouble();
      }
      double blurred = x[i][0] / 4 + 0.2 * (random.nextDouble() - 0.5);
      labels.add(names.get(Math.clamp((long) (names.size() * blurred), 0, names.size() - 1)));
    }
    List<String> columns = IntStream.rangeClosed(1, features).mapToObj(j -> "x" + j).toList();
    return Dataset.classes(columns, x, "kind", labels);
  }

  /** A run in which all chains finish but those that are to fail or are missing. */
  static RunStore run(
      Path folder, Study study, String source, IntPredicate fails, IntPredicate missing) {
    var run = RunStore.create(folder, study, source);
    var plan = study.configuration().plan();
    for (int chain = 0; chain < plan.chains(); chain++) {
      if (fails.test(chain)) {
        run.append(new ChainOutcome.Failed(chain, "The <b>density</b> is infinite.", 0.1));
      } else if (!missing.test(chain)) {
        run.append(chain(study, chain, plan.sampler().draws(), 0.3));
      }
    }
    return run;
  }

  static RunStore run(Path folder, Study study) {
    return run(folder, study, "made up", c -> false, c -> false);
  }

  static ChainOutcome.Finished chain(Study study, int chain, int count, double spread) {
    int dimension = study.posterior().dimension();
    var normal =
        ZigguratSampler.NormalizedGaussian.of(RandomSource.XO_SHI_RO_256_PP.create(100 + chain));
    Draws draws = Draws.ofSize(count, dimension, NutsStatistics.SCHEMA);
    var told = NutsStatistics.of(draws);
    for (int g = 0; g < count; g++) {
      for (int j = 0; j < dimension; j++) {
        double centre = j == dimension - 1 ? -1 : Math.sin(3 * j + 1);
        draws.values()[g * dimension + j] = centre + spread * normal.sample();
      }
      draws.chain()[g] = chain;
      draws.logDensity()[g] = -10 + normal.sample();
      told.energy()[g] = 20 + normal.sample();
      told.acceptance()[g] = 0.8;
      told.depth()[g] = 3 + g % 2;
      told.steps()[g] = 7;
    }
    var warmup = new WarmupSummary(0.1 + 0.001 * chain, new double[dimension], 400 + chain, 0);
    return new ChainOutcome.Finished(chain, draws, warmup, 1, 0.25);
  }

  /** A run of a file whose column names and cells are hostile. */
  static RunStore hostile(Path folder) throws IOException {
    var csv = new StringBuilder();
    for (String name : HOSTILE) {
      csv.append(cell(name)).append(',');
    }
    csv.append("level,").append(cell("</title><script>window.hacked=1</script>")).append('\n');
    for (int i = 0; i < 60; i++) {
      int row = i;
      IntStream.range(0, HOSTILE.size()).forEach(j -> csv.append((row * (j + 3)) % 17).append(','));
      csv.append(cell(HOSTILE.get(i % HOSTILE.size()))).append(',').append(i % 13).append('\n');
    }
    Path file = folder.resolve("hostile.csv");
    Files.writeString(file, csv);
    var data =
        Datasets.fromCsv(
            file,
            "</title><script>window.hacked=1</script>",
            TargetType.NUMBER,
            MissingCells.ERROR);
    String source = "<img src=x onerror=window.hacked=1>'; rm -rf .csv";
    return run(folder.resolve("run"), study(data, 0.25, 6, 1), source, c -> c == 2, c -> false);
  }

  private static String cell(String text) {
    return '"' + text.replace("\"", "\"\"") + '"';
  }
}
