package dev.coset.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BandedLineTest {
  @Test
  void theBandHoldsNinetyOfAHundredDraws() {
    double[][] functions =
        IntStream.rangeClosed(0, 100)
            .mapToObj(g -> new double[] {g * 37 % 101, -g})
            .toArray(double[][]::new);
    double[] weights = new double[101];
    Arrays.fill(weights, 1.0 / 101);
    var banded = BandedLine.of(functions, weights);
    assertThat(banded.line()[0]).isCloseTo(50, within(1e-9));
    assertThat(banded.low()).containsExactly(5, -95);
    assertThat(banded.high()).containsExactly(95, -5);
  }
}
