package dev.coset.data;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The forms in which a column may be written: those that read each of its cells so far, whatever
 * their order. A missing cell says nothing and is not given.
 */
final class Forms<F extends Enum<F> & CellForm> {

  private final EnumSet<F> left;
  private boolean any;

  Forms(Class<F> forms) {
    left = EnumSet.allOf(forms);
  }

  void add(String cell) {
    any = true;
    left.removeIf(form -> Double.isNaN(form.parse(cell)));
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
