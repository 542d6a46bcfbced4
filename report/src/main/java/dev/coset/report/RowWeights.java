package dev.coset.report;

import dev.coset.model.Study;
import dev.coset.report.chart.Numbers;
import dev.coset.store.Manifest;
import java.util.Optional;

/** What a report says of the weights of rows. */
final class RowWeights {
  private RowWeights() {}

  /** Empty where all rows count equally. */
  static Optional<String> words(Manifest manifest, Study study) {
    var y = study.posterior().data().y();
    if (study.data().weights() == null) {
      return Optional.empty();
    }
    String column = manifest.encoding().rowWeight();
    return Optional.of(
        "%s; %s as %s"
            .formatted(
                column == null ? "one of each row" : "column " + column,
                Words.count(y.count(), "training row") + (y.count() == 1 ? " counts" : " count"),
                Numbers.text(y.total())));
  }
}
