package dev.coset.parquet;

import dev.coset.parquet.CellType.Text.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The columns of a file, those at the top of its schema.
 *
 * @param leaves how many columns are stored, those within nested ones too
 */
record Schema(List<Column> columns, int leaves) {
  /** What pandas calls row labels without a name; they number the rows and are no column. */
  private static final Pattern ROW_LABELS = Pattern.compile("__index_level_\\d+__");

  private static final int MOST_DIGITS = 1_000;
  private static final int DEEPEST = 100;

  /**
   * A column.
   *
   * @param place among those that are stored
   */
  record Column(String name, Leaf leaf, int place) {}

  static Schema of(List<SchemaElement> elements) throws MalformedException {
    if (elements.isEmpty()) {
      throw new MalformedException("it has no schema");
    }
    return new Reader(elements).read();
  }

  /** Goes through the elements once. */
  private static final class Reader {
    private final List<SchemaElement> elements;
    private final List<Column> columns = new ArrayList<>();
    private int at = 1; // behind the root
    private int leaves;

    Reader(List<SchemaElement> elements) {
      this.elements = elements;
    }

    Schema read() throws MalformedException {
      int top = elements.getFirst().children;
      for (int i = 0; i < top; i++) {
        int place = leaves;
        SchemaElement element = next(1);
        if (!ROW_LABELS.matcher(element.name).matches()) {
          columns.add(new Column(element.name.strip(), leaf(element), place));
        }
      }
      if (at != elements.size()) {
        throw new MalformedException("its schema is not a tree");
      }
      return new Schema(List.copyOf(columns), leaves);
    }

    /** Passes an element and its children. */
    private SchemaElement next(int depth) throws MalformedException {
      if (at == elements.size() || depth > DEEPEST) {
        throw new MalformedException("its schema is not a tree");
      }
      SchemaElement element = elements.get(at++);
      if (element.physical != null) {
        leaves++;
      }
      for (int i = 0; i < element.children; i++) {
        next(depth + 1);
      }
      return element;
    }
  }

  private static Leaf leaf(SchemaElement element) throws MalformedException {
    Physical physical = element.physical;
    CellType type = physical == null ? group(element) : type(element, physical);
    if (element.repetition != SchemaElement.REQUIRED
        && element.repetition != SchemaElement.OPTIONAL) {
      type = new CellType.Refused("a list");
    }
    if (physical == Physical.FIXED_LEN_BYTE_ARRAY && element.length == 0) {
      throw new MalformedException("a column has values of no length");
    }
    return new Leaf(
        physical == null ? Physical.BOOLEAN : physical,
        element.length,
        type,
        element.scale,
        element.repetition == SchemaElement.OPTIONAL);
  }

  private static CellType group(SchemaElement element) {
    return new CellType.Refused(
        switch (element.logical) {
          case LIST -> "a list";
          case MAP -> "a map";
          default -> "a record of several values";
        });
  }

  private static CellType type(SchemaElement element, Physical physical) throws MalformedException {
    return switch (physical) {
      case BOOLEAN -> new CellType.Truth();
      case INT32, INT64 -> whole(element, physical);
      case INT96 -> new CellType.Text(Form.TIMESTAMP_96);
      case FLOAT, DOUBLE -> new CellType.Real();
      case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> bytes(element, physical);
    };
  }

  private static CellType whole(SchemaElement element, Physical physical)
      throws MalformedException {
    return switch (element.logical) {
      case DATE -> {
        require(physical == Physical.INT32);
        yield new CellType.Day();
      }
      case TIME -> new CellType.TimeOfDay(element.unit);
      case TIMESTAMP -> new CellType.Timestamp(element.unit, element.utc);
      case DECIMAL -> new CellType.Decimal(scale(element));
      default -> new CellType.Whole(!element.signed);
    };
  }

  private static CellType bytes(SchemaElement element, Physical physical)
      throws MalformedException {
    boolean fixed = physical == Physical.FIXED_LEN_BYTE_ARRAY;
    return switch (element.logical) {
      case STRING, ENUM, JSON -> new CellType.Text(Form.UTF_8);
      case DECIMAL -> {
        scale(element);
        yield new CellType.Text(Form.DECIMAL);
      }
      case UUID -> {
        require(fixed && element.length == 2 * Long.BYTES);
        yield new CellType.Text(Form.UUID);
      }
      case FLOAT16 -> {
        require(fixed && element.length == Short.BYTES);
        yield new CellType.Real();
      }
      default -> new CellType.Refused("binary data");
    };
  }

  private static int scale(SchemaElement element) throws MalformedException {
    require(element.scale <= element.precision && element.precision <= MOST_DIGITS);
    return element.scale;
  }

  private static void require(boolean fits) throws MalformedException {
    if (!fits) {
      throw new MalformedException("a column's type does not fit how it is stored");
    }
  }
}
