package dev.coset.parquet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Bytes read from front to back; no read leaves them. */
final class Bytes {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int LONGEST_VARINT = 10; // bytes

  private final byte[] array;
  private final int end;
  private int at;

  Bytes(byte[] array) {
    this(array, 0, array.length);
  }

  private Bytes(byte[] array, int from, int end) {
    this.array = array;
    this.at = from;
    this.end = end;
  }

  int remaining() {
    return end - at;
  }

  /** The array that holds them, for what copies many at once. */
  byte[] array() {
    return array;
  }

  /** Passes some bytes and returns where they begin in the array. */
  int take(long length) throws MalformedException {
    if (length < 0 || length > remaining()) {
      throw new MalformedException("it ends too early");
    }
    int start = at;
    at += (int) length;
    return start;
  }

  Bytes slice(long length) throws MalformedException {
    int start = take(length);
    return new Bytes(array, start, at);
  }

  /** The same bytes, read apart. */
  Bytes copy() {
    return new Bytes(array, at, end);
  }

  int unsignedByte() throws MalformedException {
    return array[take(1)] & 0xFF;
  }

  int int32() throws MalformedException {
    return (int) INTS.get(array, take(Integer.BYTES));
  }

  long int64() throws MalformedException {
    return (long) LONGS.get(array, take(Long.BYTES));
  }

  /** Seven bits in each byte, the lowest first, and a bit that says whether more follow. */
  long varint() throws MalformedException {
    long value = 0;
    for (int i = 0; i < LONGEST_VARINT; i++) {
      int next = unsignedByte();
      value |= (long) (next & 0x7F) << (7 * i);
      if (next < 0x80) {
        return value;
      }
    }
    throw new MalformedException("a number has too many bytes");
  }

  /** The same with the sign in the lowest bit. */
  long zigzag() throws MalformedException {
    long value = varint();
    return (value >>> 1) ^ -(value & 1);
  }

  /** A count, which is never negative and fits an array. */
  int count() throws MalformedException {
    long value = varint();
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw new MalformedException("a count is too large");
    }
    return (int) value;
  }
}
