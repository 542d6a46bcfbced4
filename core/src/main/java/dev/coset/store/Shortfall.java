package dev.coset.store;

import dev.coset.chains.ChainOutcome;
import dev.coset.message.Command;
import dev.coset.message.Message;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Fewer chains than were planned, and why.
 *
 * @param lost chains that damage to the journal took away
 * @param missing chains that were not sampled yet
 * @param failed chains that gave no draws, most of them for the reason
 */
record Shortfall(Path folder, int planned, int lost, int missing, int failed, String reason) {

  /** None where every planned chain has draws. */
  static Optional<Shortfall> of(
      Path folder, int planned, List<ChainOutcome> outcomes, int lostRecords) {
    int absent = planned - outcomes.size();
    int lost = Math.min(lostRecords, absent);
    int failed = (int) outcomes.stream().filter(ChainOutcome.Failed.class::isInstance).count();
    return absent + failed == 0
        ? Optional.empty()
        : Optional.of(
            new Shortfall(
                folder, planned, lost, absent - lost, failed, commonReason(outcomes).orElse("")));
  }

  /** The reason that most of the failed chains gave, if any failed. */
  static Optional<String> commonReason(List<ChainOutcome> outcomes) {
    Map<String, Integer> times = new TreeMap<>();
    for (ChainOutcome outcome : outcomes) {
      if (outcome instanceof ChainOutcome.Failed failed) {
        times.merge(failed.reason(), 1, Integer::sum);
      }
    }
    return times.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
  }

  Message sentence() {
    List<String> why = new ArrayList<>();
    if (lost > 0) {
      why.add(
          "%d %s lost by damage to %s"
              .formatted(lost, lost == 1 ? "is" : "are", RunFolder.JOURNAL));
    }
    if (missing > 0) {
      why.add("%d %s not sampled yet".formatted(missing, missing == 1 ? "is" : "are"));
    }
    if (failed > 0) {
      why.add("%d failed (%s)".formatted(failed, reason.replaceFirst("\\.$", "")));
    }
    Message advice =
        lost + missing > 0
            ? Message.of(" Sample the missing ones with %s.", Command.RESUME.of(folder))
            : Message.text("");
    return Message.of(
        "Only %d of the %d chains of %s are used: %s.%s",
        planned - lost - missing - failed, planned, folder, String.join(", ", why), advice);
  }
}
