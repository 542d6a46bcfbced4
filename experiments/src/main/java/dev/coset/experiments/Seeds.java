package dev.coset.experiments;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measurements that differ in nothing but the seed, at least one. */
record Seeds(List<Measurement> measurements) {

  Seeds {
    measurements = List.copyOf(measurements);
  }

  /** All groups of measurements, in the order of their first. */
  static List<Seeds> groups(Collection<Measurement> all) {
    Map<String, List<Measurement>> groups = new LinkedHashMap<>();
    for (Measurement m : all) {
      groups.computeIfAbsent(m.keyWithoutSeed(), key -> new ArrayList<>()).add(m);
    }
    return groups.values().stream().map(Seeds::new).toList();
  }

  Measurement first() {
    return measurements.getFirst();
  }

  int count() {
    return measurements.size();
  }

  double lppd() {
    return measurements.stream().mapToDouble(Measurement::lppd).average().orElseThrow();
  }

  /**
   * The Monte Carlo error of one run's LPPD: from its own parts where they show it, else from the
   * seeds; NaN where neither does.
   */
  double errorOfOne() {
    if (!Double.isNaN(first().monteCarloError())) {
      return Math.sqrt(
          measurements.stream()
              .mapToDouble(m -> m.monteCarloError() * m.monteCarloError())
              .average()
              .orElseThrow());
    }
    double mean = lppd();
    double squares =
        measurements.stream().mapToDouble(m -> (m.lppd() - mean) * (m.lppd() - mean)).sum();
    return count() < 2 ? Double.NaN : Math.sqrt(squares / (count() - 1));
  }

  double errorOfMean() {
    return errorOfOne() / Math.sqrt(count());
  }

  double gradientsPerPart() {
    return measurements.stream()
        .mapToDouble(m -> (double) m.gradients() / m.parts())
        .average()
        .orElseThrow();
  }
}
