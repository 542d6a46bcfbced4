package dev.coset.data;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpzFileTest {
  @TempDir Path folder;

  private RawTable read(Path file) {
    return RawTable.read(file, TableOptions.of("y", TargetType.AUTO, MissingCells.IMPUTE));
  }

  /** Arrays are the columns that a CSV file of the same cells has, to the bit. */
  @Test
  void arraysAndTextGiveTheSameTable() throws IOException {
    double[][] x = {{0.1, Double.NaN}, {1.0 / 3, 7}, {-2e-9, 1e300}, {5, 4}};
    List<String> colours = List.of("red", "", "blau\u00e4", "red");
    double[] y = {1, 2.5, 3, 0.7};
    Path arrays = folder.resolve("t.npz");
    try (var writer = new NpzWriter(arrays)) {
      writer.numbers("x", x);
      writer.texts("colour", colours);
      writer.numbers("y", y);
    }
    var text = new StringBuilder("x0,x1,colour,y\n");
    for (int i = 0; i < y.length; i++) {
      String second = Double.isNaN(x[i][1]) ? "" : String.valueOf(x[i][1]);
      text.append(x[i][0]).append(',').append(second).append(',');
      text.append(colours.get(i)).append(',').append(y[i]).append('\n');
    }
    Path csv = Files.writeString(folder.resolve("t.csv"), text);
    int[] all = {0, 1, 2, 3};
    Dataset ofArrays = read(arrays).fit(all);
    Dataset ofText = read(csv).fit(all);
    assertThat(ofArrays.encoding()).isEqualTo(ofText.encoding());
    assertThat(ofArrays.features()).isDeepEqualTo(ofText.features());
    assertThat(ofArrays.target()).isEqualTo(ofText.target());
  }

  /** Types as NumPy names them, and what their cells are. */
  @ParameterizedTest
  @CsvSource({
    "<i8, 7, 7",
    "<i4, -3, -3",
    "|i1, -1, -1",
    "|u1, 255, 255",
    "<u2, 65535, 65535",
    "<u8, -1, 18446744073709551615",
    "<i8, 9007199254740993, 9007199254740993",
    "|b1, 1, true",
    "<M8[D], 18262, 2020-01-01",
    "<M8[s], 1577838601, 2020-01-01 00:30:01",
    "<M8[ns], 1577838601000000000, 2020-01-01 00:30:01",
    "<M8[us], 1577838601000001, 2020-01-01 00:30:01.000001000",
    "<M8[ms], -1, 1969-12-31 23:59:59.999000000",
    "<M8[D], -171499, 1500-06-15",
    "<M8[us], 32503680000000000, 3000-01-01 00:00:00"
  })
  void cellsAreAsTextWouldHaveThem(String type, long bits, String cell) throws IOException {
    int size = type.contains("M8") ? 8 : Integer.parseInt(type.substring(2));
    byte[] item = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(bits).array();
    try (TableFile file = TableFile.open(raw(type, "(1,)", Arrays.copyOf(item, size)), List.of())) {
      Row row = file.next();
      assertThat(row).isNotNull();
      assertThat(row.text(0)).isEqualTo(cell);
      assertThat(row.missing(0)).isFalse();
      assertThat(file.next()).isNull();
    }
  }

  /** Texts of digits are codes: no two that differ become one number. */
  @Test
  void textsOfDigitsStayTexts() throws IOException {
    List<String> codes = List.of("01234", "1234", "1.0", "1");
    Path file = folder.resolve("codes.npz");
    try (var writer = new NpzWriter(file)) {
      writer.texts("code", codes);
      writer.numbers("y", new double[] {1, 2, 3, 4});
    }
    assertThat(read(file).fit(new int[] {0, 1, 2, 3}).encoding().columns().getFirst().levels())
        .containsExactlyInAnyOrderElementsOf(codes);
  }

  /** In text of a file alone digits may be numbers; where that merges two cells, it is said. */
  @Test
  void aFileOfTextWarnsWhereZerosAreDropped() throws IOException {
    Path merged = Files.writeString(folder.resolve("a.csv"), "a,y\n01234,1\n1234,2\n7,3\n");
    assertThat(said(read(merged).fit(new int[] {0, 1, 2}).warnings()))
        .containsExactly(
            "In '%s', column 'a' holds '01234' and '1234', which are one number. Use --categorical a if they are codes."
                .formatted(merged));
    Path apart = Files.writeString(folder.resolve("b.csv"), "a,y\n007,1\n010,2\n0,3\n0.5,4\n");
    assertThat(said(read(apart).fit(new int[] {0, 1, 2, 3}).warnings())).isEmpty();
  }

  @Test
  void noTimeAndNoNumberAreMissing() throws IOException {
    byte[] none =
        ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(Long.MIN_VALUE).array();
    byte[] nan =
        ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putDouble(Double.NaN).array();
    for (Path path : List.of(raw("<M8[s]", "(1,)", none), raw("<f8", "(1,)", nan))) {
      try (TableFile file = TableFile.open(path, List.of())) {
        Row row = file.next();
        assertThat(row).isNotNull();
        assertThat(row.missing(0)).isTrue();
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "<f8; (2,); 8; its length does not fit its shape",
        "<f8; (1,); 16; its length does not fit its shape",
        "<f8; (999999999, 999999999); 8; it is larger than 2 GiB",
        "<f8; (99999999999,); 8; its shape is too large",
        ">f8; (1,); 8; its type is not one of",
        "<f2; (1,); 2; its type is not one of",
        "|O; (1,); 8; it is not of numbers",
        "<f8; (1, 1, 1); 8; it is not of numbers",
        "<f8; (); 8; its type is not one of",
        "<M8[Y]; (1,); 8; its times are not in days",
        "<M8[D]; (1,); 8; its times are not all in the years 0 to 9999"
      })
  void whatIsNoColumnIsRefused(String type, String shape, int bytes, String why)
      throws IOException {
    byte[] items = new byte[bytes];
    Arrays.fill(items, (byte) 0x7f);
    Path file = raw(type, shape, items);
    assertThatThrownBy(() -> TableFile.open(file, List.of()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("the array 'a' cannot be read (" + why)
        .hasMessageEndingWith(": write it again.");
  }

  @Test
  void columnsHaveOneLength() throws IOException {
    Path file = folder.resolve("uneven.npz");
    try (var writer = new NpzWriter(file)) {
      writer.numbers("a", new double[] {1, 2});
      writer.numbers("b", new double[] {1});
    }
    assertThatThrownBy(() -> TableFile.open(file, List.of()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("column 'b' has 1 rows where 'a' has 2");
  }

  /** Cut anywhere, it is refused with a sentence. */
  @Test
  void aDamagedFileIsRefused() throws IOException {
    Path whole = folder.resolve("whole.npz");
    try (var writer = new NpzWriter(whole)) {
      writer.numbers("y", new double[] {1, 2, 3});
      writer.texts("t", List.of("a", "b", "c"));
    }
    byte[] bytes = Files.readAllBytes(whole);
    for (int length = 0; length < bytes.length; length += 7) {
      Path cut = Files.write(folder.resolve("cut.npz"), Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> TableFile.open(cut, List.of())).isInstanceOf(InputException.class);
    }
    assertThatThrownBy(() -> TableFile.open(folder.resolve("none.npz"), List.of()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("There is no file");
  }

  /**
   * A file with a bit changed anywhere, stored or compressed, is refused or still the same table.
   */
  @ParameterizedTest
  @ValueSource(ints = {ZipEntry.STORED, ZipEntry.DEFLATED})
  void noDamageGivesOtherCells(int method) throws IOException {
    Path plain = folder.resolve("plain.npz");
    try (var writer = new NpzWriter(plain)) {
      writer.numbers("y", new double[] {1, 2, 3});
      writer.texts("t", List.of("a", "b", "c"));
    }
    Path whole = packed(plain, method);
    List<List<String>> cells = cells(whole);
    assertThat(cells).contains(List.of("y", "t"), List.of("2", "b"));
    byte[] bytes = Files.readAllBytes(whole);
    int refused = 0;
    for (int i = 0; i < 2 * bytes.length; i++) {
      byte[] other = bytes.clone();
      other[i / 2] ^= (byte) (i % 2 == 0 ? 0x80 : 1 << (i / 2 % 7));
      Path damaged = Files.write(folder.resolve("damaged.npz"), other);
      try {
        assertThat(cells(damaged)).as("byte " + i / 2).isEqualTo(cells);
      } catch (InputException e) {
        Sentences.assertMessage(e.getMessage());
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(bytes.length);
  }

  /** The same arrays, each with its size and checksum before it, as NumPy writes them. */
  private Path packed(Path npz, int method) throws IOException {
    Path file = folder.resolve("packed.npz");
    try (var in = new ZipInputStream(Files.newInputStream(npz));
        var out = new ZipOutputStream(Files.newOutputStream(file))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        byte[] array = in.readAllBytes();
        var crc = new CRC32();
        crc.update(array);
        var copy = new ZipEntry(entry.getName());
        copy.setMethod(method);
        copy.setSize(array.length);
        copy.setCrc(crc.getValue());
        out.putNextEntry(copy);
        out.write(array);
      }
    }
    return file;
  }

  private static List<List<String>> cells(Path npz) {
    try (TableFile file = TableFile.open(npz, List.of())) {
      List<List<String>> cells = new ArrayList<>(List.of(file.header()));
      for (Row row = file.next(); row != null; row = file.next()) {
        cells.add(row.texts());
      }
      return cells;
    }
  }

  private Path raw(String type, String shape, byte[] items) throws IOException {
    Path file = Files.createTempFile(folder, "raw", ".npz");
    String header =
        "{'descr': '%s', 'fortran_order': False, 'shape': %s, }\n".formatted(type, shape);
    try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("a.npy"));
      zip.write(NpyArray.MAGIC);
      zip.write(new byte[] {1, 0, (byte) header.length(), 0});
      zip.write(header.getBytes(StandardCharsets.ISO_8859_1));
      zip.write(items);
    }
    return file;
  }
}
