package dev.coset.predictive;

import dev.coset.data.Points;
import dev.coset.data.TargetScaling;
import dev.coset.distribution.Finite;
import dev.coset.distribution.Predictive;
import dev.coset.statistics.Weighted;
import dev.coset.store.FittedModel;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Scores of points that come in chunks. Points are added one after another, so that the scores do
 * not depend on how they were cut into chunks.
 */
public final class Scoring {
  /** Points; with some hundred draws, what is held of them dies young in a collector's eyes. */
  private static final int CHUNK = 512;

  private final RegressionTally numbers;
  private final ClassificationTally classes = new ClassificationTally();
  private boolean ofClasses;
  private long points;
  private double rows; // the sum of their weights
  private double logDensity; // running mean
  private double logDensitySquares; // sum of squared distances from the mean

  /** Covers 50, 90 and 95%. */
  public Scoring() {
    this(0.5, 0.9, 0.95);
  }

  /**
   * Covers the given levels.
   *
   * @param levels what the central intervals should hold, such as 0.9
   */
  public Scoring(double... levels) {
    for (double level : levels) {
      if (!(level > 0 && level < 1)) {
        throw new IllegalArgumentException(
            "An interval needs a level between 0 and 1, not %s.".formatted(level));
      }
    }
    this.numbers = new RegressionTally(levels.clone());
  }

  /** The scores on a run's own test rows; none where it has no test rows or no draws. */
  public static Optional<Scores> ofTestRows(RunStore run, int threads) {
    return ofTestRows(Mixture.of(run), threads);
  }

  /** The same of a run of several models, or of a compressed one. */
  public static Optional<Scores> ofTestRows(FittedModel model, int threads) {
    return TestRows.of(model, threads).map(TestRows::scores);
  }

  /**
   * Scores a predictive on points, some hundred at a time.
   *
   * @param predictiveAt the predictive at inputs (feature, point), in the likelihood's units
   */
  public static Scores of(
      Function<double[][], Predictive> predictiveAt,
      Points points,
      TargetScaling scaling,
      int threads) {
    var scoring = new Scoring();
    each(predictiveAt, points, scaling, threads, scoring::add);
    return scoring.scores();
  }

  /** Hands on the scores of some hundred points after others. */
  static void each(
      Function<double[][], Predictive> predictiveAt,
      Points points,
      TargetScaling scaling,
      int threads,
      Consumer<PointScores> chunks) {
    int rows = CHUNK / points.y().kind().width() + 1; // as many numbers, however many outputs
    for (int from = 0; from < points.count(); from += rows) {
      var chunk = points.range(from, Math.min(points.count(), from + rows));
      chunks.accept(PointScores.of(predictiveAt.apply(chunk.x()), chunk.y(), scaling, threads));
    }
  }

  /** Takes the points of a chunk. */
  public void add(PointScores chunk) {
    for (int point = 0; point < chunk.points(); point++) {
      points++;
      double weight = Weighted.of(chunk.weights(), point);
      rows += weight;
      double own = Finite.nearest(chunk.logDensity()[point]);
      double delta = own - logDensity;
      logDensity += weight * delta / rows;
      logDensitySquares += weight * delta * (own - logDensity);
      switch (chunk) {
        case PointScores.OfNumbers scores -> numbers.add(scores, point);
        case PointScores.OfClasses scores -> {
          classes.add(scores, point);
          ofClasses = true;
        }
      }
    }
  }

  /**
   * Takes the points of another, scored at the same levels; equal to adding them here but for
   * rounding.
   */
  public void merge(Scoring other) {
    numbers.merge(other.numbers);
    classes.merge(other.classes);
    if (other.points == 0) {
      return;
    }
    ofClasses = other.ofClasses;
    double both = rows + other.rows;
    double share = other.rows / both;
    double delta = other.logDensity - logDensity;
    logDensity += delta * share;
    logDensitySquares += other.logDensitySquares + delta * delta * share * rows;
    points += other.points;
    rows = both;
  }

  /** The scores of all points so far. */
  public Scores scores() {
    if (points == 0) {
      throw new IllegalStateException("There are no points to score.");
    }
    double se =
        rows <= 1 ? Double.NaN : Finite.nearest(Math.sqrt(logDensitySquares / (rows - 1) / rows));
    return new Scores(points, logDensity, se, ofClasses ? classes.scores() : numbers.scores());
  }
}
