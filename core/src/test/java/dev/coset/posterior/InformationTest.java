package dev.coset.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.TargetKind;
import dev.coset.data.Targets;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Fisher's information is the variance of the score, {@code E s s'} over targets: a sum over
 * classes, an integral over numbers, for which equal steps are as good as exact.
 */
class InformationTest {
  private static final double STEP = 1e-5;
  private static final double SIGMA = 0.6;
  private static final double[] OUTPUTS = {0.3, -1.2, 0.8, 2, 0.1};

  /** With {@link #OUTPUTS} as far as there are outputs. */
  @ParameterizedTest
  @CsvSource({
    "normal, 0",
    "heteroscedastic, 0",
    "categorical, 2",
    "categorical, 3",
    "categorical, 5"
  })
  void ofTheOutputsIsTheVarianceOfTheScore(String name, int classes) {
    var likelihood = Likelihood.named(name);
    int outputs = likelihood.outputs(new Targets(new double[0], TargetKind.ofStored(classes)));
    double[] nuisance = likelihood.nuisance().isEmpty() ? new double[0] : new double[] {SIGMA};
    double[] z = Arrays.copyOf(OUTPUTS, outputs);
    double[][] information = new double[outputs][outputs];
    for (double y : targets(classes)) {
      var target = new Targets(new double[] {y}, TargetKind.ofStored(classes));
      double[] score = new double[outputs];
      for (int j = 0; j < outputs; j++) {
        int moved = j;
        score[j] = slope(by -> logLikelihood(likelihood, z, moved, by, nuisance, target));
      }
      double mass =
          (classes == 0 ? spacing() : 1)
              * Math.exp(logLikelihood(likelihood, z, 0, 0, nuisance, target));
      for (int i = 0; i < outputs; i++) {
        for (int j = 0; j < outputs; j++) {
          information[i][j] += mass * score[i] * score[j];
        }
      }
    }
    double[][] root = likelihood.informationRoot(z, nuisance);
    for (int i = 0; i < outputs; i++) {
      for (int j = 0; j < outputs; j++) {
        double product = 0;
        for (double[] row : root) {
          product += row[i] * row[j];
        }
        assertThat(product).isCloseTo(information[i][j], within(1e-8));
      }
    }
  }

  /** The points' share as above, of {@code log sigma}; the prior's is its curvature. */
  @Test
  void ofSigmaIsTheVarianceOfTheScoreAndTheCurvatureOfThePrior() {
    var likelihood = new NormalLikelihood();
    double[] z = {OUTPUTS[0]};
    double ofAPoint = 0;
    for (double y : targets(0)) {
      var target = Targets.numbers(new double[] {y});
      double score =
          slope(
              by ->
                  logLikelihood(likelihood, z, 0, 0, new double[] {SIGMA * Math.exp(by)}, target));
      double density = Math.exp(logLikelihood(likelihood, z, 0, 0, new double[] {SIGMA}, target));
      ofAPoint += spacing() * density * score * score;
    }
    double wide = 1e-3; // a second difference errs by its square and by rounding over it
    double logSigma = Math.log(SIGMA);
    double curvature =
        (likelihood.logPrior(new double[] {logSigma + wide})
                - 2 * likelihood.logPrior(new double[] {logSigma})
                + likelihood.logPrior(new double[] {logSigma - wide}))
            / (wide * wide);
    assertThat(likelihood.nuisanceInformation(7, new double[] {SIGMA}))
        .containsExactly(new double[] {7 * ofAPoint - curvature}, within(1e-5));
  }

  /**
   * Of Student's t with {@code y = m + s sqrt(n) tan(a)}: equal steps in a are as good as exact,
   * for the density is then a power of {@code cos a}.
   */
  @Test
  void ofHeavyTailsIsTheVarianceOfTheScore() {
    var likelihood = new StudentLikelihood();
    double freedom = 5;
    double[] z = {0.3, -1.2};
    double scale = Math.exp(z[1]) * Math.sqrt(freedom);
    double[] information = new double[4]; // location, log scale, both, log(df - 1)
    int steps = 20_000;
    for (int k = 0; k < steps; k++) {
      double a = Math.PI * ((k + 0.5) / steps - 0.5);
      var target = Targets.numbers(new double[] {z[0] + scale * Math.tan(a)});
      double[] nuisance = {freedom};
      double location = slope(by -> logLikelihood(likelihood, z, 0, by, nuisance, target));
      double logScale = slope(by -> logLikelihood(likelihood, z, 1, by, nuisance, target));
      double excess =
          slope(
              by ->
                  logLikelihood(
                      likelihood,
                      z,
                      0,
                      0,
                      new double[] {1 + (freedom - 1) * Math.exp(by)},
                      target));
      double mass =
          Math.exp(logLikelihood(likelihood, z, 0, 0, nuisance, target))
              * scale
              / Math.pow(Math.cos(a), 2)
              * Math.PI
              / steps;
      information[0] += mass * location * location;
      information[1] += mass * logScale * logScale;
      information[2] += mass * location * logScale;
      information[3] += mass * excess * excess;
    }
    double[][] root = likelihood.informationRoot(z, new double[] {freedom});
    assertThat(root[0][0] * root[0][0]).isCloseTo(information[0], within(1e-7));
    assertThat(root[1][1] * root[1][1]).isCloseTo(information[1], within(1e-7));
    assertThat(root[0][1]).isZero();
    assertThat(root[1][0]).isZero();
    assertThat(information[2]).isCloseTo(0, within(1e-7));
    double curvature = 1 / (1.5 * 1.5);
    assertThat(likelihood.nuisanceInformation(7, new double[] {freedom}))
        .containsExactly(new double[] {7 * information[3] + curvature}, within(1e-6));
  }

  /** Classes, or numbers in equal steps to ten standard deviations and more around the mean. */
  private static double[] targets(int classes) {
    return classes > 0
        ? DoubleStream.iterate(0, y -> y + 1).limit(classes).toArray()
        : DoubleStream.iterate(-10, y -> y + spacing()).limit((int) (20 / spacing())).toArray();
  }

  /** An eighth of a standard deviation, or less. */
  private static double spacing() {
    return Math.exp(OUTPUTS[1]) / 8;
  }

  private static double slope(DoubleUnaryOperator f) {
    return (f.applyAsDouble(STEP) - f.applyAsDouble(-STEP)) / (2 * STEP);
  }

  /** With one of the outputs moved. */
  private static double logLikelihood(
      Likelihood likelihood, double[] z, int moved, double by, double[] nuisance, Targets target) {
    double[][] outputs = new double[z.length][1];
    for (int k = 0; k < z.length; k++) {
      outputs[k][0] = z[k] + (k == moved ? by : 0);
    }
    return likelihood.logLikelihood(outputs, nuisance, target)[0];
  }
}
