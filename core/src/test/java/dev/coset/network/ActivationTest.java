package dev.coset.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoublePredicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An activation has the derivative and the symmetries that it says, and no others. */
class ActivationTest {
  private static final double STEP = 1e-6;

  private static DoubleStream points() {
    return IntStream.range(-20, 20).mapToDouble(i -> 0.17 * i + 0.01); // none at a kink
  }

  @ParameterizedTest
  @EnumSource
  void theDerivativeIsThatOfTheFunction(Activation a) {
    points()
        .forEach(
            o ->
                assertThat(a.derivativeAt(a.apply(o)))
                    .isCloseTo((a.apply(o + STEP) - a.apply(o - STEP)) / (2 * STEP), within(1e-8)));
  }

  @ParameterizedTest
  @EnumSource
  void itIsOddExactlyIfItSaysSo(Activation a) {
    assertThat(a.isOdd()).isEqualTo(all(o -> a.apply(-o) == -a.apply(o)));
  }

  @ParameterizedTest
  @EnumSource
  void itIsHomogeneousExactlyIfItSaysSo(Activation a) {
    for (double c : new double[] {0.25, 2, 64}) { // powers of 2, so that nothing is rounded
      assertThat(a.isHomogeneous()).isEqualTo(all(o -> a.apply(c * o) == c * a.apply(o)));
    }
  }

  private static boolean all(DoublePredicate holds) {
    return points().allMatch(holds);
  }
}
