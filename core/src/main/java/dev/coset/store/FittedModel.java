package dev.coset.store;

import dev.coset.data.Encoding;
import dev.coset.data.Points;
import dev.coset.data.Scaling;
import dev.coset.distribution.Predictive;
import dev.coset.model.TrainingRange;
import java.nio.file.Files;
import java.nio.file.Path;

/** A model that predicts rows of a table: a run, or a run compressed into one file. */
public sealed interface FittedModel extends AutoCloseable permits Mixture, CompressedRun {
  /** Opens either for reading. */
  static FittedModel read(Path path) {
    return Files.isRegularFile(path) ? CompressedRun.read(path) : Mixture.read(path);
  }

  /** How rows of a file become features. */
  Encoding encoding();

  /** How features become what the networks see, and what these say becomes the target. */
  Scaling scaling();

  TrainingRange range();

  /** The rows kept for testing that are there, as the networks see them. */
  Points test();

  /** Whether there is something to predict from. */
  boolean hasDraws();

  /** Refuses to predict from nothing, and says why there is nothing. */
  void requireDraws();

  /**
   * What is said of inputs (feature, point), in the likelihood's units.
   *
   * @param threads at most so many share the work; the result does not depend on it
   */
  Predictive predictive(double[][] x, int threads);

  @Override
  void close();
}
