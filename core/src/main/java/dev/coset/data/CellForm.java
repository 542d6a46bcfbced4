package dev.coset.data;

/** A way in which the cells of a column write a value. */
public interface CellForm {

  /** Returns the value, or NaN where the cell is not written so. */
  double parse(String cell);
}
