package dev.coset.fit;

import dev.coset.diagnostics.Assessment;
import dev.coset.store.Mixture;
import java.nio.file.Path;

/**
 * A run that is complete, with what was computed of it at its end. Open until it is closed, so that
 * no other process changes it.
 */
public final class FittedRun implements AutoCloseable {
  private final Mixture run;
  private final AutoCloseable whole;
  private final Assessment assessment;
  private final double seconds;
  private final boolean found;

  FittedRun(
      Mixture run, AutoCloseable whole, Assessment assessment, double seconds, boolean found) {
    this.run = run;
    this.whole = whole;
    this.assessment = assessment;
    this.seconds = seconds;
    this.found = found;
  }

  /** The models with their draws and weights. */
  public Mixture run() {
    return run;
  }

  public Path folder() {
    return run.folder();
  }

  /** Scores, diagnostics and verdict. */
  public Assessment assessment() {
    return assessment;
  }

  /** Seconds until all chains were there. */
  public double seconds() {
    return seconds;
  }

  /** Returns whether the run was complete before, so that nothing was computed. */
  public boolean wasComplete() {
    return found;
  }

  @Override
  public void close() {
    run.close();
    try {
      whole.close();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
