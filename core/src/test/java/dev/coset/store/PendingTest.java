package dev.coset.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What killed processes left of an output goes when it is written again, and nothing else does. */
class PendingTest {
  @TempDir Path folder;
  private Path place;

  @BeforeEach
  void name() {
    place = folder.resolve("out");
  }

  private static void write(Path place, String content) throws IOException {
    try (var pending = Pending.file(place)) {
      Files.writeString(pending.path(), content);
      pending.replace();
    }
  }

  @Test
  void whatIsPreparedGetsToItsPlace() throws IOException {
    write(place, "first");
    write(place, "second");
    assertThat(place).hasContent("second");
    assertThat(folder.toFile().list()).containsExactly("out");
  }

  @Test
  void whatDoesNotGetThereIsRemoved() throws IOException {
    write(place, "first");
    try (var pending = Pending.file(place)) {
      Files.writeString(pending.path(), "second");
    }
    try (var pending = Pending.folder(place)) {
      Files.writeString(pending.path().resolve("file"), "third");
    }
    assertThat(place).hasContent("first");
    assertThat(folder.toFile().list()).containsExactly("out");
  }

  @Test
  void onlyWhatWasPreparedForThisPlaceIsRemoved() throws IOException {
    Path left = Files.createFile(Pending.beside(place));
    Path ofAnother = Files.createFile(Pending.beside(folder.resolve("out.csv")));
    Path users = Files.createFile(folder.resolve("out.pending-mine"));
    Path almost = Files.createFile(folder.resolve("out.pending-" + "x".repeat(36)));
    Path outside = Files.writeString(folder.resolve("precious"), "precious");
    Path link = Files.createSymbolicLink(Pending.beside(place), outside);
    Path ofFolder = Files.createDirectory(Pending.beside(place));
    write(place, "x");
    assertThat(left).doesNotExist();
    assertThat(folder)
        .isDirectoryContaining(place::equals)
        .isDirectoryContaining(ofAnother::equals)
        .isDirectoryContaining(users::equals)
        .isDirectoryContaining(almost::equals)
        .isDirectoryContaining(link::equals)
        .isDirectoryContaining(ofFolder::equals);
    assertThat(outside).hasContent("precious");
  }

  @Test
  void aFolderThatWasLeftIsRemovedWithAllInIt() throws IOException {
    Path left = Files.createDirectory(Pending.beside(place));
    Files.createDirectories(left.resolve("a/b"));
    try (var pending = Pending.folder(place)) {
      Files.writeString(pending.path().resolve("file"), "new");
      pending.replaceAll();
    }
    assertThat(place.resolve("file")).hasContent("new");
    assertThat(folder.toFile().list()).containsExactly("out");
  }

  /** A kill between two renames leaves the earlier output aside; it comes back. */
  @Test
  void anEarlierOutputThatWasMovedAsideComesBack() throws IOException {
    Files.writeString(folder.resolve(Pending.beside(place).getFileName() + ".old"), "earlier");
    Pending.file(place).close();
    assertThat(place).hasContent("earlier");
    Files.writeString(folder.resolve(Pending.beside(place).getFileName() + ".old"), "older");
    write(place, "new");
    assertThat(place).hasContent("new");
    assertThat(folder.toFile().list()).containsExactly("out");
  }

  @Test
  void whatIsStillBeingWrittenStays() throws IOException {
    try (var first = Pending.file(place)) {
      write(place, "second");
      assertThat(first.path()).exists();
      first.replace();
    }
    assertThat(place).isEmptyFile();
  }
}
