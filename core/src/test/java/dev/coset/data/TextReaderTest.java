package dev.coset.data;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextReaderTest {

  private static final Charset WINDOWS = Charset.forName("windows-1252");

  private final SplittableRandom random = new SplittableRandom(3);

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "UTF-8, ''",
    "UTF-8, \uFEFF",
    "UTF-16LE, \uFEFF",
    "UTF-16BE, \uFEFF",
    "windows-1252, ''"
  })
  void theTextIsTheSameInEveryEncoding(String charset, String mark) throws IOException {
    String alphabet = charset.equals("windows-1252") ? "a1,\n\u00FC\u20AC" : "a1,\n\u00FC\u6F22";
    // Around the sizes of the buffers; the other letters only at the end, or anywhere.
    for (int length : new int[] {0, 1, 2, 3, 65_533, 65_535, 65_536, 65_537, 200_000}) {
      for (int ascii : new int[] {0, length}) {
        String text = text("a1,\n", ascii) + text(alphabet, length - ascii) + "\u00E9";
        byte[] bytes = (mark + text).getBytes(Charset.forName(charset));
        assertThat(read(bytes)).isEqualTo(text);
        assertThat(read(gzip(bytes))).isEqualTo(text);
        assertThat(windows(bytes)).isEqualTo(charset.equals("windows-1252"));
      }
    }
  }

  @Test
  void charactersOfFourBytesAreReadWhereverTheyStand() throws IOException {
    for (int before = 0; before < 8; before++) {
      String text = "x".repeat(before) + "\uD83D\uDE00".repeat(50_000);
      assertThat(read(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
    }
  }

  @Test
  void aTextIsNotOfTwoEncodings() {
    byte[] mixed = concat("\u00FC,".getBytes(StandardCharsets.UTF_8), "\u00FC,".getBytes(WINDOWS));
    byte[] marked = concat("\uFEFF".getBytes(StandardCharsets.UTF_8), "\u00FC,".getBytes(WINDOWS));
    byte[] odd = {(byte) 0xFF, (byte) 0xFE, 'a', 0, 'b'};
    byte[] unknown = {'a', (byte) 0x81, 'b'}; // no letter of Windows-1252
    for (byte[] bytes : List.of(mixed, marked, odd, unknown)) {
      assertThatExceptionOfType(CharacterCodingException.class).isThrownBy(() -> read(bytes));
    }
  }

  @Test
  void packedPartsAreReadOneAfterAnother() throws IOException {
    String one = text("a1,\n", 100_000);
    String two = text("a1,\n", 7);
    assertThat(read(concat(gzip(one.getBytes(WINDOWS)), gzip(two.getBytes(WINDOWS)))))
        .isEqualTo(one + two);
  }

  @Test
  void aPackedFileThatIsCutOrChangedIsRefused() throws IOException {
    byte[] sound = gzip(("a,y\n" + "1,2\n3,4\n".repeat(20)).getBytes(WINDOWS));
    for (int length = 2; length < sound.length; length++) {
      refused(Arrays.copyOf(sound, length), "'data.csv'", "gzip", "damaged or cut short");
    }
    for (int at = 10; at < sound.length; at++) {
      byte[] changed = sound.clone();
      changed[at] ^= 1;
      refused(changed, "'data.csv'");
    }
  }

  @Test
  void whatIsNotTextIsNamed() {
    refused(ascii("PK\3\4\24\0\6\0"), "zip", ".xlsx", "save its table as CSV");
    refused(ascii("PAR1\25\4\25\0"), "Parquet", "save it as CSV");
    refused(ascii("\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1\0\0"), "Excel", "CSV");
    refused(ascii("\u00FD7zXZ\0\0\4"), "xz", "gzip");
    refused(ascii("(\u00B5/\u00FD\4\0"), "zstd", "gzip");
    refused(ascii("a,y\n1,\0\n"), "not text");
    refused("a,y\n1,2\n".getBytes(StandardCharsets.UTF_16LE), "not text");
    refused("\uFEFFa,y\n1,2\n".getBytes(Charset.forName("UTF-32LE")), "not text");
  }

  @Test
  void columnsMayBeNamedAsOtherFilesBegin() throws IOException {
    for (String name : List.of("PK", "PAR1", "BZh9")) {
      Path file = Files.writeString(folder.resolve("data.csv"), name + ",y\n1,2\n3,4\n5,7\n");
      try (CsvFile csv = CsvFile.open(file, List.of("y"))) {
        assertThat(csv.header()).containsExactly(name, "y");
      }
    }
  }

  @Test
  void aFileInWindows1252SaysSo() throws IOException {
    Path file = folder.resolve("data.csv");
    String text = "gr\u00FCn,y\n1,2\n";
    assertThat(warnings(Files.write(file, text.getBytes(StandardCharsets.UTF_8)))).isEmpty();
    assertThat(warnings(Files.write(file, text.getBytes(WINDOWS))))
        .singleElement()
        .satisfies(Sentences::assertMessage)
        .asString()
        .contains("data.csv", "Windows-1252");
  }

  private static List<String> warnings(Path file) {
    try (CsvFile csv = CsvFile.open(file, List.of("y"))) {
      assertThat(csv.header()).contains("gr\u00FCn");
      while (csv.next() != null) {}
      return said(csv.warnings());
    }
  }

  private void refused(byte[] bytes, String... parts) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(
            () -> {
              Path file = Files.write(folder.resolve("data.csv"), bytes);
              try (CsvFile csv = CsvFile.open(file, List.of("y"))) {
                while (csv.next() != null) {}
              }
            })
        .satisfies(e -> Sentences.assertMessage(e.getMessage()))
        .extracting(e -> e.getMessage().replaceAll("'[^']*/data.csv'", "'data.csv'"))
        .asString()
        .contains(parts);
  }

  private static String read(byte[] bytes) throws IOException {
    try (TextReader reader = new TextReader(new ByteArrayInputStream(bytes), "It")) {
      StringWriter text = new StringWriter();
      reader.transferTo(text);
      return text.toString();
    }
  }

  private static boolean windows(byte[] bytes) throws IOException {
    try (TextReader reader = new TextReader(new ByteArrayInputStream(bytes), "It")) {
      reader.transferTo(new StringWriter());
      return reader.windows1252();
    }
  }

  private String text(String alphabet, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(out)) {
      zip.write(bytes);
    }
    return out.toByteArray();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] concat(byte[] first, byte[] second) {
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }
}
