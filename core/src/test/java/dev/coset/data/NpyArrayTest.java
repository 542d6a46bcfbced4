package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyArrayTest {
  private static NpyArray array(String type, boolean byColumn, String shape, byte[] items)
      throws IOException {
    return NpyArray.read(new ByteArrayInputStream(bytes(1, type, byColumn, shape, items)));
  }

  private static byte[] bytes(
      int version, String type, boolean byColumn, String shape, byte[] items) {
    byte[] header =
        "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }\n"
            .formatted(type, byColumn ? "True" : "False", shape)
            .getBytes(StandardCharsets.UTF_8);
    ByteBuffer all =
        ByteBuffer.allocate(6 + 2 + (version > 1 ? 4 : 2) + header.length + items.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    all.put(NpyArray.MAGIC).put((byte) version).put((byte) 0);
    if (version > 1) {
      all.putInt(header.length);
    } else {
      all.putShort((short) header.length);
    }
    return all.put(header).put(items).array();
  }

  /** Whole numbers of a type, one after another. */
  private static byte[] wholes(int size, long... values) {
    ByteBuffer items = ByteBuffer.allocate(size * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (long value : values) {
      byte[] bits = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
      items.put(Arrays.copyOf(bits, size));
    }
    return items.array();
  }

  /** The largest and the smallest number of every type, exactly as a double can hold them. */
  @ParameterizedTest
  @CsvSource({
    "|i1, 127, 127",
    "|i1, -128, -128",
    "|u1, 255, 255",
    "<i2, 32767, 32767",
    "<i2, -32768, -32768",
    "<u2, 65535, 65535",
    "<i4, 2147483647, 2147483647",
    "<i4, -2147483648, -2147483648",
    "<u4, 4294967295, 4294967295",
    "<i8, 9007199254740992, 9007199254740992",
    "<i8, -9223372036854775808, -9223372036854775808",
    "<u8, -1, 18446744073709551615",
    "<u8, -9223372036854775808, 9223372036854775808",
    "<u8, 0, 0",
    "<u8, 5, 5"
  })
  void wholeNumbersAreTheirNumberAndTheirText(String type, long bits, String text)
      throws IOException {
    int size = type.charAt(2) - '0';
    NpyArray array = array(type, false, "(3,)", wholes(size, 1, bits, 2));
    assertThat(array.rows()).isEqualTo(3);
    assertThat(array.columns()).isEqualTo(1);
    assertThat(array.isTable()).isFalse();
    assertThat(array.isText()).isFalse();
    assertThat(array.text(1, 0)).isEqualTo(text);
    assertThat(array.number(1, 0)).isEqualTo(Double.parseDouble(text));
    assertThat(array.number(0, 0)).isEqualTo(1);
    assertThat(array.number(2, 0)).isEqualTo(2);
    assertThat(array.missing(1, 0)).isFalse();
  }

  @Test
  void numbersWithAPointAreTheirNumberAndTheirText() throws IOException {
    double[] values = {0.1, -3, 1e15, 999999999999999.0, 1e300, Double.NaN, 7.5};
    ByteBuffer items = ByteBuffer.allocate(8 * 7).order(ByteOrder.LITTLE_ENDIAN);
    items.asDoubleBuffer().put(values);
    NpyArray array = array("<f8", false, "(7,)", items.array());
    for (int i = 0; i < values.length; i++) {
      assertThat(Double.compare(array.number(i, 0), values[i])).isZero();
      assertThat(array.missing(i, 0)).isEqualTo(i == 5);
      assertThat(Double.compare(Double.parseDouble(array.text(i, 0)), values[i])).isZero();
    }
    assertThat(List.of(array.text(1, 0), array.text(2, 0), array.text(3, 0)))
        .containsExactly("-3", "1.0E15", "999999999999999");
    ByteBuffer single = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    single.putFloat(0.25f).putFloat(-0.1f);
    NpyArray floats = array("<f4", false, "(2,)", single.array());
    assertThat(floats.number(0, 0)).isEqualTo(0.25);
    assertThat(floats.number(1, 0)).isEqualTo((double) -0.1f);
  }

  /** A table by rows or by columns: the same cells. */
  @Test
  void tablesAreByRowsOrByColumns() throws IOException {
    NpyArray byRow = array("<i2", false, "(2, 3)", wholes(2, 11, 12, 13, 21, 22, 23));
    NpyArray byColumn = array("<i2", true, "(2, 3)", wholes(2, 11, 21, 12, 22, 13, 23));
    for (NpyArray array : List.of(byRow, byColumn)) {
      assertThat(array.isTable()).isTrue();
      assertThat(array.rows()).isEqualTo(2);
      assertThat(array.columns()).isEqualTo(3);
      for (int row = 0; row < 2; row++) {
        for (int column = 0; column < 3; column++) {
          assertThat(array.number(row, column)).isEqualTo(10 * (row + 1) + column + 1);
        }
      }
    }
  }

  @Test
  void textsAreOfWholeCharacters() throws IOException {
    long[] points = {'a', 0x1F600, 0, ' ', 'b', ' ', 'N', 'A', 0, '2', '.', '5', 0x110000, 0, 0};
    NpyArray array = array("<U3", false, "(5,)", wholes(4, points));
    assertThat(array.isText()).isTrue();
    assertThat(List.of(array.text(0, 0), array.text(1, 0), array.text(2, 0), array.text(3, 0)))
        .containsExactly("a\uD83D\uDE00", "b", "NA", "2.5");
    assertThat(array.text(4, 0)).isEqualTo("\uFFFD");
    assertThat(array.missing(1, 0)).isFalse();
    assertThat(array.missing(2, 0)).isTrue();
    assertThat(array.number(2, 0)).isNaN();
    assertThat(array.number(3, 0)).isEqualTo(2.5);
    assertThat(array.number(0, 0)).isNaN();
  }

  @Test
  void truthsAndTimesAreNoNumbers() throws IOException {
    NpyArray truths = array("|b1", false, "(2,)", new byte[] {0, 1});
    assertThat(truths.text(0, 0)).isEqualTo("false");
    assertThat(truths.text(1, 0)).isEqualTo("true");
    assertThat(truths.number(1, 0)).isNaN();
    assertThat(truths.missing(0, 0)).isFalse();
    NpyArray times = array("<M8[h]", false, "(2,)", wholes(8, 25, Long.MIN_VALUE));
    assertThat(times.text(0, 0)).isEqualTo("1970-01-02 01:00:00");
    assertThat(times.number(0, 0)).isNaN();
    assertThat(times.missing(0, 0)).isFalse();
    assertThat(times.missing(1, 0)).isTrue();
  }

  /** One time in every unit. */
  @ParameterizedTest
  @CsvSource({
    "D, 1, 1970-01-02",
    "h, 24, 1970-01-02 00:00:00",
    "1h, 24, 1970-01-02 00:00:00",
    "m, 1440, 1970-01-02 00:00:00",
    "s, 86400, 1970-01-02 00:00:00",
    "ms, 86400001, 1970-01-02 00:00:00.001000000",
    "us, 86400000001, 1970-01-02 00:00:00.000001000",
    "ns, 86400000000001, 1970-01-02 00:00:00.000000001"
  })
  void timesAreInUnits(String unit, long count, String text) throws IOException {
    assertThat(array("<M8[" + unit + "]", false, "(1,)", wholes(8, count)).text(0, 0))
        .isEqualTo(text);
  }

  /** The first and the last day that a date can be, and those beside them. */
  @Test
  void timesAreFromYear0To9999() throws IOException {
    long first = -719528;
    long last = 2932896;
    NpyArray days = array("<M8[D]", false, "(2,)", wholes(8, first, last));
    assertThat(days.text(0, 0)).isEqualTo("0000-01-01");
    assertThat(days.text(1, 0)).isEqualTo("9999-12-31");
    for (long other : new long[] {first - 1, last + 1}) {
      assertThatThrownBy(() -> array("<M8[D]", false, "(2,)", wholes(8, 0, other)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("years 0 to 9999");
    }
  }

  /** The second version of the format has a longer length of the header. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void versionsDifferByTheLengthOfTheHeader(int version) throws IOException {
    byte[] all = bytes(version, "<i2", false, "(2,)", wholes(2, 5, 6));
    assertThat(NpyArray.read(new ByteArrayInputStream(all)).number(1, 0)).isEqualTo(6);
  }

  @Test
  void whatIsNoArrayIsRefused() {
    byte[] all = bytes(2, "<i2", false, "(2,)", wholes(2, 5, 6));
    byte[] other = all.clone();
    other[0]++;
    assertThatThrownBy(() -> NpyArray.read(new ByteArrayInputStream(other)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not an npy file");
    byte[] longer = all.clone();
    longer[10] = 1; // the third byte of the length of the header
    longer[8] = 1;
    assertThatThrownBy(() -> NpyArray.read(new ByteArrayInputStream(longer)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("header is too long");
    byte[] negative = all.clone();
    negative[11] = -1;
    assertThatThrownBy(() -> NpyArray.read(new ByteArrayInputStream(negative)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("header is too long");
  }

  @ParameterizedTest
  @CsvSource({"<f8, 8", "<f4, 4", "<i1, 1", "<i2, 2", "<i4, 4", "<i8, 8", "<u4, 4", "<b1, 1"})
  void sizesAreThoseOfNumPy(String type, int size) throws IOException {
    assertThat(array(type, false, "(1,)", new byte[size]).rows()).isEqualTo(1);
    String kind = type.substring(0, 2);
    for (int wrong : new int[] {3, 5, 16}) {
      assertThatThrownBy(() -> array(kind + wrong, false, "(1,)", new byte[wrong]))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("its type is not one of");
    }
  }
}
