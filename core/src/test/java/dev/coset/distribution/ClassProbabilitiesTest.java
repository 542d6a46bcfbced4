package dev.coset.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClassProbabilitiesTest {

  /** Components with log probabilities that differ by some times the spread, unevenly weighted. */
  private static ClassProbabilities random(int components, int classes, double spread, long seed) {
    UniformRandomProvider random = Mixtures.random(seed);
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    double[][] log = new double[components][];
    for (int g = 0; g < components; g++) {
      double[] outputs = DoubleStream.generate(normal::sample).limit(classes).toArray();
      log[g] = ClassProbabilities.logSoftmax(Arrays.stream(outputs).map(z -> spread * z).toArray());
    }
    double[] weights = random.doubles(components, 0.1, 1).toArray();
    double sum = Arrays.stream(weights).sum();
    return ClassProbabilities.of(log, Arrays.stream(weights).map(w -> w / sum).toArray());
  }

  static Stream<ClassProbabilities> mixtures() {
    return Stream.of(
        random(1, 2, 1, 1),
        random(5, 2, 3, 2),
        random(300, 7, 1, 3),
        random(40, 3, 100, 4)); // almost certain, each of another class
  }

  @ParameterizedTest
  @MethodSource("mixtures")
  void probabilitiesAreTheWeightedMeansAndSumToOne(ClassProbabilities mixture) {
    assertThat(Arrays.stream(mixture.probabilities()).sum()).isCloseTo(1, within(1e-13));
    for (int k = 0; k < mixture.classes(); k++) {
      double mean = 0;
      for (int g = 0; g < mixture.size(); g++) {
        double expected = Math.exp(mixture.logDensityOf(g, k));
        assertThat(mixture.probabilityOf(g, k)).isCloseTo(expected, within(1e-14 * expected));
        mean += mixture.weight(g) * mixture.probabilityOf(g, k);
      }
      assertThat(mixture.probability(k)).isCloseTo(mean, within(1e-14));
      assertThat(mixture.logDensity(k)).isCloseTo(Math.log(mean), within(1e-12));
      assertThat(mixture.probability(k))
          .isLessThanOrEqualTo(mixture.probability(mixture.mostProbable()));
    }
  }

  /** The mutual information is the mean divergence of a component from the mixture. */
  @ParameterizedTest
  @MethodSource("mixtures")
  void entropyIsThatOfComponentsAndTheirMutualInformation(ClassProbabilities mixture) {
    double entropy = 0;
    double expected = 0;
    double divergence = 0;
    for (int k = 0; k < mixture.classes(); k++) {
      entropy -= mixture.probability(k) * mixture.logDensity(k);
      for (int g = 0; g < mixture.size(); g++) {
        double share = mixture.weight(g) * mixture.probabilityOf(g, k);
        expected -= share * mixture.logDensityOf(g, k);
        divergence += share * (mixture.logDensityOf(g, k) - mixture.logDensity(k));
      }
    }
    assertThat(mixture.entropy()).isCloseTo(entropy, within(1e-12));
    assertThat(mixture.expectedEntropy()).isCloseTo(expected, within(1e-12));
    assertThat(mixture.mutualInformation()).isCloseTo(divergence, within(1e-12));
    assertThat(mixture.expectedEntropy() + mixture.mutualInformation())
        .isCloseTo(mixture.entropy(), within(1e-12));
    if (mixture.size() == 1) {
      assertThat(mixture.mutualInformation()).isCloseTo(0, within(1e-15));
    }
  }

  @Test
  void ofCertainComponentsThatDisagreeAllUncertaintyIsMutualInformation() {
    double no = Double.NEGATIVE_INFINITY;
    var mixture =
        ClassProbabilities.of(new double[][] {{0, no}, {no, 0}}, new double[] {0.25, 0.75});
    assertThat(mixture.expectedEntropy()).isZero();
    assertThat(mixture.mutualInformation())
        .isCloseTo(-0.25 * Math.log(0.25) - 0.75 * Math.log(0.75), within(1e-15));
    assertThat(mixture.mostProbable()).isEqualTo(1);
    assertThat(mixture.logDensity(0)).isCloseTo(Math.log(0.25), within(1e-15));
  }

  @Test
  void theLogDensityIsRightWhereEveryComponentUnderflows() {
    var mixture =
        ClassProbabilities.of(new double[][] {{-1000, 0}, {-1001, 0}}, new double[] {0.25, 0.75});
    assertThat(mixture.probability(0)).isZero();
    assertThat(mixture.logDensity(0))
        .isCloseTo(-1000 + Math.log(0.25 + 0.75 * Math.exp(-1)), within(1e-12));
    assertThat(mixture.logDensityOf(1, 0)).isEqualTo(-1001);
  }

  @Test
  void logSoftmaxDoesNotDependOnAShift() {
    double[] outputs = {0.3, -2, 1.7, 0};
    double[] log = ClassProbabilities.logSoftmax(outputs);
    double sum = Arrays.stream(outputs).map(Math::exp).sum();
    for (int k = 0; k < outputs.length; k++) {
      assertThat(Math.exp(log[k])).isCloseTo(Math.exp(outputs[k]) / sum, within(1e-15));
    }
    double[] shifted = Arrays.stream(outputs).map(z -> z - 5000).toArray();
    assertThat(ClassProbabilities.logSoftmax(shifted)).containsExactly(log, within(1e-11));
    assertThat(ClassProbabilities.logSoftmax(0, 900)).containsExactly(-900, 0);
  }

  @Test
  void refusesWhatIsNoMixture() {
    double[][] even = {{Math.log(0.5), Math.log(0.5)}};
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClassProbabilities.of(even, new double[] {0.5, 0.5}))
        .withMessageContaining("1 components and 2 weights");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClassProbabilities.of(new double[][] {{0, 0}}, new double[] {1}))
        .withMessageContaining("sum to 2.0, not 1");
    var mixture = ClassProbabilities.of(even, new double[] {1});
    for (double y : new double[] {-1, 0.5, 2, Double.NaN}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> mixture.logDensity(y))
          .withMessageContaining("from 0 to 1");
    }
  }
}
