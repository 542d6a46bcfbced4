package dev.coset.modes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModeTest {

  @Test
  void copiesOverlapInFunctionSpaceAndDifferentFunctionsDoNot() {
    double[][] f = transposed(SpectralClusteringTest.normals(5, 600, 1)); // (draw, point)
    int[] label = new int[600];
    for (int g = 0; g < 600; g++) {
      label[g] = g < 300 ? 0 : g < 550 ? 1 : 2;
      if (label[g] == 2) {
        f[g][3] += 8;
      }
    }
    double[][] overlap = FunctionOverlap.of(f, new Clustering(label, 3, new double[0], 1), 1);
    // 1000 neighbours of 250 draws, each across with probability 0.546; neighbours of one draw may
    // depend
    assertThat(overlap[0][1]).isCloseTo(1, within(4 * Math.sqrt(0.46 / 0.546 / 250)));
    assertThat(overlap[0][2]).isLessThan(0.05);
    assertThat(overlap[1][2]).isEqualTo(overlap[2][1]);
  }

  @Test
  void modesAreDescribed() {
    Draws draws = Draws.ofSize(300, 1, DrawSchema.NONE);
    int[] label = new int[300];
    double[][] training = new double[300][10];
    double[][] test = new double[300][4];
    var normal = SpectralClusteringTest.normals(1, 300, 2)[0];
    for (int g = 0; g < 300; g++) {
      draws.chain()[g] = g / 2;
      label[g] = g % 30 == 0 ? 1 : 0;
      draws.logDensity()[g] = g == 120 || g == 7 ? 5 : normal[g];
      double fit = label[g] == 0 ? -1 : -2;
      int row = g;
      Arrays.setAll(training[g], i -> fit + 0.1 * normal[(row + i) % 300]);
      Arrays.fill(test[g], label[g] == 0 ? -1 : -2);
    }
    List<Mode> modes =
        Mode.describe(
            draws, new Clustering(label, 2, new double[0], 1), training, null, test, null, 1);
    assertThat(modes.get(0).draws()).hasSize(290);
    assertThat(modes.get(1).shareOfChains()).isCloseTo(10 * 0.5 / 150, within(1e-12));
    assertThat(modes.get(0).shareOfChains() + modes.get(1).shareOfChains())
        .isCloseTo(1, within(1e-12));
    assertThat(modes.get(0).representative()).isEqualTo(7);
    assertThat(modes.get(1).representative()).isEqualTo(120);
    assertThat(modes.get(0).stackingWeight()).isGreaterThan(0.99);
    assertThat(modes.get(0).lppd()).isCloseTo(-1, within(1e-12));
    assertThat(modes.get(1).lppd()).isCloseTo(-2, within(1e-12));
    assertThat(modes.get(0).warning()).isEmpty();
    assertThat(modes.get(1).warning()).isPresent();
  }

  private static double[][] transposed(double[][] a) {
    double[][] t = new double[a[0].length][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < t.length; j++) {
        t[j][i] = a[i][j];
      }
    }
    return t;
  }
}
