package dev.coset.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LognormalMomentsTest {
  private static final ClampRange RANGE = ClampRange.extendedLogs(2, 5); // from -1 to 8

  /** Bounds out of reach, at the mean, and on either side of all that is probable. */
  @ParameterizedTest
  @CsvSource({
    "3, 0.01", "3, 0.5", "3, 2", "3, 30", "3, 1e6", "-1, 0.3", "8, 0.3", "7.5, 0.4", "9, 0.4",
    "9, 2", "11, 0.3", "-3, 0.5", "-3, 4", "-40, 3", "60, 5", "60, 90", "300, 0.7", "-300, 200",
    "8, 1e-3", "7.9995, 1e-3", "-1.0001, 1e-4", "8, 2e-5", "8, 9e-6", "-1, 1e-7", "8.00000001, 1e-8"
  })
  void momentsAreIntegralsOfTheClampedNumber(double m, double s) {
    var moments = LognormalMoments.of(m, s, RANGE);
    double reference = Math.exp(RANGE.clamped(m));
    double first = expectation(m, s, z -> Math.expm1(z - RANGE.clamped(m)));
    double variance = expectation(m, s, z -> Math.pow(Math.expm1(z - RANGE.clamped(m)) - first, 2));
    assertThat(moments.mean()).isCloseTo(reference * (1 + first), within(1e-10 * reference));
    double sd = reference * Math.sqrt(variance);
    assertThat(moments.sd()).isCloseTo(sd, within(2e-5 * sd + 1e-7 * reference * Math.min(1, s)));
  }

  /** By Simpson's rule over what lies between the bounds; the rest lies on them. */
  private static double expectation(double m, double s, DoubleUnaryOperator of) {
    double a = Math.clamp((RANGE.low() - m) / s, -40, 40);
    double b = Math.clamp((RANGE.high() - m) / s, -40, 40);
    double on =
        of.applyAsDouble(RANGE.low()) * below(Math.min(a, 40))
            + of.applyAsDouble(RANGE.high()) * below(-b);
    return on
        + LogMixtureTest.simpson(
            a,
            b,
            t -> of.applyAsDouble(m + s * t) * Math.exp(-t * t / 2) / Math.sqrt(2 * Math.PI),
            40_000);
  }

  private static double below(double t) {
    var normal = GaussianMixture.of(new double[] {0}, new double[] {1});
    return MixtureTails.below(normal, t);
  }

  /** However far the normal lies and however wide it is. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-130, 1e-20, 1e-3, 1, 40, 1e3, 1e20, 1e130})
  void momentsLieWithinTheBounds(double s) {
    for (double m : new double[] {0, 3, 8, -1, 700, -700, 1e5, -1e5, 1e30, -1e30, 1e300, -1e300}) {
      for (ClampRange range :
          new ClampRange[] {
            RANGE,
            ClampRange.extendedLogs(-700, 700),
            ClampRange.extendedLogs(600, 709),
            ClampRange.extendedLogs(0, 1e-9)
          }) {
        var moments = LognormalMoments.of(m, s, range);
        double low = Math.exp(range.low());
        double high = Math.exp(range.high());
        assertThat(moments.mean()).isBetween(low * (1 - 1e-12), high * (1 + 1e-12));
        assertThat(moments.sd()).isBetween(0.0, (high - low) / 2 * (1 + 1e-12) + 1e-7 * high);
      }
    }
  }
}
