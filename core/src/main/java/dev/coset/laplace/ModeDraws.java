package dev.coset.laplace;

import dev.coset.data.InputException;
import dev.coset.posterior.Draws;
import java.util.Arrays;

/**
 * Draws sorted into modes.
 *
 * @param modeOf the mode of each draw, from 0; negative where it belongs to none
 */
record ModeDraws(Draws draws, int[] modeOf) {

  ModeDraws {
    if (modeOf.length != draws.count()) {
      throw new InputException(
          "There are %d draws but %d mode labels: give one to each draw."
              .formatted(draws.count(), modeOf.length));
    }
    int modes = Arrays.stream(modeOf).max().orElse(-1) + 1;
    if (modes < 1) {
      throw new InputException("No draw belongs to a mode: label at least one with 0.");
    }
    for (int k = 0; k < modes; k++) {
      int mode = k;
      if (Arrays.stream(modeOf).noneMatch(label -> label == mode)) {
        throw new InputException(
            "No draw belongs to mode %d: number modes without gaps.".formatted(k));
      }
    }
  }

  int modes() {
    return Arrays.stream(modeOf).max().orElseThrow() + 1;
  }

  /** The draw of highest log density in each mode (mode, entry). */
  double[][] highest() {
    int[] best = new int[modes()];
    Arrays.fill(best, -1);
    for (int g = 0; g < modeOf.length; g++) {
      int k = modeOf[g];
      if (k >= 0 && (best[k] < 0 || draws.logDensity()[g] > draws.logDensity()[best[k]])) {
        best[k] = g;
      }
    }
    return Arrays.stream(best).mapToObj(draws::draw).toArray(double[][]::new);
  }

  /**
   * The share of chains in each mode. Every chain counts as one, and is shared out by its draws
   * where they lie in several modes.
   */
  double[] chainShares() {
    int chains = Arrays.stream(draws.chain()).max().orElseThrow() + 1;
    int[] drawsOf = new int[chains];
    for (int g = 0; g < modeOf.length; g++) {
      drawsOf[draws.chain()[g]] += modeOf[g] < 0 ? 0 : 1;
    }
    double[] shares = new double[modes()];
    double sum = 0;
    for (int g = 0; g < modeOf.length; g++) {
      if (modeOf[g] >= 0) {
        double part = 1.0 / drawsOf[draws.chain()[g]];
        shares[modeOf[g]] += part;
        sum += part;
      }
    }
    for (int k = 0; k < shares.length; k++) {
      shares[k] /= sum;
    }
    return shares;
  }
}
