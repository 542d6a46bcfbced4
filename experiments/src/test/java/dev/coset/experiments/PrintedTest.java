package dev.coset.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.network.Activation;
import dev.coset.symmetry.Cardinality;
import org.junit.jupiter.api.Test;

class PrintedTest {
  private final Printed printed = new Printed(0.79, 0.06);

  @Test
  void roundingAndMonteCarloErrorAreAgreement() {
    assertThat(printed.compare(0.7949, 0.05, 0)).isEqualTo("agrees");
    assertThat(printed.compare(0.7851, 0.05, 0)).isEqualTo("agrees");
    // Two standard errors of a difference: 2 sqrt(2) 0.01 = 0.0283, and 0.005 of rounding.
    assertThat(printed.compare(0.79 + 0.033, 0.05, 0.01)).isEqualTo("agrees");
    assertThat(printed.compare(0.79 + 0.034, 0.05, 0.01)).isEqualTo("intervals meet");
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
