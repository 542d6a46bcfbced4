package dev.coset.store;

import dev.coset.data.InputException;
import dev.coset.model.ChainWeights;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The weights of a run's chains, beside its manifest, which holds the rule that they follow. */
final class WeightsFile {
  private static final String NAME = "weights.json";

  private WeightsFile() {}

  static void removePending(Path folder) {
    Pending.removeLeft(folder.resolve(NAME));
  }

  /**
   * What a run's folder says; nothing before the chains were weighted.
   *
   * @param chains of the run: a file that knows more is of another time
   */
  static Optional<ChainWeights> read(Path folder, Manifest run, int chains) throws IOException {
    Optional<ChainWeights> weights = CheckedJson.read(folder, NAME, run, ChainWeights.class);
    if (weights.stream().flatMap(w -> w.groups().stream()).anyMatch(g -> g.last() >= chains)) {
      throw new InputException(
          "The file %s weights chains that the run's manifest.json does not plan: restore both from one copy, or fit again."
              .formatted(folder.resolve(NAME)));
    }
    return weights;
  }

  static void write(Path folder, Manifest run, ChainWeights weights) throws IOException {
    CheckedJson.write(folder, NAME, run, weights);
  }
}
