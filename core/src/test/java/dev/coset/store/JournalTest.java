package dev.coset.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coset.data.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final byte[] DIGEST = new byte[32];
  private static final int RECORDS = 5;
  private static final int HEADER = 44;
  private static final int RECORD = 20 + 30;

  @TempDir Path folder;
  private Path file;
  private byte[] bytes;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("journal");
    try (var journal = Journal.open(file, DIGEST, body -> true)) {
      for (int i = 0; i < RECORDS; i++) {
        journal.append(List.of(body(i)));
      }
    }
    bytes = Files.readAllBytes(file);
  }

  private static byte[] body(int i) {
    byte[] body = new byte[30];
    Arrays.fill(body, (byte) (i + 1));
    return body;
  }

  private record Reading(List<Integer> records, int lost) {}

  private Reading read() throws IOException {
    List<Integer> records = new ArrayList<>();
    var content = Journal.read(file, DIGEST, body -> records.add(body[0] - 1));
    return new Reading(records, content.lost());
  }

  @Test
  void whatWasAppendedIsRead() throws IOException {
    assertThat(bytes).hasSize(HEADER + RECORDS * RECORD);
    assertThat(read()).isEqualTo(new Reading(List.of(0, 1, 2, 3, 4), 0));
  }

  @Test
  void recordsAppendedTogetherAreThoseAppendedOneByOne() throws IOException {
    Path other = folder.resolve("other");
    try (var journal = Journal.open(other, DIGEST, body -> true)) {
      journal.append(List.of(body(0), body(1), body(2)));
      journal.append(List.of());
      journal.append(List.of(body(3), body(4)));
    }
    assertThat(other).hasBinaryContent(bytes);
  }

  /** Whichever bit is flipped, one record is lost at the most, and that is counted. */
  @Test
  void aFlippedBitLosesAtMostItsOwnRecord() throws IOException {
    for (int at = 0; at < bytes.length; at++) {
      for (int bit = 0; bit < 8; bit += 3) {
        byte[] damaged = bytes.clone();
        damaged[at] ^= (byte) (1 << bit);
        Files.write(file, damaged);
        Reading reading = read();
        List<Integer> left = new ArrayList<>(List.of(0, 1, 2, 3, 4));
        if (at >= HEADER) {
          left.remove(Integer.valueOf((at - HEADER) / RECORD));
        }
        assertThat(reading.records()).as("byte %d", at).isEqualTo(left);
        // A last record whose length grew looks like one that was cut short.
        assertThat(reading.lost())
            .isBetween(at < bytes.length - RECORD ? RECORDS - left.size() : 0, 1);
      }
    }
  }

  @Test
  void damageOverSeveralRecordsCountsThemAll() throws IOException {
    Arrays.fill(bytes, HEADER + RECORD + 3, HEADER + 3 * RECORD - 5, (byte) 0x55);
    Files.write(file, bytes);
    assertThat(read()).isEqualTo(new Reading(List.of(0, 3, 4), 2));
  }

  @Test
  void goingOnAfterDamageKeepsWhatLiesBehindIt() throws IOException {
    bytes[HEADER + RECORD + 25] ^= 1;
    Files.write(file, bytes);
    try (var journal = Journal.open(file, DIGEST, body -> true)) {
      journal.append(List.of(body(1)));
    }
    assertThat(read().records()).containsExactly(0, 2, 3, 4, 1);
  }

  @Test
  void aTornEndIsCutOffAndNotCalledDamage() throws IOException {
    for (int cut = bytes.length - RECORD + 1; cut < bytes.length; cut++) {
      Files.write(file, Arrays.copyOf(bytes, cut));
      assertThat(read()).isEqualTo(new Reading(List.of(0, 1, 2, 3), 0));
    }
    try (var journal = Journal.open(file, DIGEST, body -> true)) {
      journal.append(List.of(body(4)));
    }
    assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
  }

  @Test
  void recordsOfAnotherManifestAreRefused() throws IOException {
    Journal.requireBound(file, DIGEST);
    byte[] other = DIGEST.clone();
    other[7] = 1;
    assertThatThrownBy(() -> Journal.requireBound(file, other))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("another manifest");
  }

  /** Even where the header no longer says whose they are. */
  @Test
  void recordsOfAnotherManifestAreNeverRead() throws IOException {
    bytes[3] ^= 1;
    Files.write(file, bytes);
    byte[] other = DIGEST.clone();
    other[7] = 1;
    List<byte[]> records = new ArrayList<>();
    assertThat(Journal.read(file, other, records::add).lost()).isPositive();
    assertThat(records).isEmpty();
    assertThat(read().records()).hasSize(RECORDS);
  }

  /** A record that is whole but means nothing is as good as damaged. */
  @Test
  void whatTheReaderDoesNotUnderstandIsLost() throws IOException {
    List<Integer> records = new ArrayList<>();
    var content = Journal.read(file, DIGEST, body -> body[0] != 3 && records.add(body[0] - 1));
    assertThat(records).containsExactly(0, 1, 3, 4);
    assertThat(content.lost()).isEqualTo(1);
  }

  /** The file is searched in windows of 65536 bytes; the mark may straddle two of them. */
  @Test
  void theRecordBehindALargeOneIsFoundWhereverItBegins() throws IOException {
    for (int offset = 65536 - 12; offset <= 65536 + 4; offset++) {
      Files.delete(file);
      try (var journal = Journal.open(file, DIGEST, body -> true)) {
        journal.append(
            List.of(new byte[offset - 20 + 1])); // the search begins behind its first byte
        journal.append(List.of(body(1)));
      }
      try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.write(ByteBuffer.wrap(new byte[] {0}), HEADER);
      }
      assertThat(read()).as("offset %d", offset).isEqualTo(new Reading(List.of(1), 1));
    }
  }

  @Test
  void aRecordOfNothingIsNone() throws IOException {
    try (var journal = Journal.open(file, DIGEST, body -> true)) {
      journal.append(List.of(new byte[0]));
      journal.append(List.of(body(6)));
    }
    assertThat(read()).isEqualTo(new Reading(List.of(0, 1, 2, 3, 4, 6), 1));
  }

  @Test
  void withoutAFileThereIsNothing() throws IOException {
    Files.delete(file);
    assertThat(read()).isEqualTo(new Reading(List.of(), 0));
    Journal.requireBound(file, DIGEST);
    assertThat(file).doesNotExist();
  }
}
