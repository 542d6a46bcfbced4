package dev.coset.parquet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the end of a file says of it.
 *
 * @see <a
 *     href="https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift">
 *     the format</a>
 */
record Footer(Schema schema, List<RowGroup> groups) {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.ISO_8859_1);
  private static final byte[] ENCRYPTED = "PARE".getBytes(StandardCharsets.ISO_8859_1);
  private static final int LENGTH_AND_MAGIC = 2 * Integer.BYTES;
  private static final int LONGEST = 1 << 26;

  /** So many rows are believed of any file. */
  private static final long FEW_ROWS = 10_000_000;

  /** Packed data have fewer rows for each byte. */
  private static final long ROWS_PER_BYTE = 1_000;

  /** Rows that are stored together, one chunk of each column. */
  record RowGroup(long rows, List<Chunk> chunks) {}

  /**
   * The pages of a column in one row group.
   *
   * @param start where they begin in the file
   */
  record Chunk(Physical physical, long codec, long values, long start, long length) {}

  static Footer read(Input file) throws IOException {
    long size = file.size();
    if (size < MAGIC.length + LENGTH_AND_MAGIC) {
      throw new MalformedException("it is too short");
    }
    if (!startsWith(file.read(0, MAGIC.length), MAGIC)) {
      throw new MalformedException("it does not begin as Parquet files do");
    }
    var end = new Bytes(file.read(size - LENGTH_AND_MAGIC, LENGTH_AND_MAGIC));
    long length = Integer.toUnsignedLong(end.int32());
    byte[] magic = file.read(size - MAGIC.length, MAGIC.length);
    if (startsWith(magic, ENCRYPTED)) {
      throw new UnsupportedException("is encrypted: write it without encryption");
    }
    if (!startsWith(magic, MAGIC)) {
      throw new MalformedException("its end is missing");
    }
    long start = size - LENGTH_AND_MAGIC - length;
    if (start < MAGIC.length) {
      throw new MalformedException("its description is longer than the file");
    }
    if (length > LONGEST) {
      throw new UnsupportedException(
          "has a description of more than %d MB: write it with fewer row groups"
              .formatted(LONGEST >> 20));
    }
    var footer = new Reader(new Thrift(new Bytes(file.read(start, (int) length)))).read();
    footer.check(start, size);
    return footer;
  }

  private static boolean startsWith(byte[] bytes, byte[] magic) {
    return Arrays.equals(bytes, magic);
  }

  /** Refuses what no writer says. */
  private void check(long end, long size) throws MalformedException {
    long rows = 0;
    for (RowGroup group : groups) {
      if (group.chunks.size() != schema.leaves()) {
        throw new MalformedException("a row group lacks columns");
      }
      rows += group.rows;
      if (rows < 0 || rows > Math.max(FEW_ROWS, ROWS_PER_BYTE * size)) {
        throw new MalformedException("it says that it has more rows than fit");
      }
      for (Chunk chunk : group.chunks) {
        boolean inside = chunk.start >= MAGIC.length && chunk.length <= end - chunk.start;
        if (group.rows > 0 && !inside) {
          throw new MalformedException("a column lies outside the file");
        }
      }
    }
    if (rows > Integer.MAX_VALUE) {
      throw new MalformedException("it has more than 2^31 rows");
    }
  }

  /** Takes the fields that are needed. */
  private static final class Reader {
    private final Thrift thrift;
    private final List<SchemaElement> elements = new ArrayList<>();
    private final List<RowGroup> groups = new ArrayList<>();
    private long rows = -1;
    private boolean encrypted;

    Reader(Thrift thrift) {
      this.thrift = thrift;
    }

    Footer read() throws IOException {
      thrift.struct(
          (field, type) -> {
            switch (field) {
              case 2 -> thrift.list(type, t -> elements.add(SchemaElement.read(thrift, t)));
              case 3 -> rows = thrift.size(type);
              case 4 -> thrift.list(type, t -> groups.add(group(t)));
              case 8 -> {
                encrypted = true;
                return false;
              }
              default -> {
                return false;
              }
            }
            return true;
          });
      if (encrypted) {
        throw new UnsupportedException("is encrypted: write it without encryption");
      }
      if (groups.stream().mapToLong(RowGroup::rows).sum() != rows) {
        throw new MalformedException("its row groups do not have the rows of the file");
      }
      return new Footer(Schema.of(elements), List.copyOf(groups));
    }

    private RowGroup group(int type) throws MalformedException {
      List<Chunk> chunks = new ArrayList<>();
      long[] size = {-1};
      thrift.struct(
          type,
          (field, t) -> {
            switch (field) {
              case 1 -> thrift.list(t, one -> chunks.add(chunk(one)));
              case 3 -> size[0] = thrift.size(t);
              default -> {
                return false;
              }
            }
            return true;
          });
      if (size[0] < 0) {
        throw new MalformedException("a row group has no number of rows");
      }
      return new RowGroup(size[0], List.copyOf(chunks));
    }

    private Chunk chunk(int type) throws MalformedException {
      var found = new Found();
      thrift.struct(
          type,
          (field, t) -> {
            switch (field) {
              case 1 -> throw new MalformedException("a column lies in another file");
              case 3 -> thrift.struct(t, (inner, one) -> found.field(thrift, inner, one));
              default -> {
                return false;
              }
            }
            return true;
          });
      return found.chunk();
    }
  }

  /** The fields of a chunk that have come so far. */
  private static final class Found {
    private @Nullable Physical physical;
    private long codec = -1;
    private long values = -1;
    private long length = -1;
    private long data = -1;
    private long dictionary;

    boolean field(Thrift thrift, int field, int type) throws MalformedException {
      switch (field) {
        case 1 -> physical = Physical.of(thrift.number(type));
        case 4 -> codec = thrift.number(type);
        case 5 -> values = thrift.size(type);
        case 7 -> length = thrift.size(type);
        case 9 -> data = thrift.size(type);
        case 11 -> dictionary = thrift.size(type);
        default -> {
          return false;
        }
      }
      return true;
    }

    Chunk chunk() throws MalformedException {
      if (physical == null || codec < 0 || values < 0 || length < 0 || data < 0) {
        throw new MalformedException("a column is not described");
      }
      // Some writers give no place of the dictionary, some one behind the data: it comes first.
      long start = dictionary > 0 ? Math.min(dictionary, data) : data;
      return new Chunk(physical, codec, values, start, length);
    }
  }
}
