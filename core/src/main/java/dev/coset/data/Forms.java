package dev.coset.data;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The forms in which a column may be written: those that read each of its cells so far, whatever
 * their order. A missing cell says nothing and is not given.
 */
final class Forms<F extends Enum<F> & CellForm> {

  private final EnumSet<F> left;
  private final Function<F, ? extends CellForm> reader;
  private boolean any;

  Forms(Class<F> forms) {
    this(forms, form -> form);
  }

  /**
   * Forms of a part of each cell.
   *
   * @param reader reads a cell whose part has the form
   */
  Forms(Class<F> forms, Function<F, ? extends CellForm> reader) {
    this.left = EnumSet.allOf(forms);
    this.reader = reader;
  }

  void add(String cell) {
    any = true;
    left.removeIf(form -> Double.isNaN(reader.apply(form).parse(cell)));
  }

  /** Those that are left; none where there was no cell. */
  Set<F> left() {
    return any ? left : Set.of();
  }

  /** The first that is left. */
  Optional<F> finish() {
    return left().stream().findFirst();
  }
}
