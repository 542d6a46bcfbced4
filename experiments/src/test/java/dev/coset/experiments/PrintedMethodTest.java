package dev.coset.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PrintedMethodTest {
  private static final int[] SIZES = {1, 3, 54, 1274};
  private static final double[] VARIANCES = {0, 0.1, 7};

  private static PrintedMethod printed(int parts, int draws) {
    return new PrintedMethod(parts, draws, Set.of("ours"), Map.of());
  }

  /** With variance {@code between} parts and {@code within} them, and a jackknife that knows it. */
  private static double error(double between, double within, int parts, int draws) {
    return Math.sqrt((between + within / draws) / parts);
  }

  private static Measurement measured(String method, int parts, int draws, double error) {
    return new Measurement(
        PaperData.YACHT, PaperNetwork.F2, method, parts, draws, 0, 0, 0, 0, error, 0, 0, 0, "");
  }

  @Test
  void theLimitHoldsForEverySizeAndIsExactForEqualDraws() {
    for (double between : VARIANCES) {
      for (double within : VARIANCES) {
        for (int parts : SIZES) {
          for (int draws : SIZES) {
            for (int ours : SIZES) {
              for (int oursEach : SIZES) {
                double truth = error(between, within, parts, draws);
                double limit =
                    printed(parts, draws)
                        .monteCarloError(
                            List.of(
                                measured(
                                    "ours",
                                    ours,
                                    oursEach,
                                    error(between, within, ours, oursEach))));
                assertThat(limit).isGreaterThanOrEqualTo(truth * (1 - 1e-12));
                if (draws == oursEach) {
                  assertThat(limit).isCloseTo(truth, within(1e-12));
                }
              }
            }
          }
        }
      }
    }
  }

  @Test
  void theLeastLimitCountsAndOtherMethodsDoNot() {
    assertThat(
            printed(100, 1)
                .monteCarloError(
                    List.of(
                        measured("ours", 25, 1, 0.8),
                        measured("ours", 25, 4, 0.3),
                        measured("ours", 1, 1, Double.NaN),
                        measured("other", 100, 1, 0.01))))
        .isCloseTo(0.3, within(1e-12));
    assertThat(printed(1, 1).monteCarloError(List.of(measured("other", 1, 1, 1)))).isNaN();
  }
}
