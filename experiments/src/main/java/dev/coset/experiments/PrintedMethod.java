package dev.coset.experiments;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the paper prints of a method, and the size of the run that it comes from.
 *
 * @param parts the paper's chains or members
 * @param draws of each part
 * @param like methods of ours that are the same but for their sizes
 * @param values by network and dataset
 */
record PrintedMethod(
    int parts, int draws, Set<String> like, Map<PaperNetwork, Map<PaperData, Printed>> values) {

  /** The paper's values with one network: LPPD and standard error of each dataset, in its order. */
  static Map<PaperData, Printed> printed(double... values) {
    Map<PaperData, Printed> printed = new EnumMap<>(PaperData.class);
    for (PaperData data : PaperData.values()) {
      int at = 2 * data.ordinal();
      printed.put(data, new Printed(values[at], values[at + 1]));
    }
    return printed;
  }

  Optional<Printed> value(PaperNetwork network, PaperData data) {
    return Optional.ofNullable(values.getOrDefault(network, Map.of()).get(data));
  }

  /**
   * The Monte Carlo error of a printed value, which the paper does not print: at most this, by our
   * own. With P parts of D draws an LPPD's variance is about {@code (B + W / D) / P}, where parts
   * differ by B and a part's draws, which do not repel each other, by W. So the paper's variance is
   * ours times the ratio of parts where draws are as many, less where we have fewer draws, and at
   * most as many times more as we have more. Of all these limits the least; NaN without one.
   *
   * @param measured on the dataset and with the network of the value, with the paper's warm-up
   */
  double monteCarloError(List<Measurement> measured) {
    return Seeds.groups(measured.stream().filter(m -> like.contains(m.method())).toList()).stream()
        .mapToDouble(ours -> ours.errorOfOne() * Math.sqrt(varianceBesides(ours.first())))
        .filter(Double::isFinite)
        .min()
        .orElse(Double.NaN);
  }

  /** The paper's variance, at most, as a multiple of ours. */
  private double varianceBesides(Measurement ours) {
    return (double) ours.parts() / parts * Math.max(1, (double) ours.draws() / draws);
  }
}
