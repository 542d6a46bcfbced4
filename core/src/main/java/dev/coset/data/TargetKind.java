package dev.coset.data;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.coset.message.Quoted;
import java.util.Arrays;

/**
 * What kind of value a target has. Code that treats kinds differently switches over them without a
 * default, so that the compiler names every place that a new kind concerns; a question that several
 * places ask is a method here.
 */
public sealed interface TargetKind {
  /** A number. */
  TargetKind NUMBER = new Number();

  /** What the target is read as. */
  TargetType type();

  /** How many numbers predict one target: its mean, or a probability of each class. */
  int width();

  /** Whether a target can have this value. */
  boolean has(double value);

  /** What folds share out evenly: the class of each value, or the same for all numbers. */
  int[] strata(double[] values);

  /** What files hold: the number of classes, or 0 for a number. */
  @JsonValue
  int stored();

  /** The kind that a file holds. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static TargetKind ofStored(int classes) {
    return classes == 0 ? NUMBER : new Classes(classes);
  }

  /**
   * The kind of a column that is a target.
   *
   * @throws InputException where it has a single class
   */
  static TargetKind of(Column target) {
    return switch (target) {
      case Column.Number _ -> NUMBER;
      case Column.Levels of -> {
        if (of.levels().size() == 1) {
          throw InputException.of(
              "The target %s has only the class %s, so there is nothing to predict: choose another"
                  + " target or other rows.",
              Quoted.text(of.name()), Quoted.text(of.levels().getFirst()));
        }
        yield new Classes(of.levels().size());
      }
      case Column.Truth _, Column.Time _ ->
          throw new IllegalArgumentException(
              "The target " + Quoted.text(target.name()) + " is neither a number nor classes.");
    };
  }

  /** A number. */
  record Number() implements TargetKind {
    @Override
    public TargetType type() {
      return TargetType.NUMBER;
    }

    @Override
    public int width() {
      return 1;
    }

    @Override
    public boolean has(double value) {
      return true;
    }

    @Override
    public int[] strata(double[] values) {
      return new int[values.length];
    }

    @Override
    public int stored() {
      return 0;
    }

    @Override
    public String toString() {
      return "numbers";
    }
  }

  /**
   * One of several classes without an order. A target is the number of its class, from 0.
   *
   * @param count how many classes there are
   */
  record Classes(int count) implements TargetKind {
    public Classes {
      if (count < 2) {
        throw new IllegalArgumentException(
            "A class is one of at least 2, but there are " + count + ".");
      }
    }

    @Override
    public TargetType type() {
      return TargetType.CLASSES;
    }

    @Override
    public int width() {
      return count;
    }

    @Override
    public boolean has(double value) {
      return value >= 0 && value < count && value == Math.rint(value);
    }

    @Override
    public int[] strata(double[] values) {
      return Arrays.stream(values).mapToInt(k -> (int) k).toArray();
    }

    @Override
    public int stored() {
      return count;
    }

    @Override
    public String toString() {
      return count + " classes";
    }
  }
}
