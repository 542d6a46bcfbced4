package dev.coset.vectormath;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/**
 * Exponentials and logarithms in single precision against StrictMath over all floats (one in some
 * hundred), and those of registers against those of one number, bit for bit.
 */
class SimdExpLogTest {
  private static final int STRIDE = 251;
  private static final int MANY = 1 << 16;

  private final UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(1L);

  @Test
  void areAccurateInSinglePrecision() {
    double ofExp = 0;
    double ofLog = 0;
    for (long bits = 0; bits < 1L << 32; bits += STRIDE) {
      float x = Float.intBitsToFloat((int) bits);
      ofExp = Math.max(ofExp, error(FloatExp.of(x), StrictMath.exp(x)));
      ofLog = Math.max(ofLog, error(FloatLog.of(x), StrictMath.log(x)));
    }
    assertThat(ofExp).isLessThan(1.1);
    assertThat(ofLog).isLessThan(1);
  }

  /** In ulps; what is no finite number must be exact. */
  private static double error(float ours, double exact) {
    float rounded = (float) exact;
    return Float.compare(ours, rounded) == 0 && !Float.isFinite(rounded)
        ? 0
        : Math.abs(ours - exact) / Math.ulp(rounded);
  }

  @Test
  void theEndsOfTheRangeAreExactInSinglePrecision() {
    assertThat(FloatExp.of(0)).isEqualTo(1);
    assertThat(FloatExp.of(Float.NEGATIVE_INFINITY)).isZero();
    assertThat(FloatExp.of(Float.POSITIVE_INFINITY)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(FloatExp.of(Float.NaN)).isNaN();
    assertThat(FloatExp.of(Math.nextUp((float) StrictMath.log(Float.MAX_VALUE))))
        .isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(FloatLog.of(1)).isZero();
    assertThat(FloatLog.of(0)).isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat(FloatLog.of(Float.POSITIVE_INFINITY)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(FloatLog.of(-1)).isNaN();
  }

  @Test
  void registersHaveTheBitsOfOneNumberInSinglePrecision() {
    float[] x = new float[MANY];
    for (int i = 0; i < MANY; i++) {
      x[i] = Float.intBitsToFloat(random.nextInt());
      x[i] = i % 2 == 0 ? x[i] : (float) random.nextDouble(-110, 95);
    }
    float[] ends = {0, -0f, 1, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NaN};
    System.arraycopy(ends, 0, x, 0, ends.length);
    float[] y = new float[MANY];
    for (float factor : new float[] {1, -1, -2}) {
      SimdExp.of(factor, x, 0, y, 0, MANY);
      float[] expected = new float[MANY];
      for (int i = 0; i < MANY; i++) {
        expected[i] = FloatExp.of(factor * x[i]);
      }
      assertThat(y).isEqualTo(expected);
    }
    for (int i = 0; i < MANY; i++) {
      boolean normal = Float.isFinite(x[i]) && Math.abs(x[i]) >= Float.MIN_NORMAL;
      x[i] = normal ? Math.abs(x[i]) : Float.NaN;
    }
    SimdLog.of(x, 0, y, 0, MANY);
    for (int i = 0; i < MANY; i++) {
      x[i] = FloatLog.of(x[i]);
    }
    assertThat(y).isEqualTo(x);
  }

  @Test
  void registersHaveTheBitsOfOneNumberInDoublePrecision() {
    double[] x = new double[MANY];
    for (int i = 0; i < MANY; i++) {
      x[i] = i % 2 == 0 ? Double.longBitsToDouble(random.nextLong()) : random.nextDouble(-750, 715);
    }
    double[] ends = {0, -0.0, 1, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN};
    System.arraycopy(ends, 0, x, 0, ends.length);
    double[] y = new double[MANY];
    for (double factor : new double[] {1, -1, -2}) {
      SimdExp.of(factor, x, 0, y, 0, MANY);
      double[] expected = Arrays.stream(x).map(v -> Elementary.exp(factor * v)).toArray();
      assertThat(y).isEqualTo(expected);
    }
    x =
        Arrays.stream(x)
            .map(Math::abs)
            .map(v -> v >= Double.MIN_NORMAL && v <= Double.MAX_VALUE ? v : Double.NaN)
            .toArray();
    SimdLog.of(x, 0, y, 0, MANY);
    assertThat(y).isEqualTo(Arrays.stream(x).map(Elementary::log).toArray());
  }
}
