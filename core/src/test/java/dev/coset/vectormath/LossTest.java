package dev.coset.vectormath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The losses have the same bits with and without registers, whatever the outputs. */
class LossTest {
  private static final int CLASSES = 5;

  /** What some of the outputs are. */
  static double[][] ends() {
    return new double[][] {
      {0, -0.0},
      {1e4, -1e4, 43, -43, 350, -350},
      {1e30, -1e30, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN}
    };
  }

  private final UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(1L);

  private double output(double[] ends) {
    return random.nextInt(3) == 0 ? ends[random.nextInt(ends.length)] : random.nextDouble(-8, 8);
  }

  @ParameterizedTest
  @MethodSource("ends")
  void inSinglePrecision(double[] ends) {
    int points = FloatLayer.BLOCK;
    float[] y = new float[points];
    float[] z = new float[CLASSES * points];
    for (int loss = 0; loss < 4; loss++) {
      for (int p = 0; p < points; p++) {
        y[p] = random.nextInt(loss == 1 ? 2 : CLASSES);
      }
      for (int i = 0; i < z.length; i++) {
        z[i] = (float) output(ends);
      }
      float[] scalar = z.clone();
      float[] simd = z.clone();
      double value = loss(loss, new ScalarFloatLayer(), y, scalar);
      assertThat(Double.doubleToLongBits(loss(loss, new SimdFloatLayer(), y, simd)))
          .isEqualTo(Double.doubleToLongBits(value));
      assertThat(simd).isEqualTo(scalar);
    }
  }

  private static double loss(int loss, FloatLayer layer, float[] y, float[] z) {
    float[] w = new float[y.length];
    for (int p = 0; p < w.length; p++) {
      w[p] = p % 7 / (float) 3;
    }
    return switch (loss) {
      case 0 -> layer.heteroscedastic(y, 0, w, 0, z, 0, y.length);
      case 1 -> layer.logistic(y, 0, w, 0, z, 0, y.length);
      case 2 -> layer.softmax(y, 0, w, 0, z, 0, CLASSES, y.length);
      default -> {
        double[] byShape = new double[1];
        double value = layer.student(y, 0, w, 0, 2.5f, z, 0, y.length, byShape);
        yield value + byShape[0];
      }
    };
  }

  @ParameterizedTest
  @MethodSource("ends")
  void inDoublePrecision(double[] ends) {
    int points = DoubleLayer.BLOCK;
    double[] y = new double[points];
    double[] z = new double[CLASSES * points];
    for (int loss = 0; loss < 4; loss++) {
      for (int p = 0; p < points; p++) {
        y[p] = random.nextInt(loss == 1 ? 2 : CLASSES);
      }
      for (int i = 0; i < z.length; i++) {
        z[i] = output(ends);
      }
      double[] scalar = z.clone();
      double[] simd = z.clone();
      double value = loss(loss, new ScalarDoubleLayer(), y, scalar);
      assertThat(Double.doubleToLongBits(loss(loss, new SimdDoubleLayer(), y, simd)))
          .isEqualTo(Double.doubleToLongBits(value));
      assertThat(simd).isEqualTo(scalar);
    }
  }

  private static double loss(int loss, DoubleLayer layer, double[] y, double[] z) {
    double[] w = new double[y.length];
    for (int p = 0; p < w.length; p++) {
      w[p] = p % 7 / (double) 3;
    }
    return switch (loss) {
      case 0 -> layer.heteroscedastic(y, 0, w, 0, z, 0, y.length);
      case 1 -> layer.logistic(y, 0, w, 0, z, 0, y.length);
      case 2 -> layer.softmax(y, 0, w, 0, z, 0, CLASSES, y.length);
      default -> {
        double[] byShape = new double[1];
        double value = layer.student(y, 0, w, 0, 2.5, z, 0, y.length, byShape);
        yield value + byShape[0];
      }
    };
  }

  /** Subnormal numbers, which processors may be slow with, never come of a class far below. */
  @Test
  void noDerivativeIsSubnormal() {
    int points = FloatLayer.BLOCK;
    float[] y = new float[points];
    float[] z = new float[2 * points];
    float[] w = new float[points];
    Arrays.fill(w, 1);
    for (int p = 0; p < points; p++) {
      z[points + p] = -110f * p / points;
    }
    for (FloatLayer layer : List.of(new ScalarFloatLayer(), new SimdFloatLayer())) {
      float[] derivatives = z.clone();
      layer.softmax(y, 0, w, 0, derivatives, 0, 2, points);
      float[] alone = Arrays.copyOfRange(z, points, 2 * points);
      layer.logistic(y, 0, w, 0, alone, 0, points);
      for (int p = 0; p < points; p++) {
        float exact = (float) -StrictMath.exp(z[points + p]);
        exact /= 1 - exact;
        for (float derivative : new float[] {derivatives[points + p], alone[p]}) {
          assertThat(derivative == 0 || derivative <= -Float.MIN_NORMAL).isTrue();
          assertThat(derivative).isCloseTo(exact, within(1e-6f * -exact + 1e-27f));
        }
      }
    }
  }
}
