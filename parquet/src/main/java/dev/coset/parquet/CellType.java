package dev.coset.parquet;

import dev.coset.parquet.Values.Storage;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;

/**
 * What the stored values of a column mean as cells: as text they are what a CSV file would have.
 */
sealed interface CellType {
  Storage storage();

  /** The number of a value, or NaN where it is something else. */
  default double number(Values values, int at) {
    return Double.NaN;
  }

  String text(Values values, int at);

  /** Whole numbers. */
  record Whole(boolean unsigned) implements CellType {
    @Override
    public Storage storage() {
      return Storage.LONGS;
    }

    @Override
    public double number(Values values, int at) {
      long value = values.longs[at];
      // Halved, the sticky last bit keeps the rounding right.
      return unsigned && value < 0 ? ((value >>> 1) | (value & 1)) * 2.0 : value;
    }

    @Override
    public String text(Values values, int at) {
      long value = values.longs[at];
      return unsigned ? Long.toUnsignedString(value) : Long.toString(value);
    }
  }

  /** Numbers with a point; NaN is a missing cell. */
  record Real() implements CellType {
    private static final double WHOLE = 1e15; // below, whole numbers are written without a point

    @Override
    public Storage storage() {
      return Storage.DOUBLES;
    }

    @Override
    public double number(Values values, int at) {
      return values.doubles[at];
    }

    @Override
    public String text(Values values, int at) {
      double value = values.doubles[at];
      return value == Math.rint(value) && Math.abs(value) < WHOLE
          ? Long.toString((long) value)
          : Double.toString(value);
    }
  }

  /** Decimals of at most 18 digits. */
  record Decimal(int scale) implements CellType {
    private static final long MOST_EXACT = 1L << 53;
    private static final int MOST_POWERS = 22;
    private static final double[] POWERS = powers();

    private static double[] powers() {
      double[] powers = new double[MOST_POWERS + 1]; // all exact
      powers[0] = 1;
      for (int i = 1; i <= MOST_POWERS; i++) {
        powers[i] = 10 * powers[i - 1];
      }
      return powers;
    }

    @Override
    public Storage storage() {
      return Storage.LONGS;
    }

    /** Of two exact doubles the quotient is rounded once, as a decimal that is parsed. */
    @Override
    public double number(Values values, int at) {
      long value = values.longs[at];
      return Math.abs(value) <= MOST_EXACT && scale <= MOST_POWERS
          ? value / POWERS[scale]
          : BigDecimal.valueOf(value, scale).doubleValue();
    }

    @Override
    public String text(Values values, int at) {
      return BigDecimal.valueOf(values.longs[at], scale).toPlainString();
    }
  }

  /** True and false. */
  record Truth() implements CellType {
    @Override
    public Storage storage() {
      return Storage.LONGS;
    }

    @Override
    public String text(Values values, int at) {
      return String.valueOf(values.longs[at] != 0);
    }
  }

  /** Days since the beginning of 1970. */
  record Day() implements CellType {
    @Override
    public Storage storage() {
      return Storage.LONGS;
    }

    @Override
    public String text(Values values, int at) {
      return LocalDate.ofEpochDay(values.longs[at]).toString();
    }
  }

  /**
   * Times since the beginning of 1970.
   *
   * @param utc whether they are the same moment everywhere; else local times
   */
  record Timestamp(ChronoUnit unit, boolean utc) implements CellType {
    @Override
    public Storage storage() {
      return Storage.LONGS;
    }

    @Override
    public String text(Values values, int at) {
      long perSecond = perSecond(unit);
      long second = Math.floorDiv(values.longs[at], perSecond);
      long nano = Math.floorMod(values.longs[at], perSecond) * (1_000_000_000 / perSecond);
      return written(LocalDateTime.ofEpochSecond(second, (int) nano, ZoneOffset.UTC), utc);
    }

    /** A local midnight is written as a date, as pandas and others do. */
    private static String written(LocalDateTime time, boolean utc) {
      if (!utc && time.toLocalTime().equals(LocalTime.MIDNIGHT)) {
        return time.toLocalDate().toString();
      }
      return time + (utc ? "Z" : "");
    }
  }

  /** Times of a day. */
  record TimeOfDay(ChronoUnit unit) implements CellType {
    @Override
    public Storage storage() {
      return Storage.LONGS;
    }

    @Override
    public String text(Values values, int at) {
      long nanos = values.longs[at] * (1_000_000_000 / perSecond(unit));
      // What no day has is as good as any other text.
      return ChronoField.NANO_OF_DAY.range().isValidValue(nanos)
          ? LocalTime.ofNanoOfDay(nanos).toString()
          : Long.toString(values.longs[at]);
    }
  }

  /** Values that are made texts when they are read. */
  record Text(Form form) implements CellType {
    /** The way in which bytes are a text. */
    enum Form {
      UTF_8,
      UUID,
      DECIMAL,
      TIMESTAMP_96
    }

    @Override
    public Storage storage() {
      return Storage.TEXTS;
    }

    @Override
    public double number(Values values, int at) {
      return form == Form.DECIMAL ? Double.parseDouble(values.texts[at]) : Double.NaN;
    }

    @Override
    public String text(Values values, int at) {
      return values.texts[at];
    }
  }

  /**
   * What is no cell.
   *
   * @param what a noun with its article
   */
  record Refused(String what) implements CellType {
    @Override
    public Storage storage() {
      return Storage.LONGS;
    }

    @Override
    public String text(Values values, int at) {
      throw new IllegalStateException("It is refused before it is read.");
    }
  }

  private static long perSecond(ChronoUnit unit) {
    return switch (unit) {
      case MILLIS -> 1_000;
      case MICROS -> 1_000_000;
      default -> 1_000_000_000;
    };
  }

  /** A decimal of any length, the most significant byte first. */
  static String decimal(byte[] bytes, int from, int length, int scale) {
    return length == 0
        ? ""
        : new BigDecimal(new BigInteger(bytes, from, length), scale).toPlainString();
  }

  /** Nanoseconds of a day, and the day as astronomers count them, which begins at noon. */
  static String timestamp96(long nanos, int julianDay) {
    long day = julianDay - 2_440_588L;
    return Instant.EPOCH.plus(day, ChronoUnit.DAYS).plusNanos(nanos).toString();
  }
}
