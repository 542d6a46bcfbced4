package dev.coset.parallel;

/** Thrown by work that was asked to stop; what it had not finished is given up. */
public final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public StoppedException() {
    super("Stopped on request.", null, false, false);
  }
}
