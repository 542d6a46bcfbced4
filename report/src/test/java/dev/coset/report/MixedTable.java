package dev.coset.report;

import dev.coset.chains.ChainPlan;
import dev.coset.data.Dataset;
import dev.coset.data.MissingCells;
import dev.coset.data.RawTable;
import dev.coset.data.Split;
import dev.coset.data.TableOptions;
import dev.coset.data.TargetScale;
import dev.coset.data.TargetType;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.network.Activation;
import dev.coset.posterior.Likelihood;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** A table with all kinds of columns: numbers and dates in several forms, text, gaps, tails. */
final class MixedTable {
  static final String HEADER = "plain,\"wide, heavy\",level,flag,day,moment,comma,target\n";

  private static final int ROWS = 90;
  private static final List<String> LEVELS =
      List.of("</script><script>window.hacked=1</script>", "a, \"b\"", "<img src=x onerror=1>");

  private MixedTable() {}

  static String row(int i, String target) {
    return String.format(
        Locale.ROOT,
        "%s,%s,\"%s\",%s,2024-%02d-%02d,2023-05-%02d %02d:30,%s,%s%n",
        i % 9 == 0 ? "NA" : String.valueOf((i * 37 % ROWS) / 30.0 - 1.3),
        i % 30 == 1 ? 1e6 * i : i % 7,
        LEVELS.get(i % 3).replace("\"", "\"\""),
        i % 4 == 0 ? "yes" : "No",
        1 + i % 12,
        1 + i % 28,
        1 + i % 28,
        i % 24,
        "\"%d.%03d,5\"".formatted(1 + i % 5, i),
        target);
  }

  private static String target(String kind, int i) {
    double x = (i * 37 % ROWS) / 30.0 - 1.3 + (i * 7 % 5) / 9.0;
    return switch (kind) {
      case "two" -> x > 0 ? "yes</b>" : "no";
      case "three" -> List.of("p", "<q>", "r").get(Math.floorMod((int) (2 * x), 3));
      case "log", "heteroscedastic log", "student log" -> String.valueOf(Math.exp(x));
      case "millions" -> String.valueOf(1e6 * x);
      default -> String.valueOf(x);
    };
  }

  /**
   * A study of the table.
   *
   * @param kind what its target is, or what else is special about it
   */
  static Study study(Path folder, String kind) throws IOException {
    var text = new StringBuilder(HEADER);
    IntStream.range(0, ROWS).forEach(i -> text.append(row(i, target(kind, i))));
    Path csv = Files.writeString(folder.resolve("table.csv"), text);
    boolean classes = kind.equals("two") || kind.equals("three");
    var options =
        new TableOptions(
            "target",
            classes ? TargetType.CLASSES : TargetType.NUMBER,
            MissingCells.IMPUTE,
            List.of(),
            List.of(),
            List.of(),
            null,
            null,
            true);
    // Of few rows the features, some twenty, outnumber them, and networks see components.
    var split = Split.shuffled(ROWS, kind.equals("few") ? 0.85 : 0.25, 0);
    Dataset data = RawTable.read(csv, options).fit(split.train());
    var configuration =
        Configuration.of(new int[] {4, 3}, ChainPlan.of(5, 60, 4, 0))
            .withLikelihood(
                classes
                    ? Likelihood.CATEGORICAL
                    : kind.startsWith(Likelihood.HETEROSCEDASTIC)
                        ? Likelihood.HETEROSCEDASTIC
                        : kind.startsWith(Likelihood.STUDENT)
                            ? Likelihood.STUDENT
                            : Likelihood.NORMAL)
            .withTargetScale(kind.endsWith("log") ? TargetScale.LOG : TargetScale.LINEAR)
            .with(kind.equals("relu") ? Activation.RELU : Activation.TANH);
    return Study.of(data, split, configuration);
  }
}
