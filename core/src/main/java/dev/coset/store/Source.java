package dev.coset.store;

import dev.coset.data.TableOptions;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The origin of the data and how they were read, so that a run can be repeated.
 *
 * @param name of the file, or what made the data; for people
 * @param table how its columns were used; null where no file was read
 * @param testFraction the share of rows kept for testing; null where rows were chosen otherwise
 * @param testAfter the column by whose order the last rows were kept for testing, if any
 * @param splitFile the file that named the rows of training and test; null where none did
 */
public record Source(
    String name,
    @Nullable TableOptions table,
    @Nullable Double testFraction,
    @Nullable String testAfter,
    @Nullable String splitFile) {
  public Source {
    Objects.requireNonNull(name);
  }

  /** Data that a program made or read. */
  public static Source of(String name) {
    return new Source(name, null, null, null, null);
  }
}
