package dev.coset.parquet;

import org.jspecify.annotations.Nullable;

/**
 * What stands before each page.
 *
 * @param crc the checksum of its bytes, where the writer gave one
 * @param values with nulls
 * @param levels bytes before the values that say which rows have one, of {@link Kind#DATA_2}
 */
record PageHeader(
    Kind kind,
    int size,
    int compressedSize,
    @Nullable Integer crc,
    int values,
    long encoding,
    int levels,
    boolean compressed) {

  /** In the order of their numbers in the format. */
  enum Kind {
    DATA,
    INDEX,
    DICTIONARY,
    DATA_2
  }

  static PageHeader read(Bytes in) throws MalformedException {
    var found = new Found();
    var thrift = new Thrift(in);
    thrift.struct(
        (field, type) -> {
          switch (field) {
            case 1 -> found.kind = thrift.number(type);
            case 2 -> found.size = thrift.smallSize(type);
            case 3 -> found.compressedSize = thrift.smallSize(type);
            case 4 -> found.crc = (int) thrift.number(type);
            case 5, 7 -> thrift.struct(type, (inner, t) -> found.first(thrift, inner, t));
            case 8 -> thrift.struct(type, (inner, t) -> found.second(thrift, inner, t));
            default -> {
              return false;
            }
          }
          return true;
        });
    return found.header();
  }

  /** The fields that have come so far. */
  private static final class Found {
    private long kind = -1;
    private int size = -1;
    private int compressedSize = -1;
    private @Nullable Integer crc;
    private int values = -1;
    private long encoding = -1;
    private int levels;
    private boolean compressed = true;

    /** A field of a page of the first version, or of a dictionary. */
    boolean first(Thrift thrift, int field, int type) throws MalformedException {
      switch (field) {
        case 1 -> values = thrift.smallSize(type);
        case 2 -> encoding = thrift.number(type);
        default -> {
          return false;
        }
      }
      return true;
    }

    boolean second(Thrift thrift, int field, int type) throws MalformedException {
      switch (field) {
        case 1 -> values = thrift.smallSize(type);
        case 4 -> encoding = thrift.number(type);
        case 5 -> levels = thrift.smallSize(type);
        case 6 -> {
          if (thrift.number(type) != 0) {
            throw new MalformedException("a flat column has repeated values");
          }
        }
        case 7 -> compressed = Thrift.truth(type);
        default -> {
          return false;
        }
      }
      return true;
    }

    PageHeader header() throws MalformedException {
      if (kind < 0 || kind >= Kind.values().length || size < 0 || compressedSize < 0) {
        throw new MalformedException("a page has no readable header");
      }
      Kind known = Kind.values()[(int) kind];
      if (known != Kind.INDEX && values < 0) {
        throw new MalformedException("a page has no readable header");
      }
      return new PageHeader(known, size, compressedSize, crc, values, encoding, levels, compressed);
    }
  }
}
