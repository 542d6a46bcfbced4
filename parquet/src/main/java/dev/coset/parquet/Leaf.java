package dev.coset.parquet;

import dev.coset.parquet.CellType.Text.Form;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * How the values of a column are stored, and what they mean.
 *
 * @param length bytes of a value of {@link Physical#FIXED_LEN_BYTE_ARRAY}
 * @param scale digits behind the point of a decimal
 * @param optional whether rows may lack a value
 */
record Leaf(Physical physical, int length, CellType type, int scale, boolean optional) {
  private static final int LONGEST_DECIMAL = 512; // bytes

  /** The bytes of each value, or 0 where they differ or are less than one. */
  int size() {
    return physical == Physical.FIXED_LEN_BYTE_ARRAY ? length : physical.size();
  }

  /** Room for decoded values. */
  Values room(int values) {
    return new Values(type.storage(), values);
  }

  /** Decodes a whole number, as encodings of such numbers have it. */
  void whole(Values into, int at, long value) throws MalformedException {
    if (into.longs.length == 0) {
      throw new MalformedException("an encoding does not fit its column");
    }
    into.longs[at] =
        physical == Physical.INT32 && type instanceof CellType.Whole(boolean unsigned) && unsigned
            ? value & 0xFFFF_FFFFL
            : physical == Physical.INT32 ? (int) value : value;
  }

  /** Decodes one that is stored plainly, in its bytes alone. */
  void value(Values into, int at, Bytes in) throws MalformedException {
    switch (physical) {
      case INT32 -> whole(into, at, in.int32());
      case INT64 -> whole(into, at, in.int64());
      case FLOAT -> into.doubles[at] = Float.intBitsToFloat(in.int32());
      case DOUBLE -> into.doubles[at] = Double.longBitsToDouble(in.int64());
      case BYTE_ARRAY -> bytes(into, at, in.slice(Integer.toUnsignedLong(in.int32())));
      default -> bytes(into, at, in.slice(size()));
    }
  }

  /** Decodes a value from all bytes given. */
  void bytes(Values into, int at, Bytes in) throws MalformedException {
    if (type.storage() == Values.Storage.DOUBLES && in.remaining() == Short.BYTES) {
      int low = in.unsignedByte();
      into.doubles[at] = Float.float16ToFloat((short) (low | in.unsignedByte() << Byte.SIZE));
    } else if (type instanceof CellType.Text(Form form)) {
      into.texts[at] = text(form, in);
    } else {
      throw new MalformedException("an encoding does not fit its column");
    }
  }

  private String text(Form form, Bytes in) throws MalformedException {
    int size = in.remaining();
    return switch (form) {
      case UTF_8 -> new String(in.array(), in.take(size), size, StandardCharsets.UTF_8).strip();
      case UUID -> {
        long high = Long.reverseBytes(in.int64());
        yield new UUID(high, Long.reverseBytes(in.int64())).toString();
      }
      case DECIMAL -> {
        if (size > LONGEST_DECIMAL) {
          throw new MalformedException("a decimal is too long");
        }
        yield CellType.decimal(in.array(), in.take(size), size, scale);
      }
      case TIMESTAMP_96 -> {
        long nanos = in.int64();
        yield CellType.timestamp96(nanos, in.int32());
      }
    };
  }
}
