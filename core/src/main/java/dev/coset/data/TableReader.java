package dev.coset.data;

import dev.coset.message.Message;
import dev.coset.message.Quoted;
import dev.coset.message.Setting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a file by a known encoding, chunk by chunk. */
final class TableReader {

  private static final int NONE = -1;

  private final TableFile file;
  private final List<Column> columns;
  private final List<TextCodes> levelsOf; // (column)
  private final int[] cells; // (column)
  private final Column target;
  private final Classes classes; // none where the target is numeric
  private final int targetCell;
  private final int featureCount;
  private final UnknownLevel unknown;
  private final MissingCells missing;
  private final boolean keepsInputs;
  private final int idCell;
  private final @Nullable WeightColumn weightOf;
  private final List<Message> notes = new ArrayList<>();
  private long imputed;
  private long unknownCells;

  TableReader(
      TableFile file,
      Encoding encoding,
      UnknownLevel unknown,
      MissingCells missing,
      TargetColumn column,
      boolean keepsInputs) {
    this.file = file;
    this.target = encoding.target();
    this.classes = Classes.of(target);
    this.columns = encoding.columns();
    this.levelsOf = columns.stream().map(each -> new TextCodes(each.levels())).toList();
    this.cells = ColumnNames.find(file, columns.stream().map(Column::name).toList(), "column");
    boolean read =
        switch (column) {
          case IGNORED -> false;
          case OPTIONAL -> file.header().contains(target.name());
          case REQUIRED -> true;
        };
    this.targetCell =
        read ? ColumnNames.find(file, List.of(target.name()), "target column")[0] : NONE;
    this.featureCount = encoding.features();
    this.unknown = unknown;
    this.missing = missing;
    this.keepsInputs = keepsInputs;
    this.idCell = encoding.id() == null ? NONE : file.header().indexOf(encoding.id());
    this.weightOf = column == TargetColumn.REQUIRED ? weights(encoding.rowWeight()) : null;
  }

  /** The column of weights, where the file has it; rows count equally where it does not. */
  private @Nullable WeightColumn weights(@Nullable String name) {
    if (name == null) {
      return null;
    }
    if (!file.header().contains(name)) {
      notes.add(
          Message.of(
              "%s has no column of row weights %s. Its rows count equally.",
              file.name(), Quoted.text(name)));
      return null;
    }
    return new WeightColumn(file, ColumnNames.find(file, List.of(name), "column")[0]);
  }

  Reading read(int chunkRows, Consumer<EncodedRows> sink) {
    MissingCount count = new MissingCount(file, needed(), this::holdsNumbers);
    int incomplete = 0;
    int weightless = 0;
    Chunk chunk = new Chunk(chunkRows);
    for (Row row = file.next(); row != null; row = file.next()) {
      double weight = weightOf == null ? 1 : weightOf.of(row);
      if (weight == 0) {
        weightless++;
      } else if (count.add(row)) {
        incomplete++;
      } else if (incomplete == 0 || missing != MissingCells.ERROR) {
        if (chunk.rows == chunkRows) {
          sink.accept(chunk.table());
          chunk = new Chunk(chunkRows);
        }
        chunk.add(row, weight);
      }
    }
    if (missing == MissingCells.ERROR) {
      count.refuse();
    }
    if (missing == MissingCells.IMPUTE
        && incomplete > 0
        && incomplete == file.rows() - weightless) {
      throw MissingCount.noTarget(file, target.name());
    }
    if (weightOf != null) {
      weightOf.requireRows(1, weightless);
    }
    file.requireRows(1, incomplete + weightless);
    sink.accept(chunk.table());
    List<Message> warnings = new ArrayList<>(file.warnings());
    warnings.addAll(notes);
    return new Reading(incomplete, weightless, imputed, unknownCells, warnings);
  }

  /** The cells that must not be missing: a feature can be filled in, a target cannot. */
  private int[] needed() {
    int[] target = targetCell == NONE ? new int[0] : new int[] {targetCell};
    if (missing == MissingCells.IMPUTE) {
      return target;
    }
    int[] all = Arrays.copyOf(cells, cells.length + target.length);
    System.arraycopy(target, 0, all, cells.length, target.length);
    return all;
  }

  private boolean holdsNumbers(int cell) {
    if (cell == targetCell) {
      return switch (TargetKind.of(target)) {
        case TargetKind.Number _ -> true;
        case TargetKind.Classes _ -> classes.areNumbers();
      };
    }
    return IntStream.range(0, cells.length)
        .anyMatch(i -> cells[i] == cell && columns.get(i).numeric());
  }

  /** Rows being gathered. */
  private final class Chunk {
    final int[] rowNumbers;
    final double[][] features; // (feature, row)
    final double[] targets;
    final double[] weights;
    final List<String> ids = new ArrayList<>();
    final List<List<String>> inputs = new ArrayList<>();
    int rows;

    Chunk(int capacity) {
      rowNumbers = new int[capacity];
      features = new double[featureCount][capacity];
      targets = new double[targetCell == NONE ? 0 : capacity];
      weights = new double[weightOf == null ? 0 : capacity];
    }

    void add(Row row, double weight) {
      rowNumbers[rows] = row.dataRow();
      if (weightOf != null) {
        weights[rows] = weight;
      }
      if (targetCell != NONE) {
        targets[rows] =
            target instanceof Column.Number number
                ? parsed(row, targetCell, number.form(), "numbers")
                : classOf(row);
      }
      int feature = 0;
      for (int i = 0; i < cells.length; i++) {
        columns.get(i).encode(code(row, i), features, feature, rows);
        feature += columns.get(i).features();
      }
      if (idCell != NONE) {
        ids.add(row.text(idCell));
      }
      if (keepsInputs) {
        inputs.add(row.texts());
      }
      rows++;
    }

    EncodedRows table() {
      boolean full = rows == rowNumbers.length;
      double[][] cut = features;
      if (!full) {
        cut = new double[featureCount][];
        Arrays.setAll(cut, j -> Arrays.copyOf(features[j], rows));
      }
      return new EncodedRows(
          full ? rowNumbers : Arrays.copyOf(rowNumbers, rows),
          cut,
          targetCell == NONE ? null : full ? targets : Arrays.copyOf(targets, rows),
          weightOf == null ? null : full ? weights : Arrays.copyOf(weights, rows),
          ids,
          inputs);
    }
  }

  /** A cell as its column counts it. */
  private double code(Row row, int i) {
    Column column = columns.get(i);
    if (column instanceof Column.Number number && number.form() == NumberForm.PLAIN) {
      double value = file.number(row, cells[i]);
      if (!Double.isNaN(value)) {
        return value; // what most cells are
      }
    }
    if (row.missing(cells[i])) {
      imputed++;
      return Double.NaN;
    }
    return switch (column) {
      case Column.Number number -> {
        if (row.missingNumber(cells[i])) {
          imputed++;
          yield Double.NaN;
        }
        yield parsed(row, cells[i], number.form(), "numbers");
      }
      case Column.Truth truth -> parsed(row, cells[i], truth.form(), "yes or no");
      case Column.Time time -> parsed(row, cells[i], time.form(), "dates");
      case Column.Levels levels -> {
        int place = row.code(cells[i], levelsOf.get(i));
        if (place != TextCodes.NONE) {
          yield place;
        }
        unknownCells++;
        if (unknown == UnknownLevel.ERROR && !levels.other()) {
          throw unknownLevel(row, cells[i], column);
        }
        yield levels.levels().size();
      }
    };
  }

  private double parsed(Row row, int cell, CellForm form, String what) {
    double value = form == NumberForm.PLAIN ? file.number(row, cell) : form.parse(row.text(cell));
    if (Double.isNaN(value) && form instanceof NumberForm) {
      value = file.number(row, cell); // plain numbers are read in any form
    }
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      throw new InputException(
          "In %s, column %s is %s in %s where the run has %s: correct that cell."
              .formatted(
                  file.name(),
                  Quoted.text(file.header().get(cell)),
                  Quoted.text(row.text(cell)),
                  row.where(),
                  form instanceof MarkedForm marked
                      ? "numbers such as " + Quoted.text(marked.example())
                      : what));
    }
    return value;
  }

  private int classOf(Row row) {
    String cell = file.text(row, targetCell);
    int number = classes.number(cell);
    if (number < 0) {
      throw new InputException(
          "In %s, the target %s has the class %s in %s, which training never saw (it saw %s). Correct that cell or remove its row."
              .formatted(
                  file.name(),
                  Quoted.text(target.name()),
                  Quoted.text(cell),
                  row.where(),
                  Quoted.names(target.levels())));
    }
    return number;
  }

  private InputException unknownLevel(Row row, int cell, Column column) {
    return InputException.of(
        "In %s, column %s has the level %s in %s, which training never saw (it saw %s). Correct it,"
            + " or use %s.",
        file.name(),
        Quoted.text(column.name()),
        Quoted.text(row.text(cell)),
        row.where(),
        Quoted.names(column.levels()),
        Setting.UNKNOWN_LEVEL.to("zero"));
  }
}
