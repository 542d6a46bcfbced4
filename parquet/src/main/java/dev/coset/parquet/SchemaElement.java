package dev.coset.parquet;

import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** A node of a file's schema, whose nodes stand one after another, each before its children. */
final class SchemaElement {
  /** What a value means beyond how it is stored, by the numbers of newer files. */
  enum Logical {
    NONE(0),
    STRING(1),
    MAP(2),
    LIST(3),
    ENUM(4),
    DECIMAL(5),
    DATE(6),
    TIME(7),
    TIMESTAMP(8),
    INTEGER(10),
    UNKNOWN(11),
    JSON(12),
    BSON(13),
    UUID(14),
    FLOAT16(15),
    OTHER(-1);

    private final int number;

    Logical(int number) {
      this.number = number;
    }

    private static Logical of(int number) {
      for (Logical logical : values()) {
        if (logical.number == number) {
          return logical;
        }
      }
      return OTHER;
    }
  }

  static final int REQUIRED = 0;
  static final int OPTIONAL = 1;

  @Nullable Physical physical; // none of a group
  int length;
  long repetition = REQUIRED;
  String name = "";
  int children;
  Logical logical = Logical.NONE;
  int scale;
  int precision;
  ChronoUnit unit = ChronoUnit.NANOS;
  boolean utc;
  boolean signed = true;
  private long converted = -1;

  private SchemaElement() {}

  static SchemaElement read(Thrift thrift, int type) throws MalformedException {
    var element = new SchemaElement();
    thrift.struct(type, (field, t) -> element.field(thrift, field, t));
    if (element.logical == Logical.NONE) {
      element.convert();
    }
    return element;
  }

  private boolean field(Thrift thrift, int field, int type) throws MalformedException {
    switch (field) {
      case 1 -> physical = Physical.of(thrift.number(type));
      case 2 -> length = thrift.smallSize(type);
      case 3 -> repetition = thrift.number(type);
      case 4 -> name = thrift.text(type);
      case 5 -> children = thrift.smallSize(type);
      case 6 -> converted = thrift.number(type);
      case 7 -> scale = thrift.smallSize(type);
      case 8 -> precision = thrift.smallSize(type);
      case 10 -> thrift.struct(type, (kind, t) -> logical(thrift, kind, t));
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean logical(Thrift thrift, int kind, int type) throws MalformedException {
    logical = Logical.of(kind);
    switch (logical) {
      case DECIMAL ->
          thrift.struct(
              type,
              (field, t) -> {
                switch (field) {
                  case 1 -> scale = thrift.smallSize(t);
                  case 2 -> precision = thrift.smallSize(t);
                  default -> {
                    return false;
                  }
                }
                return true;
              });
      case TIME, TIMESTAMP -> thrift.struct(type, (field, t) -> time(thrift, field, t));
      case INTEGER ->
          thrift.struct(
              type,
              (field, t) -> {
                if (field == 2) {
                  signed = Thrift.truth(t);
                }
                return field == 2;
              });
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean time(Thrift thrift, int field, int type) throws MalformedException {
    switch (field) {
      case 1 -> utc = Thrift.truth(type);
      case 2 ->
          thrift.struct(
              type,
              (kind, _) -> {
                unit =
                    switch (kind) {
                      case 1 -> ChronoUnit.MILLIS;
                      case 2 -> ChronoUnit.MICROS;
                      default -> ChronoUnit.NANOS;
                    };
                return false;
              });
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Takes the meaning from the number that older files give instead. */
  private void convert() {
    switch ((int) converted) {
      case -1 -> {}
      case 0 -> logical = Logical.STRING;
      case 4 -> logical = Logical.ENUM;
      case 5 -> logical = Logical.DECIMAL;
      case 6 -> logical = Logical.DATE;
      case 7, 8 -> {
        logical = Logical.TIME;
        unit = converted == 7 ? ChronoUnit.MILLIS : ChronoUnit.MICROS;
      }
      case 9, 10 -> {
        logical = Logical.TIMESTAMP;
        unit = converted == 9 ? ChronoUnit.MILLIS : ChronoUnit.MICROS;
        utc = true;
      }
      case 11, 12, 13, 14 -> {
        logical = Logical.INTEGER;
        signed = false;
      }
      case 15, 16, 17, 18 -> logical = Logical.INTEGER;
      case 19 -> logical = Logical.JSON;
      default -> logical = Logical.OTHER;
    }
  }
}
