package dev.coset.experiments;

/**
 * A table or a figure. What it measured already is kept, so it can be stopped and started again at
 * any time.
 */
public interface Experiment {
  /** What users call it. */
  String name();

  /** What it shows, in one line. */
  String title();

  /** Measures what is missing and writes the results, anew after every measurement. */
  void run(Laboratory laboratory);
}
