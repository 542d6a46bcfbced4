package dev.coset.selection;

import dev.coset.model.Configuration;
import dev.coset.model.Study;

/**
 * A model on a table, as far as its cost goes.
 *
 * @param parameters weights, biases and nuisance parameters
 * @param weights that a row's gradient takes as long as
 * @param rows that it is trained on
 */
record Size(Configuration configuration, int parameters, int weights, int rows) {
  static Size of(Study model) {
    var posterior = model.posterior();
    return new Size(
        model.configuration(),
        posterior.dimension(),
        CostModel.weights(posterior),
        posterior.data().count());
  }

  /** Of inputs that are numbers. */
  Size(Configuration configuration, int parameters, int rows) {
    this(configuration, parameters, parameters, rows);
  }

  boolean linear() {
    return configuration.hidden().length == 0;
  }
}
