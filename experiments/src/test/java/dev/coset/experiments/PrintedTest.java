package dev.coset.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.network.Activation;
import dev.coset.symmetry.Cardinality;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PrintedTest {
  private final Printed printed = new Printed(0.79, 0.06);

  @Test
  void roundingAndMonteCarloErrorAreAgreement() {
    assertThat(printed.compare(0.7949, 0.05, 0)).isEqualTo("agrees");
    assertThat(printed.compare(0.7851, 0.05, 0)).isEqualTo("agrees");
    // Two standard errors of the difference and 0.005 of rounding.
    assertThat(printed.compare(0.79 + 0.0249, 0.05, 0.01)).isEqualTo("agrees");
    assertThat(printed.compare(0.79 + 0.0251, 0.05, 0.01)).isEqualTo("intervals meet");
  }

  /** 54 chains of ours beside 1274 that are printed, of one distribution. */
  @Test
  void oneInTwentyTwoOfEqualSamplersIsFoundToDiffer() {
    var random = new SplittableRandom(1);
    double ours = 1; // beside which rounding is nothing
    double theirs = ours * Math.sqrt(54 / 1274.0);
    int trials = 20_000;
    long agreeing =
        IntStream.range(0, trials)
            .filter(
                i ->
                    new Printed(theirs * random.nextGaussian(), 0)
                        .compare(ours * random.nextGaussian(), 0, Math.hypot(ours, theirs))
                        .equals("agrees"))
            .count();
    double expected = 0.9545; // P(|z| < 2)
    double error = Math.sqrt(expected * (1 - expected) / trials);
    // Rounding's 0.005 adds less than 0.0006.
    assertThat((double) agreeing / trials).isCloseTo(expected, within(4 * error + 0.0006));
  }

  @Test
  void beyondThatTheIntervalsOverTestPointsDecide() {
    assertThat(printed.compare(0.79 - 0.114, 0.05, 0.001)).isEqualTo("intervals meet");
    assertThat(printed.compare(0.79 - 0.116, 0.05, 0.001)).isEqualTo("differs: worse");
    assertThat(printed.compare(0.79 + 0.116, 0.05, 0.001)).isEqualTo("differs: better");
  }

  @Test
  void anUnknownMonteCarloErrorIsNoAgreement() {
    assertThat(printed.compare(0.79, 0.05, Double.NaN)).isEqualTo("intervals meet");
    assertThat(printed.compare(0.5, 0.05, Double.NaN)).isEqualTo("differs: worse");
  }

  @Test
  void theCardinalityOfFigure1IsThatOfItsCaption() {
    assertThat(Figure1.largest()).isEqualTo(Figure1.PRINTED).isEqualTo("1.31e254");
    var f1 = new Cardinality(PaperNetwork.F1.hidden(), Activation.TANH);
    assertThat(f1.total()).isEqualTo(48);
  }
}
