package dev.coset.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coset.data.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file is there whole or not at all. */
class DurableFilesTest {
  private static final byte[] CONTENT = {1, 2, 3, 4, 5};

  @TempDir Path folder;

  private Stream<String> names() throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).toList().stream();
    }
  }

  @Test
  void aReplacedFileHasTheNewContentAndNothingLiesBesideIt() throws IOException {
    Files.writeString(folder.resolve("file"), "much longer than before");
    DurableFiles.replace(folder, "file", CONTENT);
    assertThat(folder.resolve("file")).hasBinaryContent(CONTENT);
    assertThat(names()).containsExactly("file");
  }

  @Test
  void whereAFileCannotBeReplacedNothingIsLeft() throws IOException {
    Files.createDirectories(folder.resolve("file/full"));
    assertThatThrownBy(() -> DurableFiles.replace(folder, "file", CONTENT))
        .isInstanceOf(FileSystemException.class);
    assertThat(names()).containsExactly("file");
  }

  @Test
  void aFileIsReadUpToWhatItMayHave() throws IOException {
    Path file = Files.write(folder.resolve("file"), CONTENT);
    assertThat(DurableFiles.read(file, CONTENT.length)).isEqualTo(CONTENT);
    assertThatThrownBy(() -> DurableFiles.read(file, CONTENT.length - 1))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("has 5 bytes, more than the 4 it may have");
    assertThatThrownBy(() -> DurableFiles.read(folder.resolve("absent"), 10))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> DurableFiles.read(folder, 1 << 20))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("is a folder");
  }

  /** From a position on, into what the buffer has left. */
  @Test
  void aBufferIsFilledOrTheFileEnds() throws IOException {
    Path file = Files.write(folder.resolve("file"), CONTENT);
    try (var channel = FileChannel.open(file)) {
      var buffer = ByteBuffer.allocate(4).put((byte) 9);
      assertThat(DurableFiles.readFully(channel, buffer, 2)).isTrue();
      assertThat(buffer.array()).containsExactly(9, 3, 4, 5);
      assertThat(DurableFiles.readFully(channel, ByteBuffer.allocate(4), 2)).isFalse();
    }
  }

  @Test
  void aFailureNamesItsFile() {
    Path file = Path.of("file");
    assertThat(DurableFiles.about(file, new IOException("No space left on device")))
        .isInstanceOf(FileSystemException.class)
        .hasMessage("file: No space left on device");
    var named = new AccessDeniedException("other");
    assertThat(DurableFiles.about(file, named)).isSameAs(named);
  }

  @Test
  void aFolderThatIsNoneCannotBeForced() throws IOException {
    DurableFiles.forceFolder(folder);
    assertThatThrownBy(() -> DurableFiles.forceFolder(folder.resolve("absent")))
        .isInstanceOf(NoSuchFileException.class);
  }
}
