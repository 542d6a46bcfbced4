package dev.coset.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coset.Equipment;
import dev.coset.chains.ChainOutcome;
import dev.coset.chains.Engine;
import dev.coset.data.InputException;
import dev.coset.sampler.SamplerMonitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run folder may come from anybody: what lies in it is checked, and no link leads out of it. */
@Timeout(60)
class HostileFolderTest {
  @TempDir Path folder;
  private Path run;
  private Path outside;

  @BeforeEach
  void sample() throws IOException {
    run = folder.resolve("run");
    outside = Files.writeString(folder.resolve("precious"), "precious");
    try (var store = RunStore.create(run, Studies.small(3, 5), "test")) {
      store.append(new ChainOutcome.Failed(0, "made up", 1));
    }
  }

  private void tryEverything() {
    try (var store = RunStore.open(run)) {
      MissingChains.sample(store, Engine.local(1), SamplerMonitor.NONE);
      store.attach("report.html", "<html>");
    }
    RunStore.read(run);
  }

  @ParameterizedTest
  @ValueSource(strings = {"draws.journal", "manifest.json", "data.bin", "lock"})
  void aLinkInTheFolderIsRefusedByName(String name) throws IOException {
    Files.deleteIfExists(run.resolve(name));
    Files.createSymbolicLink(run.resolve(name), outside);
    assertThatThrownBy(this::tryEverything)
        .isInstanceOf(InputException.class)
        .hasMessageContaining(name)
        .hasMessageContaining("a link");
    assertThat(outside).hasContent("precious");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"timings.csv", "report.html", "report.html.pending", "manifest.json.pending"})
  void aLinkThatIsInNobodysWayIsNotFollowed(String name) throws IOException {
    Files.deleteIfExists(run.resolve(name));
    Files.createSymbolicLink(run.resolve(name), outside);
    tryEverything();
    assertThat(outside).hasContent("precious");
    assertThat(RunStore.read(run).complete()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"draws.journal", "manifest.json", "data.bin", "timings.csv", "lock"})
  void aPipeHangsNobody(String name) throws Exception {
    Files.deleteIfExists(run.resolve(name));
    var made = new ProcessBuilder("mkfifo", run.resolve(name).toString()).start();
    Equipment.PIPES.assume(made.waitFor(10, TimeUnit.SECONDS) && made.exitValue() == 0);
    if (name.equals("timings.csv")) {
      tryEverything();
    } else {
      assertThatThrownBy(this::tryEverything)
          .isInstanceOf(InputException.class)
          .hasMessageContaining(name);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1,x\n", ",,,\n\u0000", "0,1e400\n"})
  void brokenTimingsBlockNothing(String content) throws IOException {
    Files.writeString(run.resolve("timings.csv"), content);
    tryEverything();
    Files.write(run.resolve("timings.csv"), new byte[] {(byte) 0xff, (byte) 0xfe, 10});
    tryEverything();
  }

  @Test
  void timingsThatAreAFolderBlockNothing() throws IOException {
    Files.delete(run.resolve("timings.csv"));
    Files.createDirectories(run.resolve("timings.csv/sub"));
    tryEverything();
  }

  /** Whatever is edited, by a person or by chance, is refused with the file's name. */
  @ParameterizedTest
  @CsvSource({
    "center, 5.0",
    "spread, 3.0",
    "mean, 5.0",
    "deviation, 3.0",
    "likelihood, '\"heteroscedastic\"'",
    "targetScale, '\"LOG\"'",
    "seed, 6",
    "chains, 2",
    "scale, 2.0",
    "trainRows, 14",
    "numerics, '\"1\"'",
    "source, '{\"name\": \"other\"}'"
  })
  void anEditedManifestIsRefused(String field, String value) throws IOException {
    Path manifest = run.resolve("manifest.json");
    String text = Files.readString(manifest);
    String edited =
        field.equals("source")
            ? text.replace("\"name\" : \"test\"", "\"name\" : \"other\"")
            : text.replaceFirst("\"" + field + "\" : [^,\\n]+", "\"" + field + "\" : " + value);
    assertThat(edited).isNotEqualTo(text);
    Files.writeString(manifest, edited);
    for (Runnable use :
        new Runnable[] {() -> RunStore.read(run), () -> RunStore.open(run).close()}) {
      assertThatThrownBy(use::run)
          .isInstanceOf(InputException.class)
          .hasMessageContaining("manifest.json");
    }
  }

  /** Two runs differ in their noise alone; the files of one do not pass for those of the other. */
  @ParameterizedTest
  @ValueSource(strings = {"data.bin", "manifest.json", "draws.journal"})
  void aFileOfAnotherRunIsRefused(String name) throws IOException {
    Path other = folder.resolve("other");
    RunStore.create(other, Studies.small(3, 5, 0.2), "test").close();
    Files.copy(
        other.resolve(name), run.resolve(name), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> RunStore.read(run).study())
        .isInstanceOf(InputException.class)
        .hasMessageContaining(name.equals("data.bin") ? "manifest.json" : "draws.journal");
  }

  @Test
  void aMissingFileIsNamed() throws IOException {
    Files.delete(run.resolve("data.bin"));
    assertThatThrownBy(() -> RunStore.read(run).study())
        .isInstanceOf(InputException.class)
        .hasMessageContaining("data.bin");
  }

  @Test
  void whatKillsLeftBehindIsRemovedAndWhatOthersPutThereIsNot() throws IOException {
    Path left = Files.writeString(Pending.beside(run.resolve("manifest.json")), "{");
    Path leftData = Files.createFile(Pending.beside(run.resolve("data.bin")));
    Path others = Files.writeString(run.resolve("manifest.json.pending"), "mine");
    RunStore.open(run).close();
    assertThat(left).doesNotExist();
    assertThat(leftData).doesNotExist();
    assertThat(others).hasContent("mine");
  }
}
