package dev.coset.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.cli.Coset;
import dev.coset.cli.Coset.Result;
import dev.coset.data.NpzWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A compressed run, or a table of arrays, is spoiled at random; then a command reads it. */
class FileDamageTest {
  private static final List<Damage> DAMAGES =
      Arrays.stream(Damage.values()).filter(damage -> damage != Damage.EDIT).toList();

  @TempDir Path folder;
  private SmallRun small;

  @BeforeEach
  void sample() throws IOException {
    small = SmallRun.in(folder);
  }

  @Test
  @Timeout(300)
  void aSampleOfDamagedCompressedRunsIsNeverSilent() throws IOException {
    assertCompressedRunsNeverSilent(60, 1);
  }

  @Test
  @Tag("full")
  @Timeout(3600)
  void muchDamageToCompressedRunsIsNeverSilent() throws IOException {
    assertCompressedRunsNeverSilent(3000, 3);
  }

  @Test
  @Timeout(300)
  void aSampleOfDamagedTablesOfArraysIsNeverSilent() throws IOException {
    assertTablesNeverSilent(60, 2);
  }

  @Test
  @Tag("full")
  @Timeout(3600)
  void muchDamageToTablesOfArraysIsNeverSilent() throws IOException {
    assertTablesNeverSilent(3000, 4);
  }

  private void assertCompressedRunsNeverSilent(int cases, long seed) throws IOException {
    Path file = folder.resolve("whole.coset");
    assertThat(Coset.run("compress", small.whole(), "-o", file).exitCode()).isZero();
    Path spoilt = folder.resolve("spoilt.coset");
    assertNeverSilent(
        "compressed runs",
        file,
        spoilt,
        List.of(List.of("predict", spoilt, small.table()), List.of("score", spoilt)),
        cases,
        seed);
  }

  private void assertTablesNeverSilent(int cases, long seed) throws IOException {
    Path file = folder.resolve("whole.npz");
    try (var writer = new NpzWriter(file)) {
      writer.texts("kind", IntStream.range(0, 60).mapToObj(i -> i % 3 == 0 ? "a" : "b").toList());
      writer.numbers("x", IntStream.range(0, 60).mapToDouble(i -> i * 0.137).toArray());
    }
    Path spoilt = folder.resolve("spoilt.npz");
    assertNeverSilent(
        "tables of arrays",
        file,
        spoilt,
        List.of(List.of("predict", small.whole(), spoilt)),
        cases,
        seed);
  }

  private static void assertNeverSilent(
      String what, Path file, Path spoilt, List<List<Object>> commands, int cases, long seed)
      throws IOException {
    byte[] whole = Files.readAllBytes(file);
    Files.write(spoilt, whole);
    List<Result> answers = commands.stream().map(words -> Coset.run(words.toArray())).toList();
    assertThat(answers).allMatch(answer -> answer.exitCode() == 0);
    var random = new SplittableRandom(seed);
    List<String> silent = new ArrayList<>();
    int refused = 0;
    for (int i = 0; i < cases; i++) {
      Damage damage = DAMAGES.get(random.nextInt(DAMAGES.size()));
      byte[] bytes = damage.apply(whole.clone(), random);
      Files.write(spoilt, bytes);
      int command = random.nextInt(commands.size());
      Result result = Coset.run(commands.get(command).toArray());
      if (result.exitCode() == 2 && SmallRun.isClear(result)) {
        refused++;
      } else if (result.exitCode() != 0 || !result.out().equals(answers.get(command).out())) {
        silent.add(
            "%s at byte %d: exit %d %s"
                .formatted(damage, Arrays.mismatch(whole, bytes), result.exitCode(), result.err()));
      }
    }
    System.out.printf(
        "%d damaged %s: %d right, %d refused, %d silent%n",
        cases, what, cases - refused - silent.size(), refused, silent.size());
    assertThat(silent).isEmpty();
  }
}
