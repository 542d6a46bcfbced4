package dev.coset.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Decoders against encoders as simple as can be. */
class EncodingsTest {

  /** Bits of numbers one after another, the lowest first. */
  private static byte[] packed(long[] numbers, int width) {
    byte[] bytes = new byte[(numbers.length * width + 7) / 8];
    for (int i = 0; i < numbers.length; i++) {
      for (int bit = 0; bit < width; bit++) {
        int at = i * width + bit;
        bytes[at / 8] |= (byte) ((numbers[i] >>> bit & 1) << (at % 8));
      }
    }
    return bytes;
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    for (long left = value; ; left >>>= 7) {
      if (left >>> 7 == 0) {
        out.write((int) left);
        return;
      }
      out.write((int) (left & 0x7F | 0x80));
    }
  }

  private static void zigzag(ByteArrayOutputStream out, long value) {
    varint(out, value << 1 ^ value >> 63);
  }

  @Test
  void runsOfEachWidthComeBack() throws MalformedException {
    var random = new SplittableRandom(1);
    for (int width = 0; width <= 32; width++) {
      long mask = (1L << width) - 1;
      var out = new ByteArrayOutputStream();
      int[] expected = new int[100];
      long[] group = new long[24];
      for (int i = 0; i < group.length; i++) {
        group[i] = random.nextLong() & mask;
        expected[i] = (int) group[i];
      }
      varint(out, group.length / 8 << 1 | 1);
      out.writeBytes(packed(group, width));
      int repeated = (int) (random.nextLong() & mask);
      Arrays.fill(expected, group.length, expected.length, repeated);
      varint(out, expected.length - group.length << 1);
      for (int shift = 0; shift < width; shift += 8) {
        out.write(repeated >>> shift);
      }
      var runs = new RunReader(new Bytes(out.toByteArray()), width);
      int[] first = new int[37];
      int[] rest = new int[63];
      runs.read(first, first.length);
      runs.read(rest, rest.length);
      assertThat(first).isEqualTo(Arrays.copyOf(expected, 37));
      assertThat(rest).isEqualTo(Arrays.copyOfRange(expected, 37, 100));
      assertThatThrownBy(() -> runs.read(first, 1)).isInstanceOf(MalformedException.class);
    }
  }

  /** Differences of each width, up to those that overflow. */
  @Test
  void differencesComeBack() throws MalformedException {
    var random = new SplittableRandom(2);
    for (int width = 0; width <= 64; width++) {
      long mask = width == 64 ? -1 : (1L << width) - 1;
      long least = random.nextLong(-1000, 1000);
      long[] differences = new long[32];
      long[] expected = new long[1 + 20]; // the miniblock is longer
      expected[0] = random.nextLong();
      for (int i = 0; i + 1 < expected.length; i++) {
        differences[i] = random.nextLong() & mask;
        expected[i + 1] = expected[i] + least + differences[i];
      }
      var out = new ByteArrayOutputStream();
      varint(out, 128);
      varint(out, 4);
      varint(out, expected.length);
      zigzag(out, expected[0]);
      zigzag(out, least);
      out.writeBytes(new byte[] {(byte) width, 0, 0, 0});
      out.writeBytes(packed(differences, width));
      out.write(77);
      var in = new Bytes(out.toByteArray());
      DeltaReader reader = DeltaReader.before(in);
      for (long value : expected) {
        assertThat(reader.next()).isEqualTo(value);
      }
      assertThatThrownBy(reader::next).isInstanceOf(MalformedException.class);
      assertThat(in.unsignedByte()).isEqualTo(77);
    }
  }

  @Test
  void snappyCopiesMayOverlapThemselves() throws MalformedException {
    byte[] into = new byte[11];
    // a literal of 2, a copy of 8 from 2 back (one byte of distance), a literal of 1
    Snappy.unpack(new byte[] {11, 1 << 2, 'a', 'b', 4 << 2 | 1, 2, 0, 'c'}, 0, into, 0);
    assertThat(into).asString(StandardCharsets.US_ASCII).isEqualTo("ababababab" + "c");
  }

  @Test
  void copiesStayWithinWhatWasWritten() {
    byte[] into = new byte[20];
    byte[][] wrong = {
      {20, 0, 'a', 4 << 2 | 1, 2, 40, 10}, // before the beginning
      {20, 0, 'a', 4 << 2 | 1, 0}, // no distance
      {20, 0, 'a', (byte) 0xFE, 1, 0}, // behind the end
      {20, (byte) 0xFC, -1, -1, -1, 127, 'a'}, // a literal longer than all
      {21, 0, 'a'},
      {20, 0, 'a'},
    };
    for (byte[] packed : wrong) {
      assertThatThrownBy(() -> Snappy.unpack(packed, 0, into, 0))
          .isInstanceOf(MalformedException.class);
    }
    byte[][] wrongBlocks = {
      {0x10, 'a', 2, 0}, {0x1F, 'a', 1, 0, -1, -1, 9}, {-1, -1, 9}, {0x10, 'a'}
    };
    for (byte[] packed : wrongBlocks) {
      assertThatThrownBy(() -> Lz4.unpack(packed, 0, into, 0))
          .isInstanceOf(MalformedException.class);
    }
  }

  @Test
  void aDescriptionIsNotNestedDeeply() {
    byte[] structs = new byte[1_000_000];
    Arrays.fill(structs, (byte) 0x1C); // a field that is a struct, again and again
    byte[] lists = new byte[1_000_000];
    Arrays.fill(lists, (byte) 0x19);
    for (byte[] bytes : new byte[][] {structs, lists}) {
      assertThatThrownBy(() -> new Thrift(new Bytes(bytes)).struct((_, _) -> false))
          .isInstanceOf(MalformedException.class)
          .hasMessageContaining("nested too deeply");
    }
  }
}
