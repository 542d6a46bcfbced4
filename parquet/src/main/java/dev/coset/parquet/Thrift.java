package dev.coset.parquet;

import java.nio.charset.StandardCharsets;

/**
 * Reads Thrift's compact protocol, in which Parquet writes what it says of its pages. Nothing is
 * kept but what the caller keeps, so memory is bounded by what it asks for.
 *
 * @see <a href="https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md">
 *     the protocol</a>
 */
final class Thrift {
  private static final int TRUE = 1;
  private static final int FALSE = 2;
  private static final int BYTE = 3;
  private static final int INT64 = 6;
  private static final int DOUBLE = 7;
  private static final int BINARY = 8;
  private static final int LIST = 9;
  private static final int SET = 10;
  private static final int MAP = 11;
  private static final int STRUCT = 12;
  private static final int UUID = 13;
  private static final int DEEPEST = 32;

  private final Bytes in;
  private int depth;

  Thrift(Bytes in) {
    this.in = in;
  }

  /** Takes the fields of a struct. */
  interface Fields {
    /** Reads the value of a field by one of the methods of this class, or returns false. */
    boolean read(int field, int type) throws MalformedException;
  }

  /** Takes the elements of a list. */
  interface Elements {
    void read(int type) throws MalformedException;
  }

  /** Reads a struct that is not a value of another. */
  void struct(Fields fields) throws MalformedException {
    struct(STRUCT, fields);
  }

  void struct(int type, Fields fields) throws MalformedException {
    require(type == STRUCT);
    if (++depth > DEEPEST) {
      throw new MalformedException("its description is nested too deeply");
    }
    int field = 0;
    for (int head = in.unsignedByte(); head != 0; head = in.unsignedByte()) {
      int step = head >> 4;
      field = step == 0 ? (short) in.zigzag() : field + step;
      if (!fields.read(field, head & 0xF)) {
        skip(head & 0xF);
      }
    }
    depth--;
  }

  void list(int type, Elements elements) throws MalformedException {
    require(type == LIST || type == SET);
    int head = in.unsignedByte();
    int size = head >> 4 == 0xF ? in.count() : head >> 4;
    for (int i = 0; i < size; i++) {
      elements.read(head & 0xF);
    }
  }

  long number(int type) throws MalformedException {
    require(type >= BYTE && type <= INT64);
    return type == BYTE ? (byte) in.unsignedByte() : in.zigzag();
  }

  /** A number that is never negative. */
  long size(int type) throws MalformedException {
    long value = number(type);
    if (value < 0) {
      throw new MalformedException("a size is negative");
    }
    return value;
  }

  /** A size of something in memory. */
  int smallSize(int type) throws MalformedException {
    long value = size(type);
    if (value > Integer.MAX_VALUE) {
      throw new MalformedException("a size is too large");
    }
    return (int) value;
  }

  /** A field's truth, which its type tells. */
  static boolean truth(int type) throws MalformedException {
    require(type == TRUE || type == FALSE);
    return type == TRUE;
  }

  String text(int type) throws MalformedException {
    require(type == BINARY);
    int length = in.count();
    int start = in.take(length);
    return new String(in.array(), start, length, StandardCharsets.UTF_8);
  }

  private void skip(int type) throws MalformedException {
    switch (type) {
      case TRUE, FALSE -> {}
      case BYTE -> in.take(1);
      case DOUBLE -> in.take(Double.BYTES);
      case BINARY -> in.take(in.count());
      case UUID -> in.take(16);
      case STRUCT -> struct((_, _) -> false);
      case LIST, SET -> {
        if (++depth > DEEPEST) {
          throw new MalformedException("its description is nested too deeply");
        }
        list(type, this::skipElement);
        depth--;
      }
      case MAP -> skipMap();
      default -> {
        require(type > BYTE && type <= INT64);
        in.varint();
      }
    }
  }

  /** In a list a truth has a byte of its own. */
  private void skipElement(int type) throws MalformedException {
    if (type == TRUE || type == FALSE) {
      in.take(1);
    } else {
      skip(type);
    }
  }

  private void skipMap() throws MalformedException {
    int size = in.count();
    int types = size == 0 ? 0 : in.unsignedByte();
    if (++depth > DEEPEST) {
      throw new MalformedException("its description is nested too deeply");
    }
    for (int i = 0; i < size; i++) {
      skipElement(types >> 4);
      skipElement(types & 0xF);
    }
    depth--;
  }

  private static void require(boolean known) throws MalformedException {
    if (!known) {
      throw new MalformedException("its description is not readable");
    }
  }
}
