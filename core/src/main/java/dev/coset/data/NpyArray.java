package dev.coset.data;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An array as NumPy's npy files hold it: numbers, truths, texts or times, of one or two dimensions.
 * Its cells are what a CSV file would have.
 *
 * @see <a href="https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html">the
 *     format</a>
 */
final class NpyArray {
  static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int LONGEST_HEADER = 1 << 16;
  private static final Pattern DESCRIPTION =
      Pattern.compile(
          "\\{'descr': '([<|>=])(?:([fiubU])(\\d+)|M8\\[(\\d*)(\\w+)\\])', 'fortran_order':"
              + " (True|False), 'shape': \\((\\d*)(?:, ?(\\d*))?\\),? ?\\}");
  private static final double WHOLE = 1e15; // below, whole numbers are written without a point

  private final char kind; // as NumPy names it
  private final int size; // bytes of an item
  private final ChronoUnit unit;
  private final int rows;
  private final int columns;
  private final boolean table;
  private final boolean byColumn;
  private final ByteBuffer items;

  private NpyArray(Matcher header, InputStream in) throws IOException {
    boolean times = header.group(2) == null;
    this.kind = times ? 'M' : header.group(2).charAt(0);
    this.size = times ? Long.BYTES : whole(header.group(3)) * (kind == 'U' ? 4 : 1);
    this.unit = times ? unit(header.group(4), header.group(5)) : ChronoUnit.FOREVER;
    this.byColumn = header.group(6).equals("True");
    boolean scalar = header.group(7).isEmpty();
    this.rows = scalar ? 1 : whole(header.group(7));
    String second = header.group(8);
    this.table = second != null && !second.isEmpty();
    this.columns = table ? whole(second) : 1;
    if (scalar || header.group(1).equals(">") || !isKnown()) {
      throw new IOException("its type is not one of numbers, truths, texts and times");
    }
    long bytes = (long) rows * columns * size;
    if (bytes > Integer.MAX_VALUE - 8) {
      throw new IOException("it is larger than 2 GiB");
    }
    byte[] read = in.readNBytes((int) bytes);
    if (read.length < bytes || in.read() >= 0) {
      throw new IOException("its length does not fit its shape");
    }
    this.items = ByteBuffer.wrap(read).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Reads one; what it throws says what is wrong as the rest of a sentence. */
  static NpyArray read(InputStream stream) throws IOException {
    var in = new DataInputStream(stream);
    if (!Arrays.equals(in.readNBytes(MAGIC.length), MAGIC)) {
      throw new IOException("it is not an npy file");
    }
    int version = in.readUnsignedByte();
    in.readUnsignedByte();
    int length = Short.reverseBytes(in.readShort()) & 0xFFFF;
    if (version > 1) {
      length |= (Short.reverseBytes(in.readShort()) & 0xFFFF) << 16;
    }
    if (length < 0 || length > LONGEST_HEADER) {
      throw new IOException("its header is too long");
    }
    String header = new String(in.readNBytes(length), StandardCharsets.UTF_8).strip();
    Matcher matcher = DESCRIPTION.matcher(header);
    if (!matcher.matches()) {
      throw new IOException(
          "it is not of numbers, truths, texts or times in one or two dimensions");
    }
    return new NpyArray(matcher, in);
  }

  private static int whole(String digits) throws IOException {
    if (digits.length() > 9) {
      throw new IOException("its shape is too large");
    }
    return Integer.parseInt(digits);
  }

  private static ChronoUnit unit(String count, String name) throws IOException {
    if (count.isEmpty() || count.equals("1")) {
      switch (name) {
        case "D":
          return ChronoUnit.DAYS;
        case "h":
          return ChronoUnit.HOURS;
        case "m":
          return ChronoUnit.MINUTES;
        case "s":
          return ChronoUnit.SECONDS;
        case "ms":
          return ChronoUnit.MILLIS;
        case "us":
          return ChronoUnit.MICROS;
        case "ns":
          return ChronoUnit.NANOS;
        default: // months and years have no length
      }
    }
    throw new IOException("its times are not in days or parts of them");
  }

  private boolean isKnown() {
    return switch (kind) {
      case 'f' -> size == 4 || size == 8;
      case 'i', 'u' -> size == 1 || size == 2 || size == 4 || size == 8;
      case 'b' -> size == 1;
      default -> true;
    };
  }

  int rows() {
    return rows;
  }

  /** Whether it has two dimensions. */
  boolean isTable() {
    return table;
  }

  int columns() {
    return columns;
  }

  /** The number of a cell; NaN where it is missing, and where it is no number. */
  double number(int row, int column) {
    int at = at(row, column);
    return switch (kind) {
      case 'f' -> size == 4 ? (double) items.getFloat(at) : items.getDouble(at);
      case 'i', 'u' -> integer(at);
      case 'U' -> {
        String text = text(row, column);
        yield Cell.missing(text) ? Double.NaN : Cell.number(text);
      }
      default -> Double.NaN;
    };
  }

  boolean missing(int row, int column) {
    return switch (kind) {
      case 'f' -> Double.isNaN(number(row, column));
      case 'U' -> Cell.missing(text(row, column));
      case 'M' -> items.getLong(at(row, column)) == Long.MIN_VALUE;
      default -> false;
    };
  }

  /** A cell as a CSV file would have it. */
  String text(int row, int column) {
    int at = at(row, column);
    return switch (kind) {
      case 'b' -> String.valueOf(items.get(at) != 0);
      case 'U' -> characters(at);
      case 'M' -> time(items.getLong(at));
      case 'i', 'u' -> inFull(at);
      default -> {
        double value = number(row, column);
        yield value == Math.rint(value) && Math.abs(value) < WHOLE
            ? String.valueOf((long) value)
            : String.valueOf(value);
      }
    };
  }

  private int at(int row, int column) {
    return size * (byColumn ? column * rows + row : row * columns + column);
  }

  /** A whole number, also where a double would round it. */
  private String inFull(int at) {
    return size < Long.BYTES
        ? String.valueOf((long) integer(at))
        : kind == 'u' ? Long.toUnsignedString(items.getLong(at)) : Long.toString(items.getLong(at));
  }

  private double integer(int at) {
    return switch (size) {
      case 1 -> kind == 'u' ? items.get(at) & 0xFF : items.get(at);
      case 2 -> kind == 'u' ? items.getShort(at) & 0xFFFF : items.getShort(at);
      case 4 -> kind == 'u' ? Integer.toUnsignedLong(items.getInt(at)) : items.getInt(at);
      default -> {
        long bits = items.getLong(at);
        yield kind == 'u' && bits < 0 ? 0x1p64 + bits : bits;
      }
    };
  }

  /** Characters of four bytes each, filled up with zeros. */
  private String characters(int at) {
    var text = new StringBuilder();
    for (int i = at; i < at + size; i += Integer.BYTES) {
      int point = items.getInt(i);
      if (point == 0) {
        break;
      }
      text.appendCodePoint(Character.isValidCodePoint(point) ? point : 0xFFFD);
    }
    return text.toString().strip();
  }

  private String time(long count) {
    var moment = Instant.EPOCH.plus(count, unit).truncatedTo(ChronoUnit.SECONDS);
    var time = LocalDateTime.ofInstant(moment, ZoneOffset.UTC);
    return unit == ChronoUnit.DAYS
        ? time.toLocalDate().toString()
        : time.toLocalDate() + " " + "%tT".formatted(time);
  }
}
