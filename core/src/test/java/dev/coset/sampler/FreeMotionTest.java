package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FreeMotionTest {

  /** The covariance of x and v after a time, from a point without spread. */
  private record Moments(double xx, double xv, double vv) {
    static Moments of(FreeMotion motion) {
      return new Moments(
          motion.spread() * motion.spread(),
          motion.spread() * motion.shared(),
          motion.shared() * motion.shared() + motion.own() * motion.own());
    }

    /** After one more motion. */
    Moments after(FreeMotion motion) {
      Moments noise = of(motion);
      double drift = motion.drift();
      double decay = motion.decay();
      return new Moments(
          xx + 2 * drift * xv + drift * drift * vv + noise.xx,
          decay * (xv + drift * vv) + noise.xv,
          decay * decay * vv + noise.vv);
    }
  }

  /** The moments of an integrated Ornstein-Uhlenbeck process, see {@link FreeMotion}. */
  @ParameterizedTest
  @CsvSource({"0.3, 1", "2, 0.7", "0.25, 0.3", "0.01, 50", "5, 3"})
  void momentsAreThoseOfTheProcess(double time, double friction) {
    var motion = FreeMotion.over(time, friction);
    double a = friction * time;
    double e = Math.exp(-a);
    assertThat(motion.decay()).isCloseTo(e, within(1e-15));
    assertThat(motion.drift()).isCloseTo((1 - e) / friction, within(1e-14));
    var moments = Moments.of(motion);
    assertThat(moments.xx())
        .isCloseTo((2 * a - 3 + 4 * e - e * e) / friction / friction, within(1e-12));
    assertThat(moments.xv()).isCloseTo((1 - e) * (1 - e) / friction, within(1e-13));
    assertThat(moments.vv()).isCloseTo(1 - e * e, within(1e-12));
  }

  /** Two motions one after the other are one of the sum of their times, however short. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-9, 1e-6, 1e-3, 0.02, 0.04, 0.049, 0.051, 0.07, 1, 10})
  void motionsAddUp(double friction) {
    var one = FreeMotion.over(1, friction);
    var other = FreeMotion.over(0.5, friction);
    var both = FreeMotion.over(1.5, friction);
    assertThat(one.decay() * other.decay()).isCloseTo(both.decay(), within(1e-15));
    Moments expected = Moments.of(both);
    Moments composed = Moments.of(one).after(other);
    var rounding = Percentage.withPercentage(1e-8);
    assertThat(composed.xx()).isCloseTo(expected.xx(), rounding);
    assertThat(composed.xv()).isCloseTo(expected.xv(), rounding);
    assertThat(composed.vv()).isCloseTo(expected.vv(), rounding);
  }

  @Test
  void seriesAndClosedFormsMeetWhereOneFollowsTheOther() {
    double a = FreeMotion.SMALL;
    assertThat(FreeMotion.seriesOfSquare(a))
        .isCloseTo(FreeMotion.square(a), Percentage.withPercentage(1e-9));
    assertThat(FreeMotion.seriesOfRest(a))
        .isCloseTo(FreeMotion.rest(a), Percentage.withPercentage(1e-7));
  }

  /** Without friction there is no noise, and motion is straight. */
  @Test
  void littleFrictionChangesLittle() {
    var motion = FreeMotion.over(2, 1e-14);
    assertThat(motion.decay()).isCloseTo(1, within(1e-13));
    assertThat(motion.drift()).isCloseTo(2, within(1e-12));
    assertThat(motion.spread()).isCloseTo(0, within(1e-6));
    assertThat(motion.own()).isCloseTo(0, within(1e-6));
  }
}
