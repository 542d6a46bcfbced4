package dev.coset.symmetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.coset.network.Activation;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CardinalityTest {

  @Test
  void thePapersNetworks() {
    var f1 = new Cardinality(new int[] {3}, Activation.TANH);
    assertThat(f1.permutations()).isEqualTo(6);
    assertThat(f1.signFlips()).isEqualTo(8);
    assertThat(f1.total()).isEqualTo(48);
    var f2 = new Cardinality(new int[] {16, 16, 16}, Activation.TANH);
    assertThat(f2.permutations()).isEqualTo(new BigInteger("20922789888000").pow(3));
    assertThat(f2.signFlips()).isEqualTo(1L << 48);
    assertThat(Cardinality.scientific(f2.total())).isEqualTo("2.58e54");
    assertThat(Cardinality.scientific(new Cardinality(new int[] {128}, Activation.TANH).total()))
        .isEqualTo("1.31e254");
  }

  @Test
  void reluCountsPermutationsAndSaysThatRescalingsAreInfinite() {
    var relu = new Cardinality(new int[] {4, 2}, Activation.RELU);
    assertThat(relu.hasInfiniteRescalings()).isTrue();
    assertThat(relu.signFlips()).isOne();
    assertThat(relu.total()).isEqualTo(relu.permutations()).isEqualTo(48);
    assertThat(new Cardinality(new int[] {4, 2}, Activation.TANH).hasInfiniteRescalings())
        .isFalse();
  }

  /** M! = M (M - 1)!, also where the product is split. */
  @Test
  void aFurtherNeuronMultipliesByItsPlaceAndItsSign() {
    for (int width = 2; width < 300; width += 1 + width / 7) {
      var wide = new Cardinality(new int[] {width, 5}, Activation.TANH);
      var narrow = new Cardinality(new int[] {width - 1, 5}, Activation.TANH);
      assertThat(wide.total()).isEqualTo(narrow.total().multiply(BigInteger.valueOf(2L * width)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1.00e0",
    "48, 4.80e1",
    "999, 9.99e2",
    "9994, 9.99e3",
    "9995, 1.00e4",
    "1000, 1.00e3",
    "125500, 1.26e5"
  })
  void scientificNotationRoundsToThreeDigits(long number, String text) {
    assertThat(Cardinality.scientific(BigInteger.valueOf(number))).isEqualTo(text);
  }

  @Test
  void badWidthsGetAClearSentence() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Cardinality(new int[0], Activation.TANH))
        .withMessageContaining("no hidden layer");
    for (int bad : new int[] {0, -1, 100_001, Integer.MAX_VALUE}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Cardinality(new int[] {3, bad}, Activation.TANH))
          .withMessageContaining("has " + bad + " neurons");
    }
  }

  @Test
  void theWidestLayerIsAllowed() {
    int[] hidden = {1, 100_000};
    assertThat(new Cardinality(hidden, Activation.TANH).hidden()).isEqualTo(hidden);
  }

  @Test
  void widthsAndActivationAreTheValue() {
    var value = new Cardinality(new int[] {3, 2}, Activation.TANH);
    assertThat(value)
        .isEqualTo(new Cardinality(new int[] {3, 2}, Activation.TANH))
        .hasSameHashCodeAs(new Cardinality(new int[] {3, 2}, Activation.TANH))
        .hasToString("Cardinality[3, 2] TANH");
    for (var other :
        new Cardinality[] {
          new Cardinality(new int[] {2, 3}, Activation.TANH),
          new Cardinality(new int[] {3, 2}, Activation.RELU)
        }) {
      assertThat(value).isNotEqualTo(other).doesNotHaveSameHashCodeAs(other);
    }
    assertThat(value).isNotEqualTo("Cardinality[3, 2] TANH");
  }
}
