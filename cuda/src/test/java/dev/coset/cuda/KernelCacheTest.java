package dev.coset.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelCacheTest {
  @TempDir Path folder;
  private final AtomicInteger made = new AtomicInteger();

  private byte[] of(String key) {
    return KernelCache.of(
        folder,
        key,
        () -> {
          made.incrementAndGet();
          return key.getBytes();
        });
  }

  @Test
  void makesAKernelOnceForEachKey() {
    assertThat(of("one")).isEqualTo("one".getBytes());
    assertThat(of("two")).isEqualTo("two".getBytes());
    assertThat(of("one")).isEqualTo("one".getBytes());
    assertThat(made).hasValue(2);
  }

  @Test
  void makesADamagedKernelAnew() throws IOException {
    of("one");
    try (var files = Files.list(folder)) {
      Path file = files.findFirst().orElseThrow();
      byte[] bytes = Files.readAllBytes(file);
      bytes[0]++;
      Files.write(file, bytes);
    }
    assertThat(of("one")).isEqualTo("one".getBytes());
    assertThat(made).hasValue(2);
  }

  @Test
  void doesWithoutAFolderThatCannotBeWritten() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "in the way");
    assertThat(KernelCache.of(file, "one", () -> new byte[] {1})).containsExactly(1);
  }
}
