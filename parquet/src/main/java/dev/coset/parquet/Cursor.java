package dev.coset.parquet;

import dev.coset.parquet.Footer.RowGroup;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The cells of one column at the rows that are asked for, in their order. Pages are read when a row
 * asks for them, and decoded some rows at a time.
 */
final class Cursor {
  private static final int BATCH = 1024; // rows
  private static final String UNKNOWN_ENCODING =
      "has values in an encoding that Coset does not read: write the file with plain encoding";

  private final Input file;
  private final Schema.Column column;
  private final Leaf leaf;
  private final PageMemory memory;
  private final Values decoded; // (value), those of a batch without nulls
  private final Values values; // (row of the batch)
  private final int[] present = new int[BATCH]; // (row of the batch): 1, or 0 of a null
  private @Nullable RowGroup group;
  private @Nullable PageReader pages;
  private @Nullable Decoder decoder;
  private @Nullable RunReader levels;
  private Values dictionary;
  private int entries;
  private long held; // bytes of this page and the dictionary
  private long dictionaryBytes;
  private long pageEnd; // rows of the group up to the end of this page
  private long batchStart;
  private long batchEnd;

  Cursor(Input file, Schema.Column column, PageMemory memory) {
    this.file = file;
    this.column = column;
    this.leaf = column.leaf();
    this.memory = memory;
    this.decoded = leaf.room(BATCH);
    this.values = leaf.room(BATCH);
    this.dictionary = leaf.room(0);
  }

  /** Whether the row has no value. */
  boolean isMissing(RowGroup of, long row) throws IOException {
    int at = seek(of, row);
    return present[at] == 0 || (values.doubles.length > 0 && Double.isNaN(values.doubles[at]));
  }

  double number(RowGroup of, long row) throws IOException {
    int at = seek(of, row);
    return present[at] == 0 ? Double.NaN : leaf.type().number(values, at);
  }

  String text(RowGroup of, long row) throws IOException {
    return isMissing(of, row) ? "" : leaf.type().text(values, seek(of, row));
  }

  /** Moves to a row, and returns its place in the batch. */
  private int seek(RowGroup of, long row) throws IOException {
    if (group != of) {
      begin(of);
    }
    while (row >= batchEnd) {
      if (batchEnd == pageEnd) {
        nextPage(row);
      } else {
        nextBatch();
      }
    }
    return (int) (row - batchStart);
  }

  private void begin(RowGroup of) throws IOException {
    Footer.Chunk chunk = of.chunks().get(column.place());
    if (chunk.physical() != leaf.physical() || chunk.values() != of.rows()) {
      throw new MalformedException("a row group does not fit the schema");
    }
    memory.give(held + dictionaryBytes);
    held = 0;
    dictionaryBytes = 0;
    group = of;
    pages = new PageReader(file, chunk, memory);
    decoder = null;
    dictionary = leaf.room(0);
    entries = 0;
    pageEnd = 0;
    batchStart = 0;
    batchEnd = 0;
  }

  /** Goes on to the page of a row, without unpacking those before. */
  private void nextPage(long row) throws IOException {
    PageReader reader = pages;
    if (reader == null || !reader.hasNext()) {
      throw new MalformedException("a column lacks rows");
    }
    PageHeader header = reader.header();
    switch (header.kind()) {
      case INDEX -> reader.skip(header);
      case DICTIONARY -> dictionary(header, reader);
      case DATA, DATA_2 -> {
        long end = pageEnd + header.values();
        if (group == null || end > group.rows()) {
          throw new MalformedException("a column has more rows than it says");
        }
        if (row >= end) {
          reader.skip(header);
          batchEnd = end;
        } else {
          data(header, reader);
          batchEnd = pageEnd;
        }
        batchStart = batchEnd;
        pageEnd = end;
      }
    }
  }

  private void dictionary(PageHeader header, PageReader reader) throws IOException {
    if (entries > 0 || pageEnd > 0) {
      throw new MalformedException("a column has two dictionaries");
    }
    int least = Math.max(leaf.size(), leaf.physical() == Physical.BYTE_ARRAY ? Integer.BYTES : 1);
    if ((long) header.values() * least > header.size()) {
      throw new MalformedException("a dictionary is shorter than it says");
    }
    var in = new Bytes(reader.body(header));
    dictionaryBytes = header.size();
    entries = header.values();
    dictionary = leaf.room(entries);
    Decoder.of(Encoding.PLAIN, leaf, in, dictionary, 0).read(dictionary, entries);
  }

  private void data(PageHeader header, PageReader reader) throws IOException {
    memory.give(held);
    held = 0;
    decoder = null;
    Encoding encoding =
        Encoding.of(header.encoding())
            .orElseThrow(() -> new UnsupportedException(UNKNOWN_ENCODING));
    var in = new Bytes(reader.body(header));
    held = header.size();
    levels = null;
    if (header.kind() == PageHeader.Kind.DATA_2) {
      Bytes before = in.slice(header.levels());
      levels = leaf.optional() ? new RunReader(before, 1) : null;
    } else if (leaf.optional()) {
      levels = new RunReader(in.slice(Integer.toUnsignedLong(in.int32())), 1);
    }
    decoder = new Lazy(encoding, in);
  }

  /** Begins to decode with the first value: a page of nulls has none, and may have no bytes. */
  private final class Lazy implements Decoder {
    private final Encoding encoding;
    private final Bytes in;
    private @Nullable Decoder begun;

    Lazy(Encoding encoding, Bytes in) {
      this.encoding = encoding;
      this.in = in;
    }

    @Override
    public void read(Values into, int count) throws MalformedException {
      if (begun == null) {
        begun = Decoder.of(encoding, leaf, in, dictionary, entries);
      }
      begun.read(into, count);
    }
  }

  private void nextBatch() throws MalformedException {
    batchStart = batchEnd;
    int rows = (int) Math.min(BATCH, pageEnd - batchStart);
    int count = rows;
    if (levels == null) {
      Arrays.fill(present, 0, rows, 1);
    } else {
      levels.read(present, rows);
      count = Arrays.stream(present, 0, rows).sum();
    }
    if (count > 0) {
      decode(rows, count);
    }
    batchEnd = batchStart + rows;
  }

  private void decode(int rows, int count) throws MalformedException {
    if (decoder == null) {
      throw new MalformedException("a column lacks rows");
    }
    if (count == rows) {
      decoder.read(values, count);
      return;
    }
    decoder.read(decoded, count);
    int at = 0;
    for (int i = 0; i < rows; i++) {
      if (present[i] == 1) {
        values.copy(i, decoded, at++);
      }
    }
  }
}
