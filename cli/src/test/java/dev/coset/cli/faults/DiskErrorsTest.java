package dev.coset.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ENOSPC and EIO at calls to the file system: one sentence, and all goes on where it was. */
class DiskErrorsTest {
  @TempDir Path folder;

  @Test
  void aSampleOfDiskErrorsEndsInASentence() throws Exception {
    assertClear(47);
  }

  @Test
  @Tag("full")
  void everyDiskErrorEndsInASentence() throws Exception {
    assertClear(1);
  }

  private void assertClear(int stride) throws Exception {
    Path log = folder.resolve("log");
    Path work = Files.createDirectory(folder.resolve("work"));
    Process process =
        FaultyCoset.java(DiskErrors.class, List.of(work, stride))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertThat(process.waitFor(30, TimeUnit.MINUTES)).isTrue();
    List<String> lines =
        Files.readAllLines(log).stream().filter(line -> !line.startsWith("WARNING:")).toList();
    assertThat(lines).hasSize(1);
    assertThat(lines.getFirst()).matches("\\d+ cases").isNotEqualTo("0 cases");
    System.out.println("Disk errors: " + lines.getFirst());
  }
}
