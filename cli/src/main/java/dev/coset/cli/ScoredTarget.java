package dev.coset.cli;

import dev.coset.data.Encoding;
import dev.coset.data.Scaling;
import dev.coset.model.Study;
import dev.coset.store.FittedModel;
import java.util.List;

/**
 * The target that scores are of.
 *
 * @param sd of a number its standard deviation, the unit of the scores
 * @param classes their names; none of a number
 */
record ScoredTarget(double sd, List<String> classes) {
  static ScoredTarget of(FittedModel model) {
    return of(model.encoding(), model.scaling());
  }

  static ScoredTarget of(Study study) {
    return of(study.data().encoding(), study.scaling());
  }

  private static ScoredTarget of(Encoding encoding, Scaling scaling) {
    return new ScoredTarget(scaling.target().deviation(), encoding.target().levels());
  }

  /** Of two classes the one that counts as positive. */
  String positive() {
    return classes.get(1);
  }
}
