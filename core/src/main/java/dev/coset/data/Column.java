package dev.coset.data;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.coset.message.Quoted;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * A column of the source and the features it becomes, as training rows have shaped it. Plain data,
 * so that a run keeps it and new files are read the same way. A cell is first a code: a number, the
 * place of a level, seconds of a time; NaN where it is missing.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Column.Number.class, name = "number"),
  @JsonSubTypes.Type(value = Column.Truth.class, name = "truth"),
  @JsonSubTypes.Type(value = Column.Levels.class, name = "levels"),
  @JsonSubTypes.Type(value = Column.Time.class, name = "time")
})
public sealed interface Column {
  String name();

  /** The texts of the column, in order; none where it is not text. */
  default List<String> levels() {
    return List.of();
  }

  /** The features it becomes, such as its own name, or {@code colour=red} for each level. */
  List<String> featureNames();

  /** The number of features this column becomes. */
  default int features() {
    return featureNames().size();
  }

  default boolean numeric() {
    return this instanceof Number;
  }

  /** Whether the last of its features says that a cell was missing; text has a level for that. */
  default boolean indicator() {
    return false;
  }

  /**
   * Turns a code into features.
   *
   * @param features (feature, row); those of this column begin at one place
   */
  void encode(double code, double[][] features, int at, int row);

  /** The inverse: a code that becomes these features, but for rounding. */
  double decode(double[][] features, int at, int row);

  /** A column of plain numbers that is never missing. */
  static Column numeric(String name) {
    return new Number(name, NumberForm.PLAIN, 0, false, Warp.NONE);
  }

  /** A column of text with these levels, and no others. */
  static Column text(String name, List<String> levels) {
    return new Levels(name, levels, false, false);
  }

  /** What missing cells are called among features and levels. */
  String MISSING = "missing";

  /** What rare levels are together. */
  String OTHER = "other";

  /**
   * A number. Where it is missing it takes the training median.
   *
   * @param form how its cells are written
   * @param fill what stands for a missing cell, the training median
   * @param indicator whether a feature of its own says that it was missing
   * @param warp how its tails are compressed
   */
  record Number(String name, NumberFormat form, double fill, boolean indicator, Warp warp)
      implements Column {
    @Override
    public List<String> featureNames() {
      return indicator ? List.of(name, name + "=" + MISSING) : List.of(name);
    }

    @Override
    public void encode(double code, double[][] features, int at, int row) {
      boolean missing = Double.isNaN(code);
      features[at][row] = warp.of(missing ? fill : code);
      if (indicator) {
        features[at + 1][row] = missing ? 1 : 0;
      }
    }

    @Override
    public double decode(double[][] features, int at, int row) {
      return indicator && features[at + 1][row] == 1
          ? Double.NaN
          : warp.original(features[at][row]);
    }
  }

  /**
   * Yes or no, as one feature that is 1 or 0.
   *
   * @param form the words
   * @param fill what stands for a missing cell, the more frequent of the two
   * @param indicator whether a feature of its own says that it was missing
   */
  record Truth(String name, TruthForm form, double fill, boolean indicator) implements Column {
    @Override
    public List<String> featureNames() {
      return indicator ? List.of(name, name + "=" + MISSING) : List.of(name);
    }

    @Override
    public void encode(double code, double[][] features, int at, int row) {
      features[at][row] = Double.isNaN(code) ? fill : code;
      if (indicator) {
        features[at + 1][row] = Double.isNaN(code) ? 1 : 0;
      }
    }

    @Override
    public double decode(double[][] features, int at, int row) {
      return indicator && features[at + 1][row] == 1 ? Double.NaN : features[at][row];
    }
  }

  /**
   * Text, one indicator for each level.
   *
   * @param other whether levels too rare for an indicator of their own share one
   * @param missing whether missing cells have one
   */
  record Levels(String name, List<String> levels, boolean other, boolean missing)
      implements Column {
    public Levels {
      levels = List.copyOf(levels);
      if (new HashSet<>(levels).size() != levels.size()) {
        throw new IllegalArgumentException("Column " + Quoted.text(name) + " has a level twice.");
      }
    }

    @Override
    public List<String> featureNames() {
      List<String> names = new ArrayList<>();
      levels.forEach(level -> names.add(name + "=" + level));
      if (other) {
        names.add(name + "=" + apart(OTHER));
      }
      if (missing) {
        names.add(name + "=" + apart(MISSING));
      }
      return names;
    }

    /** A word that no level is. */
    private String apart(String word) {
      return levels.contains(word) ? apart("(" + word + ")") : word;
    }

    @Override
    public int features() {
      return levels.size() + (other ? 1 : 0) + (missing ? 1 : 0);
    }

    /** A code beyond the levels is any other text. */
    @Override
    public void encode(double code, double[][] features, int at, int row) {
      int place =
          Double.isNaN(code)
              ? missing ? levels.size() + (other ? 1 : 0) : -1
              : code < levels.size() ? (int) code : other ? levels.size() : -1;
      int count = features();
      for (int k = 0; k < count; k++) {
        features[at + k][row] = k == place ? 1 : 0;
      }
    }

    @Override
    public double decode(double[][] features, int at, int row) {
      for (int k = 0; k < levels.size() + (other ? 1 : 0); k++) {
        if (features[at + k][row] == 1) {
          return k;
        }
      }
      boolean isMissing = other || (missing && features[at + features() - 1][row] == 1);
      return isMissing ? Double.NaN : levels.size(); // any text beyond the levels
    }
  }

  /**
   * A date, with or without a time of day: days since the first of training, and where in the year
   * and the week, and the day if it has hours, each as sine and cosine.
   *
   * @param form how its cells are written
   * @param first of training, in seconds
   * @param fill what stands for a missing cell, in seconds
   */
  record Time(
      String name, DateForm form, boolean hours, double first, double fill, boolean indicator)
      implements Column {
    private static final double DAY = 86_400;
    private static final double[] CYCLES = {365.2425 * DAY, 7 * DAY, DAY};

    @Override
    public List<String> featureNames() {
      List<String> names = new ArrayList<>();
      names.add(name);
      List<String> cycles = hours ? List.of("year", "week", "day") : List.of("year", "week");
      for (String cycle : cycles) {
        names.add(name + ":sin(" + cycle + ")");
        names.add(name + ":cos(" + cycle + ")");
      }
      if (indicator) {
        names.add(name + "=" + MISSING);
      }
      return names;
    }

    @Override
    public void encode(double code, double[][] features, int at, int row) {
      double seconds = Double.isNaN(code) ? fill : code;
      int k = at;
      features[k++][row] = (seconds - first) / DAY;
      for (int cycle = 0; cycle < (hours ? 3 : 2); cycle++) {
        double period = CYCLES[cycle];
        double angle = 2 * Math.PI * (seconds / period - Math.floor(seconds / period));
        features[k++][row] = StrictMath.sin(angle);
        features[k++][row] = StrictMath.cos(angle);
      }
      if (indicator) {
        features[k][row] = Double.isNaN(code) ? 1 : 0;
      }
    }

    @Override
    public double decode(double[][] features, int at, int row) {
      return indicator && features[at + features() - 1][row] == 1
          ? Double.NaN
          : Math.fma(features[at][row], DAY, first);
    }
  }

  /**
   * A number whose tails are far heavier than a normal's is seen as {@code asinh((x - center) /
   * scale)}: linear near the middle, logarithmic far out.
   *
   * @param scale 0 where numbers are seen as they are
   */
  record Warp(double center, double scale) {
    static final Warp NONE = new Warp(0, 0);
    private static final double FAR = 1e9; // where asinh is the logarithm of twice its argument
    private static final double LOG_2 = 0.69314718055994530942;

    double of(double x) {
      if (scale == 0) {
        return x;
      }
      double z = (x - center) / scale;
      double a = Math.abs(z);
      double log = a < FAR ? StrictMath.log(a + Math.sqrt(a * a + 1)) : StrictMath.log(a) + LOG_2;
      return Math.copySign(log, z);
    }

    /** Back again. */
    public double original(double warped) {
      return scale == 0 ? warped : Math.fma(scale, StrictMath.sinh(warped), center);
    }
  }
}
