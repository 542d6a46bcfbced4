package dev.coset.data;

import dev.coset.vectormath.StandardNormal;
import java.util.List;
import org.apache.commons.rng.simple.RandomSource;

/** The built-in data: {@code y = sin(x) + N(0, 0.3)} with x uniform on [0, 8]. */
public final class Sinusoid {
  private Sinusoid() {}

  public static Dataset dataset(int rows, long seed) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    double[][] x = new double[rows][1];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      x[i][0] = 8 * random.nextDouble();
      y[i] = StrictMath.sin(x[i][0]) + 0.3 * StandardNormal.sample(random);
    }
    return Dataset.of(List.of("x"), x, "y", y);
  }
}
