package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.Equipment;
import dev.coset.chains.ChainOutcome;
import dev.coset.cli.Coset.Result;
import dev.coset.store.SyntheticRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user, a folder or a full disk can do wrong ends in one sentence and loses nothing. */
class FailingWellTest {
  @TempDir Path folder;
  private Path run;
  private Path csv;

  @BeforeEach
  void make() throws IOException {
    run = folder.resolve("run");
    SyntheticRun.create(run, SyntheticRun.study(4, 3, 40), c -> SyntheticRun.chain(c, 3, 1))
        .close();
    csv = Files.writeString(folder.resolve("new.csv"), "länge,b,y\n0.5,2,1\n-1,7,0.25\n3,1,2\n");
  }

  private static void assertRefused(Result result, String... words) {
    assertThat(result.exitCode()).as(result.err()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    // What was made of a table may come before.
    assertThat(result.err().lines().dropWhile(line -> !line.startsWith("coset: "))).hasSize(1);
    for (String word : words) {
      assertThat(result.err()).contains(word);
    }
  }

  /** Shortest decimals that read back as the double that was meant, whatever the target's scale. */
  @Test
  void predictionsOfALargeTargetKeepTheirDigits() throws IOException {
    var text = new StringBuilder("x,y\n");
    for (int i = 0; i < 60; i++) {
      text.append(i).append(',').append(1.7e9 + 250 * Math.sin(i / 10.0)).append('\n');
    }
    Path data = Files.writeString(folder.resolve("large.csv"), text);
    Path large = folder.resolve("large");
    Result fitted =
        Coset.run(
            "fit",
            data,
            "--target",
            "y",
            "--out",
            large,
            "--hidden",
            2,
            "--chains",
            3,
            "--warmup",
            30,
            "--no-report");
    assertThat(fitted.exitCode()).as(fitted.err()).isZero();
    List<String> rows = Coset.run("predict", large, data).out().lines().skip(1).toList();
    assertThat(rows.stream().map(row -> row.split(",")[1]).distinct()).hasSize(60);
  }

  @Test
  void predictionsAreWrittenThroughToWhatIsNoFile() throws Exception {
    Path pipe = folder.resolve("pipe");
    var made = new ProcessBuilder("mkfifo", pipe.toString()).start();
    Equipment.PIPES.assume(made.waitFor(10, TimeUnit.SECONDS) && made.exitValue() == 0);
    Path copy = folder.resolve("copy");
    var reader = new ProcessBuilder("cat", pipe.toString()).redirectOutput(copy.toFile()).start();
    assertThat(Coset.run("predict", run, csv, "-o", pipe).exitCode()).isZero();
    assertThat(reader.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(copy)).isEqualTo(Coset.run("predict", run, csv).out());
    assertThat(Files.isRegularFile(pipe)).isFalse();
  }

  @Test
  void theFilesOfOthersAreLeftAlone() throws IOException {
    Path out = folder.resolve("out.csv");
    Path others = Files.writeString(folder.resolve("out.csv.pending"), "mine");
    assertThat(Coset.run("predict", run, csv, "-o", out).exitCode()).isZero();
    assertThat(others).hasContent("mine");
    Path link = Files.createSymbolicLink(folder.resolve("link.csv"), out);
    Files.writeString(out, "old");
    assertThat(Coset.run("predict", run, csv, "-o", link).exitCode()).isZero();
    assertThat(link).isSymbolicLink();
    assertThat(Files.readString(out)).startsWith("row,mean,");
    try (var files = Files.list(folder)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder("run", "new.csv", "out.csv", "out.csv.pending", "link.csv");
    }
    assertRefused(Coset.run("predict", run, csv, "-o", folder.resolve("no/x.csv")), "no folder");
  }

  @Test
  void noResultIsWrittenIntoTheRunItIsMadeFrom() throws IOException {
    Path small = folder.resolve("small.coset");
    assertThat(Coset.run("compress", run, "--out", small).exitCode()).isZero();
    Path link = Files.createSymbolicLink(folder.resolve("link.csv"), run.resolve("manifest.json"));
    Path alias = Files.createSymbolicLink(folder.resolve("alias"), run);
    Map<Path, byte[]> before = contents();
    for (Path inside :
        List.of(
            run.resolve("manifest.json"),
            run.resolve("weights.json"),
            run.resolve("new.json"),
            run.resolve("../run/data.bin"),
            alias.resolve("draws.journal"),
            link)) {
      assertRefused(Coset.run("predict", run, csv, "-o", inside), "outside the run");
      assertRefused(Coset.run("report", run, "-o", inside), "outside the run");
    }
    assertRefused(Coset.run("predict", alias, csv, "-o", run.resolve("x")), "outside the run");
    assertRefused(Coset.run("predict", small, csv, "-o", small), "outside the run");
    assertRefused(Coset.run("report", small, "-o", small), "outside the run");
    assertRefused(Coset.run("compress", run, "--out", run.resolve("x")), "outside the run");
    assertThat(contents()).containsExactlyInAnyOrderEntriesOf(before);
    assertThat(Coset.run("report", run, "-o", run.resolve("report.html")).exitCode()).isZero();
    assertThat(run.resolve("report.html")).exists();
  }

  private Map<Path, byte[]> contents() throws IOException {
    try (var files = Files.walk(folder)) {
      Map<Path, byte[]> contents = new TreeMap<>();
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        contents.put(file, Files.readAllBytes(file));
      }
      return contents;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"predict", "score", "diagnose", "export", "--help"})
  void aFullDiskBehindStandardOutputIsNoticed(String command) throws Exception {
    Path full = Path.of("/dev/full");
    Equipment.PIPES.assume(Files.exists(full));
    Path log = folder.resolve("log");
    Process process =
        command.equals("--help")
            ? Coset.start(full, log, "--help")
            : command.equals("predict")
                ? Coset.start(full, log, command, run, csv)
                : Coset.start(full, log, command, run);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(1);
    assertThat(Files.readString(log)).contains("No space left on device");
  }

  @ParameterizedTest
  @ValueSource(strings = {"predict", "score", "symmetry", "export", "report", "card", "diagnose"})
  void aCommandThatUsesFewerChainsThanPlannedSaysSo(String command) throws IOException {
    Path journal = run.resolve("draws.journal");
    byte[] bytes = Files.readAllBytes(journal);
    bytes[bytes.length / 3] ^= 4;
    Files.write(journal, bytes);
    Result result =
        command.equals("predict") ? Coset.run(command, run, csv) : Coset.run(command, run);
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.err())
        .contains("Only 3 of the 4 chains")
        .contains("1 is lost by damage to draws.journal");
  }

  @Test
  void aRunWhoseChainsAllFailedFailsWithTheReasonMostOfThemGave() {
    Path failed = folder.resolve("failed");
    SyntheticRun.create(
            failed,
            SyntheticRun.study(3, 3, 40),
            c -> new ChainOutcome.Failed(c, c == 0 ? "Odd." : "No start was found.", 1))
        .close();
    Result resumed = Coset.run("resume", failed, "--no-report");
    assertThat(resumed.exitCode()).isEqualTo(1);
    assertThat(resumed.err()).contains("All 3 chains failed: No start was found.");
    Result predicted = Coset.run("predict", failed, csv);
    assertThat(predicted.exitCode()).isEqualTo(2);
    assertThat(predicted.err()).contains("No start was found.").doesNotContain("coset resume");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fit", "resume", "predict", "score", "symmetry", "compare", "demo"})
  void noThreadsAreRefusedInEveryCommand(String command) {
    Result result =
        switch (command) {
          case "fit" -> Coset.run(command, csv, "--target", "y", "--out", run, "--threads", 0);
          case "compare" -> Coset.run(command, csv, "--target", "y", "--threads", 0);
          case "predict" -> Coset.run(command, run, csv, "--threads", 0);
          case "demo" -> Coset.run(command, "--out", folder.resolve("demo"), "--threads", 0);
          default -> Coset.run(command, run, "--threads", 0);
        };
    assertRefused(result, "--threads", "at least 1");
    assertThat(folder.resolve("demo")).doesNotExist();
  }

  /** Said with the number of threads that there is work for, and never as a negative time. */
  @Test
  void tooManyThreadsAreCapped() {
    Path many = folder.resolve("many");
    Result result =
        Coset.run(
            "fit",
            csv,
            "--target",
            "y",
            "--out",
            many,
            "--hidden",
            1,
            "--chains",
            3,
            "--sampler",
            "nuts",
            "--warmup",
            5,
            "--test-fraction",
            0,
            "--threads",
            10_000,
            "--no-report");
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.err()).contains("3 chains to run on 3 threads").doesNotContain("-");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--hidden 65536,65536",
        "--hidden 30000,30000",
        "--draws 2000000000",
        "--draws 90000000 --chains 1",
        "--chains 2000000000",
        "--hidden 0",
        "--warmup -1"
      })
  void whatNoMemoryCanHoldIsRefusedWithItsNumberAndLeavesNoFolder(String options) {
    Path out = folder.resolve("out");
    String[] words = ("fit " + csv + " --target y --out " + out + " " + options).split(" ");
    Result result = Coset.run((Object[]) words);
    assertRefused(result);
    assertThat(result.err()).containsPattern("[0-9]");
    assertThat(out).doesNotExist();
  }

  @Test
  void moreChainsThanMemoryHoldsAreRefusedAndTheRunStays() {
    assertRefused(Coset.run("resume", run, "--chains", 2_000_000_000), "2000000000 chains", "GiB");
    assertThat(Coset.run("resume", run, "--no-report").exitCode()).isZero();
  }

  @Test
  void aDataFileThatIsTooLargeIsRefusedWithItsSize() throws IOException {
    try (var file = new java.io.RandomAccessFile(run.resolve("data.bin").toFile(), "rw")) {
      file.setLength(1L << 37); // a hole, not 137 gigabytes
    }
    assertRefused(Coset.run("score", run), "137438953472", "68719476736");
  }

  /** Such a row would make every score NaN. */
  @Test
  void aTargetOutOfReachIsNamed() throws IOException {
    Path far = Files.writeString(folder.resolve("far.csv"), "länge,b,y\n0.5,2,1e308\n");
    assertRefused(Coset.run("score", run, far), "1.0E308", "standard deviations");
    Path farInput = Files.writeString(folder.resolve("in.csv"), "länge,b\n0.5,-1e308\n");
    assertRefused(Coset.run("predict", run, farInput), "-1.0E308", "standard deviations");
  }

  @Test
  void aShareThatNoNumberOfChainsReachesIsRefusedWithoutASuggestedNumber() {
    Result result =
        Coset.run(
            "fit",
            csv,
            "--target",
            "y",
            "--out",
            folder.resolve("out"),
            "--until",
            "1e-300",
            "--max-chains",
            4);
    assertRefused(result, "--until", "0.01");
    assertThat(result.err()).doesNotContain("--max-chains");
  }

  @ParameterizedTest
  @ValueSource(strings = {"3m", "4m", "6m", "8m", "10m", "12m"})
  void tooLittleMemoryIsOneSentence(String heap) throws Exception {
    Path err = folder.resolve("err");
    Process process =
        Coset.start(
            List.of("-Xmx" + heap),
            err,
            "fit",
            csv,
            "--target",
            "y",
            "--hidden",
            40,
            "--chains",
            2,
            "--warmup",
            50,
            "--draws",
            4000,
            "--thinning",
            1,
            "--out",
            folder.resolve("out"));
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    List<String> told =
        Files.readAllLines(err).stream().filter(line -> line.startsWith("coset: ")).toList();
    assertThat(told).as(Files.readString(err)).hasSize(1);
    assertThat(told.getFirst()).contains("MiB", "-Xmx");
    assertThat(Files.readString(err)).doesNotContain("\tat ", "0.0");
    assertThat(process.exitValue()).isEqualTo(2);
  }

  @Test
  void tooFewOpenFilesAreNamedWhereverTheyAreMet() {
    var reason = new FileSystemException("data.csv", null, "Too many open files");
    for (Throwable e :
        List.of(
            reason,
            new UncheckedIOException(reason),
            new IllegalStateException(new ExceptionInInitializerError(reason)))) {
      assertThat(Failures.limit(e).orElseThrow()).contains("ulimit -n");
    }
    assertThat(Failures.limit(new IllegalStateException("other"))).isEmpty();
  }

  @Test
  void aClusterWithoutAuthenticationIsWarnedOf() {
    Map<String, String> none = Map.of();
    Map<String, String> safe = Map.of("spark.authenticate", "true");
    String cluster = "spark://host:7077";
    assertThat(EngineOptions.exposure("spark", cluster, none::get))
        .hasValueSatisfying(w -> assertThat(w).contains("without authentication"));
    assertThat(EngineOptions.exposure("spark", null, Map.of("spark.master", cluster)::get))
        .isPresent();
    assertThat(EngineOptions.exposure("spark", cluster, safe::get)).isEmpty();
    assertThat(EngineOptions.exposure("spark", "local[2]", none::get)).isEmpty();
    assertThat(EngineOptions.exposure("spark", null, none::get)).isEmpty();
    assertThat(EngineOptions.exposure("local", null, none::get)).isEmpty();
  }

  @Test
  void aRunThatIsNotThereIsNamed() {
    Result result = Coset.run("predict", folder.resolve("nowhere"), csv);
    assertRefused(result, "There is no run in");
  }
}
