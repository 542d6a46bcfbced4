package dev.coset.fit;

import dev.coset.data.EncodedRows;
import dev.coset.data.Encoding;
import dev.coset.data.InputException;
import dev.coset.data.MissingCells;
import dev.coset.data.Table;
import dev.coset.data.TargetColumn;
import dev.coset.data.TargetKind;
import dev.coset.data.UnknownLevel;
import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.NumberDistribution;
import dev.coset.distribution.Predictive;
import dev.coset.distribution.PredictiveDistribution;
import dev.coset.predictive.OutsideRows;
import dev.coset.predictive.Predictor;
import dev.coset.store.CompressedRun;
import dev.coset.store.FittedModel;
import dev.coset.store.RunCopy;
import dev.coset.store.TemporaryFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The networks of a run with their weights, and the encoding and scaling of its table: predicts
 * rows in the units of the data. It holds no training rows. Immutable, so any number of threads may
 * share one.
 *
 * <p>Missing cells are imputed as in training, and a level that training never saw is none of those
 * known.
 */
public final class Model {
  private static final int CHUNK = 2048;

  private final Predictor predictor;
  private final Encoding encoding;
  private final Path folder;

  private Model(FittedModel model, Path folder) {
    this.predictor = Predictor.of(model);
    this.encoding = model.encoding();
    this.folder = folder;
  }

  /** Reads a run's folder, or the file of a compressed run. */
  public static Model load(Path path) {
    try (var model = FittedModel.read(path)) {
      return new Model(model, path);
    }
  }

  /** Fits in a folder that is deleted once the model is no longer reachable. */
  static Model inTemporaryFolder(Function<Path, FittedRun> fit) {
    var temporary = TemporaryFolder.create();
    Path run = temporary.path().resolve("run");
    try (FittedRun fitted = fit.apply(run)) {
      var model = new Model(fitted.run(), run);
      temporary.deleteAfter(model);
      return model;
    } catch (RuntimeException | Error e) {
      temporary.run();
      throw e;
    }
  }

  /** The name of the target. */
  public String target() {
    return encoding.target().name();
  }

  /** The names of the columns that rows need. */
  public List<String> columns() {
    return encoding.columns().stream().map(column -> column.name()).toList();
  }

  /** The classes of the target; none where it is a number. */
  public List<String> classNames() {
    return encoding.target().levels();
  }

  /**
   * Predicts a number.
   *
   * @param row cells by the names of their columns, as {@link Table#of} takes them
   */
  public NumberDistribution number(Map<String, ?> row) {
    return switch (encoding.kind()) {
      case TargetKind.Number _ -> predict(Table.row(row)).number(0);
      case TargetKind.Classes _ ->
          throw new InputException("The target is a class: call classes instead of number.");
    };
  }

  /**
   * Predicts a class: the probability of each of {@link #classNames}.
   *
   * @param row cells by the names of their columns, as {@link Table#of} takes them
   */
  public ClassProbabilities classes(Map<String, ?> row) {
    return switch (encoding.kind()) {
      case TargetKind.Number _ ->
          throw new InputException("The target is a number: call number instead of classes.");
      case TargetKind.Classes _ -> predict(Table.row(row)).classes(0);
    };
  }

  /** Predicts a number or a class. */
  public PredictiveDistribution predict(Map<String, ?> row) {
    return predict(Table.row(row)).at(0);
  }

  /** Predicts the rows of a table. */
  public Predictive predict(Table rows) {
    return predict(rows, 1);
  }

  /** Predicts the rows of a table, whose work so many threads share. */
  public Predictive predict(Table rows, int threads) {
    List<EncodedRows> chunks = new ArrayList<>();
    var unused =
        encoding.read(
            rows,
            UnknownLevel.ZERO,
            MissingCells.IMPUTE,
            TargetColumn.IGNORED,
            CHUNK,
            false,
            header -> {},
            chunks::add);
    List<PredictiveDistribution> each = new ArrayList<>();
    for (EncodedRows chunk : chunks) {
      Predictive predictive = predictor.at(chunk.features(), threads);
      for (int i = 0; i < chunk.rows(); i++) {
        each.add(predictive.at(i));
      }
    }
    return Predictive.of(each);
  }

  /**
   * Predicts encoded rows.
   *
   * @param features (row, feature) in the order of {@link #featureNames}
   */
  public Predictive predict(double[][] features) {
    double[][] x = new double[predictor.featureNames().size()][features.length];
    for (int i = 0; i < features.length; i++) {
      if (features[i].length != x.length) {
        throw new InputException(
            "A row needs %d values (%s), but row %d has %d."
                .formatted(
                    x.length, String.join(", ", predictor.featureNames()), i, features[i].length));
      }
      for (int j = 0; j < x.length; j++) {
        x[j][i] = features[i][j];
      }
    }
    return predictor.at(x, 1);
  }

  /** What an encoded row holds; indicators of text columns are named column=level. */
  public List<String> featureNames() {
    return predictor.featureNames();
  }

  /**
   * How far a row lies outside the training range: the farthest of its features, in their standard
   * deviations; 0 inside.
   */
  public double extrapolation(Map<String, ?> row) {
    double[] outside = new double[1];
    var unused =
        encoding.read(
            Table.row(row),
            UnknownLevel.ZERO,
            MissingCells.IMPUTE,
            TargetColumn.IGNORED,
            1,
            false,
            header -> {},
            one -> outside[0] = predictor.extrapolation(one.features())[0]);
    return outside[0];
  }

  /** Counts rows outside the training range; none yet. */
  public OutsideRows outsideRows() {
    return predictor.outsideRows();
  }

  /** Writes the run to a new folder, or the compressed run to a file. */
  public void save(Path to) {
    if (Files.isRegularFile(folder)) {
      CompressedRun.read(folder).write(to);
    } else {
      RunCopy.copy(folder, to);
    }
  }
}
