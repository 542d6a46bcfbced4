package dev.coset.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.Engine;
import dev.coset.comparison.MethodMonitor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LppdTableTest {
  private static final double PRINTED = 0.79; // of D_I, f1, many chains
  private static final double ROUNDING = 0.005;
  private static final double ERROR = 0.02;

  @TempDir Path folder;

  private static Measurement measured(String method, int parts, int draws, long seed, double lppd) {
    return new Measurement(
        PaperData.IZMAILOV,
        PaperNetwork.F1,
        method,
        parts,
        draws,
        Paper.WARMUP,
        seed,
        lppd,
        0.06,
        ERROR,
        0.1,
        1,
        1,
        "");
  }

  /** The last column of the CSV's rows, and of the page's. */
  private record Verdicts(List<String> ofSeeds, List<String> ofCells) {}

  private Verdicts verdicts(Measurement... measurements) throws Exception {
    Path out = Files.createTempDirectory(folder, "out");
    var kept = new Measurements(out.resolve("measurements"));
    Arrays.stream(measurements).forEach(kept::keep);
    var laboratory = new Laboratory(out, out, Scope.all(), Engine.local(1), 1, MethodMonitor.NONE);
    new LppdTable(new Table1(), List.of(Table1.MANY_CHAINS), "").write(laboratory);
    String csv = Files.readString(out.resolve("table1/table1.csv"));
    String page = Files.readString(out.resolve("table1/table1.md"));
    return new Verdicts(
        last(csv.lines().skip(1), ","),
        last(page.lines().filter(line -> line.startsWith("| D_I")), "\\|"));
  }

  private static List<String> last(Stream<String> lines, String separator) {
    return lines.map(line -> line.split(separator)).map(c -> c[c.length - 1].strip()).toList();
  }

  @Test
  void everySeedIsJudgedByItself() throws Exception {
    var found =
        verdicts(
            measured("chains", 54, 1, 0, PRINTED),
            measured("chains", 54, 1, 1, PRINTED + 0.1),
            measured("chains", 54, 1, 2, PRINTED - 0.13));
    assertThat(found.ofSeeds()).containsExactly("agrees", "intervals meet", "differs: worse");
    assertThat(found.ofCells()).containsExactly("agrees"); // 0.01 below
  }

  /** The paper's chains are 1274, so its variance is that of 54 divided by 1274 / 54. */
  @Test
  void thePapersErrorIsThatOfItsOwnChains() throws Exception {
    double edge = ROUNDING + 2 * ERROR * Math.sqrt(1 + 54.0 / 1274);
    assertThat(verdicts(measured("chains", 54, 1, 0, PRINTED + edge - 1e-6)).ofCells())
        .containsExactly("agrees");
    assertThat(verdicts(measured("chains", 54, 1, 0, PRINTED + edge + 1e-6)).ofCells())
        .containsExactly("intervals meet");
  }

  @Test
  void seedsLessenOurErrorAndNotThePapers() throws Exception {
    double edge = ROUNDING + 2 * ERROR * Math.sqrt(1 / 4.0 + 1);
    for (double beyond : new double[] {-1e-6, 1e-6}) {
      var seeds = new Measurement[4];
      Arrays.setAll(seeds, s -> measured("chains", 1274, 1, s, PRINTED + edge + beyond));
      assertThat(verdicts(seeds).ofCells())
          .containsExactly(beyond < 0 ? "agrees" : "intervals meet");
    }
  }
}
