package dev.coset.data;

import dev.coset.message.Message;
import dev.coset.message.Quoted;
import dev.coset.statistics.Weighted;
import java.util.Locale;
import java.util.Optional;

/**
 * What a column of weights makes of the training rows, for people.
 *
 * @param weights of the training rows
 * @param weightless how many rows of the table were dropped because their weight is 0
 */
record RowWeighting(String column, double[] weights, int weightless) {
  /** Weights that only say relative importance rarely have a mean so far from 1 on purpose. */
  private static final double FAR = 10;

  private double total() {
    return Weighted.total(weights, weights.length);
  }

  Message note() {
    return Message.of(
        "Rows are weighted by %s: %d training rows count as %s.%s",
        Quoted.text(column),
        weights.length,
        three(total()),
        weightless == 0
            ? ""
            : " Dropped %d row%s of weight 0.".formatted(weightless, weightless == 1 ? "" : "s"));
  }

  Optional<Message> warning() {
    double mean = total() / weights.length;
    return mean <= FAR && mean >= 1 / FAR
        ? Optional.empty()
        : Optional.of(
            Message.of(
                "The weights in column %s have a mean of %s, and a row of weight w counts as w"
                    + " independent rows. Scale them to a mean of 1 if they only say relative"
                    + " importance.",
                Quoted.text(column), three(mean)));
  }

  /** A sum below 1000 to three digits, a larger one in full. */
  private static String three(double value) {
    return value >= 1000 && value < 1e15
        ? String.valueOf(Math.round(value))
        : Double.toString(Double.parseDouble(String.format(Locale.ROOT, "%.3g", value)))
            .replaceFirst("\\.0$", "");
  }
}
