package dev.coset.store;

import dev.coset.data.MissingCells;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where the data came from and how they were read, so that a run can be repeated.
 *
 * @param name of the file, or what made the data; for people
 * @param missing what was done with missing cells
 * @param testFraction the share of rows kept for testing, chosen by the seed; null where rows were
 *     chosen otherwise
 * @param splitFile the file that named the rows of training and test; null where none did
 */
public record Source(
    String name, MissingCells missing, @Nullable Double testFraction, @Nullable String splitFile) {

  public Source {
    Objects.requireNonNull(name);
    Objects.requireNonNull(missing);
  }

  /** Data that a program made or read. */
  public static Source of(String name) {
    return new Source(name, MissingCells.ERROR, null, null);
  }
}
