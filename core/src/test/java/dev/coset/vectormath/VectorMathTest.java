package dev.coset.vectormath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both versions compute what they say, and the same bits. */
class VectorMathTest {
  private static final int BEFORE = 3;

  private final ScalarMath scalar = new ScalarMath();
  private final SimdMath simd = new SimdMath();
  private final UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(2L);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 7, 8, 9, 11, 15, 16, 17, 31, 64, 657, 1000})
  void dots(int length) {
    double[] a = random(length + 2 * BEFORE);
    double[] b = random(length + 2 * BEFORE);
    double[] m = random(length + 2 * BEFORE);
    double dot = 0;
    double weighted = 0;
    for (int i = 0; i < length; i++) {
      dot += a[BEFORE + i] * b[2 + i];
      weighted += m[1 + i] * a[BEFORE + i] * b[2 + i];
    }
    assertThat(scalar.dot(a, BEFORE, b, 2, length))
        .isCloseTo(dot, within(1e-15 * length))
        .isEqualTo(simd.dot(a, BEFORE, b, 2, length));
    assertThat(scalar.weightedDot(m, 1, a, BEFORE, b, 2, length))
        .isCloseTo(weighted, within(1e-15 * length))
        .isEqualTo(simd.weightedDot(m, 1, a, BEFORE, b, 2, length));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 11, 16, 17, 657})
  void theLesserOfTwoDots(int length) {
    double[] a = random(length);
    double[] b = random(length);
    double[] m = random(length);
    double[] s = random(length);
    double[] t = random(length);
    double withA = 0;
    double withB = 0;
    for (int i = 0; i < length; i++) {
      double c = s[i] - t[i] - (a[i] + b[i]) / 2;
      withA += m[i] * a[i] * c;
      withB += m[i] * b[i] * c;
    }
    double[] work = new double[length];
    assertThat(scalar.lesserWeightedDot(m, a, b, s, t, work, length))
        .isCloseTo(Math.min(withA, withB), within(4e-15 * length))
        .isEqualTo(simd.lesserWeightedDot(m, a, b, s, t, work, length));
    if (length > 0) {
      a[length - 1] = Double.NaN;
      assertThat(simd.lesserWeightedDot(m, a, b, s, t, work, length)).isNaN();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 7, 8, 9, 11, 15, 16, 17, 31, 64, 657, 1000})
  void updatesTouchOnlyTheirEntries(int length) {
    double[] x = random(length + 2 * BEFORE);
    double[] before = random(length + 2 * BEFORE);
    double[] plain = before.clone();
    for (int i = 0; i < length; i++) {
      plain[BEFORE + i] = Math.fma(0.3, x[1 + i], before[BEFORE + i]);
    }
    for (VectorMath math : new VectorMath[] {scalar, simd}) {
      double[] y = before.clone();
      math.addScaled(y, BEFORE, 0.3, x, 1, length);
      assertThat(y).isEqualTo(plain);
    }
  }

  private double[] random(int length) {
    return random.doubles(length, -1, 1).toArray();
  }
}
