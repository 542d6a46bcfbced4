package dev.coset.parquet;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Files as no writer writes them: a column {@code x} of doubles with what a test wants to be wrong.
 */
final class Written {
  long fileRows = 4;
  long groupRows = 4;
  long chunkValues = 4;
  long pageValues = 4;
  long pageSize = -1; // else that of the body
  long compressedSize = -1;
  long codec;
  long encoding;
  long chunkStart = 4;
  long chunkLength = -1;
  long footerLength = -1;
  int children = 1;
  int nested; // groups around the column
  long type = 5;
  byte[] body = new byte[4 * Double.BYTES];

  private static final int INT = 6;
  private static final int TEXT = 8;
  private static final int LIST = 9;
  private static final int STRUCT = 12;

  /** The fields of a struct in the compact protocol, each by its number. */
  static final class Struct {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int last;

    private Struct head(int field, int type) {
      out.write((field - last) << 4 | type);
      last = field;
      return this;
    }

    Struct number(int field, long value) {
      head(field, INT);
      return varint(value << 1 ^ value >> 63);
    }

    Struct text(int field, String value) {
      head(field, TEXT);
      byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
      varint(bytes.length);
      out.writeBytes(bytes);
      return this;
    }

    Struct struct(int field, Struct value) {
      head(field, STRUCT);
      out.writeBytes(value.bytes());
      return this;
    }

    Struct list(int field, List<Struct> values) {
      head(field, LIST);
      out.write(0xF0 | STRUCT);
      varint(values.size());
      values.forEach(value -> out.writeBytes(value.bytes()));
      return this;
    }

    private Struct varint(long value) {
      for (long left = value; ; left >>>= 7) {
        if (left >>> 7 == 0) {
          out.write((int) left);
          return this;
        }
        out.write((int) (left & 0x7F | 0x80));
      }
    }

    byte[] bytes() {
      byte[] fields = out.toByteArray();
      return Arrays.copyOf(fields, fields.length + 1); // a zero ends it
    }
  }

  static byte[] with(Consumer<Written> wrong) {
    var file = new Written();
    wrong.accept(file);
    return file.bytes();
  }

  private byte[] bytes() {
    var out = new ByteArrayOutputStream();
    out.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
    int start = out.size();
    out.writeBytes(
        new Struct()
            .number(1, 0)
            .number(2, pageSize < 0 ? body.length : pageSize)
            .number(3, compressedSize < 0 ? body.length : compressedSize)
            .struct(
                5, new Struct().number(1, pageValues).number(2, encoding).number(3, 3).number(4, 3))
            .bytes());
    out.writeBytes(body);
    long length = chunkLength < 0 ? out.size() - start : chunkLength;
    Struct chunk =
        new Struct()
            .number(1, type)
            .number(4, codec)
            .number(5, chunkValues)
            .number(7, length)
            .number(9, chunkStart);
    Struct group =
        new Struct().list(1, List.of(new Struct().struct(3, chunk))).number(3, groupRows);
    List<Struct> schema = new ArrayList<>();
    schema.add(new Struct().text(4, "root").number(5, children));
    for (int i = 0; i < nested; i++) {
      schema.add(new Struct().number(3, 0).text(4, "g").number(5, 1));
    }
    schema.add(new Struct().number(1, type).number(3, 0).text(4, "x"));
    byte[] footer =
        new Struct()
            .number(1, 1)
            .list(2, schema)
            .number(3, fileRows)
            .list(4, List.of(group))
            .bytes();
    out.writeBytes(footer);
    ByteBuffer end = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    end.putInt((int) (footerLength < 0 ? footer.length : footerLength));
    end.put("PAR1".getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(end.array());
    return out.toByteArray();
  }
}
