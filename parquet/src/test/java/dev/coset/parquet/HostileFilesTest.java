package dev.coset.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.github.luben.zstd.Zstd;
import dev.coset.data.InputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the bytes are: all rows, or one sentence, soon and in little memory. */
class HostileFilesTest {
  private static final Duration SOON = Duration.ofSeconds(10);

  @TempDir Path folder;

  /** Reads each cell; returns what was wrong, or nothing. */
  private static String outcome(Path file) throws IOException {
    try (ParquetTable table = ParquetTable.open(file)) {
      int columns = table.columns().size();
      while (table.next()) {
        for (int column = 0; column < columns; column++) {
          table.isMissing(column);
          table.number(column);
          table.text(column);
        }
      }
      return "";
    } catch (InputException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static void assertSentence(String message) {
    assertThat(message)
        .matches("(In )?'[^']*'[, ].*\\.")
        .doesNotContainPattern("\\p{Cntrl}")
        .doesNotContain("Exception", "null");
  }

  @Test
  void damagedFilesGiveASentenceOrAllRows() throws IOException {
    damage(40, 1);
  }

  @Test
  @Tag("full")
  void thousandsOfDamagedFilesGiveASentenceOrAllRows() throws IOException {
    damage(2000, 2);
  }

  private void damage(int cases, long seed) throws IOException {
    var random = new SplittableRandom(seed);
    Path file = folder.resolve("damaged.parquet");
    int refused = 0;
    for (String name : Resources.TABLES) {
      byte[] whole = Files.readAllBytes(Resources.file(name + ".parquet"));
      assertThat(outcome(Resources.file(name + ".parquet"))).isEmpty();
      for (int i = 0; i < cases; i++) {
        Files.write(file, damaged(whole, random));
        String message = assertTimeoutPreemptively(SOON, () -> outcome(file));
        if (!message.isEmpty()) {
          assertSentence(message);
          refused++;
        }
      }
    }
    assertThat(refused).isGreaterThan(cases * Resources.TABLES.size() / 4);
  }

  /** Bits flipped, bytes replaced, removed, repeated, or the end cut off; half of it in the end. */
  private static byte[] damaged(byte[] whole, SplittableRandom random) {
    byte[] bytes = whole.clone();
    int footer = whole.length / 2;
    int at =
        random.nextBoolean() ? random.nextInt(whole.length) : random.nextInt(footer, whole.length);
    int length = Math.min(1 + random.nextInt(20), whole.length - at);
    switch (random.nextInt(5)) {
      case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> {
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        System.arraycopy(noise, 0, bytes, at, length);
      }
      case 2 -> Arrays.fill(bytes, at, at + length, (byte) -1);
      case 3 -> {
        bytes = Arrays.copyOf(whole, whole.length - length);
        System.arraycopy(whole, at + length, bytes, at, whole.length - at - length);
      }
      default -> bytes = Arrays.copyOf(whole, at);
    }
    return bytes;
  }

  private static Arguments wrong(String what, Consumer<Written> file) {
    return Arguments.of(what, file);
  }

  private static byte[] zstdZeros(int size) {
    return Zstd.compress(new byte[size], 19);
  }

  private static byte[] gzipZeros(int size) {
    try (var deflater = new Deflater(9, true)) {
      deflater.setInput(new byte[size]);
      deflater.finish();
      var out = new ByteArrayOutputStream();
      out.writeBytes(new byte[] {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0, 0, 0});
      byte[] buffer = new byte[1 << 16];
      while (!deflater.finished()) {
        out.write(buffer, 0, deflater.deflate(buffer));
      }
      out.writeBytes(new byte[8]);
      return out.toByteArray();
    }
  }

  private static void rows(Written file, long rows) {
    file.fileRows = rows;
    file.groupRows = rows;
    file.chunkValues = rows;
    file.pageValues = rows;
  }

  static Stream<Arguments> wrongFiles() {
    List<Arguments> all = new ArrayList<>();
    all.add(wrong("more rows than fit", f -> rows(f, Long.MAX_VALUE)));
    all.add(wrong("more rows than fit", f -> rows(f, 20_000_000)));
    all.add(wrong("cannot be read|lacks|too early", f -> rows(f, 1_000_000)));
    all.add(wrong("do not have the rows", f -> f.groupRows = 5));
    all.add(wrong("does not fit the schema", f -> f.chunkValues = 3));
    all.add(wrong("more rows than it says", f -> f.pageValues = 5));
    all.add(wrong("lacks rows", f -> f.pageValues = 3));
    all.add(wrong("a size is too large", f -> f.pageValues = Long.MAX_VALUE));
    all.add(wrong("a size is negative", f -> f.pageValues = -1));
    all.add(wrong("needs more than|not the size", f -> f.pageSize = Integer.MAX_VALUE));
    all.add(wrong("longer than its column", f -> f.compressedSize = Integer.MAX_VALUE));
    all.add(wrong("outside the file", f -> f.chunkLength = Long.MAX_VALUE));
    all.add(wrong("outside the file", f -> f.chunkStart = Long.MAX_VALUE));
    all.add(wrong("outside the file", f -> f.chunkStart = 0));
    all.add(wrong("longer than the file", f -> f.footerLength = 0xFFFF_FFFFL));
    all.add(wrong("", f -> f.footerLength = 0));
    all.add(wrong("unknown compression", f -> f.codec = 99));
    all.add(wrong("compressed by LZO", f -> f.codec = 3));
    all.add(wrong("compressed by LZ4 in Hadoop's frames", f -> f.codec = 5));
    all.add(wrong("cannot be unpacked|not the size", f -> f.codec = 1));
    all.add(wrong("cannot be unpacked", f -> f.codec = 2));
    all.add(wrong("cannot be unpacked", f -> f.codec = 6));
    all.add(wrong("cannot be unpacked", f -> f.codec = 7));
    all.add(wrong("encoding that Coset does not read", f -> f.encoding = 4));
    all.add(
        wrong(
            "not in its dictionary",
            f -> {
              f.encoding = 8;
              f.body = new byte[] {0, 4 << 1};
            }));
    all.add(wrong("does not fit its column", f -> f.encoding = 5));
    all.add(wrong("does not fit its column", f -> f.encoding = 3));
    all.add(wrong("does not fit its column", f -> f.encoding = 7));
    all.add(wrong("not a tree", f -> f.children = Integer.MAX_VALUE));
    all.add(wrong("not a tree", f -> f.children = 0));
    all.add(wrong("not a tree", f -> f.nested = 5000));
    all.add(wrong("a record of several values", f -> f.nested = 20));
    all.add(wrong("unknown type", f -> f.type = 8));
    all.add(
        wrong(
            "lacks|too early|needs more than",
            f -> { // a page of 100 MB that says it has few rows is read, and a second one is not
              f.body = zstdZeros(100_000_000);
              f.codec = 6;
              f.pageSize = 100_000_000;
              rows(f, 1_000);
              f.pageValues = 500;
            }));
    all.add(
        wrong(
            "cannot be unpacked",
            f -> { // what it unpacks to is longer than it says
              f.body = gzipZeros(50_000_000);
              f.codec = 2;
              f.pageSize = 32;
            }));
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("wrongFiles")
  void whatNoWriterWritesIsRefused(String what, Consumer<Written> wrong) throws IOException {
    Path file = Files.write(folder.resolve("wrong.parquet"), Written.with(wrong));
    String message = assertTimeoutPreemptively(SOON, () -> outcome(file));
    assertSentence(message);
    assertThat(message).containsPattern(what);
  }

  @Test
  void aFileOfThisFormIsRead() throws IOException {
    Path file = Files.write(folder.resolve("right.parquet"), Written.with(f -> {}));
    assertThat(outcome(file)).isEmpty();
  }

  /** Pages that unpack to much more than they are do not add up beyond the limit. */
  @Test
  void pagesOfManyColumnsStayWithinMemory() throws IOException {
    var memory = new PageMemory(1000);
    memory.take(600);
    memory.give(600);
    memory.take(900);
    assertThatThrownBy(() -> memory.take(101)).isInstanceOf(UnsupportedException.class);
  }

  @Test
  void otherFilesOfThisNameAreRefused() throws IOException {
    for (String text : List.of("", "a,y\n1,2\n", "PAR1", "PAR1PAR1PAR1PARE", "x".repeat(1000))) {
      Path file = folder.resolve("other.parquet");
      Files.write(file, text.getBytes(StandardCharsets.US_ASCII));
      String message = outcome(file);
      assertSentence(message);
      assertThat(message).containsPattern("not a Parquet file|is encrypted");
    }
  }
}
