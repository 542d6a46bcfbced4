package dev.coset.selection;

import dev.coset.model.Configuration;
import dev.coset.model.Study;

/**
 * A model on a table, as far as its cost goes.
 *
 * @param parameters weights, biases and nuisance parameters
 * @param rows that it is trained on
 */
record Size(Configuration configuration, int parameters, int rows) {
  static Size of(Study model) {
    return new Size(
        model.configuration(), model.posterior().dimension(), model.posterior().data().count());
  }

  boolean linear() {
    return configuration.hidden().length == 0;
  }
}
