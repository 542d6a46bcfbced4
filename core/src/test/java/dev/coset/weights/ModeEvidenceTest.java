package dev.coset.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.ChainRunner;
import dev.coset.model.ChainWeights;
import dev.coset.model.ChainWeights.Group;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.posterior.Draws;
import dev.coset.sampler.SamplerMonitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * One neuron on {@code y = x^2} at points that lie symmetrically about 0: it follows the right arm
 * or the left one, and {@code x -> -x} takes each of these modes to the other.
 */
class ModeEvidenceTest {
  private static final int ROWS = 400;
  private static final int CHAINS = 4;
  private static final int EACH = 8;
  private static final Study STUDY = parabola();
  private static final List<double[]> RIGHT = right();

  private static Study parabola() {
    var random = new Random(1);
    double[] x = new double[ROWS];
    double[] y = new double[ROWS];
    for (int i = 0; i < ROWS / 2; i++) {
      int mirrored = ROWS - 1 - i;
      x[mirrored] = (i + 0.5) / ROWS - 0.5;
      x[i] = -x[mirrored];
      y[i] = x[i] * x[i] + 0.05 * random.nextGaussian();
      y[mirrored] = y[i];
    }
    return study(x, y);
  }

  private static Study study(double[] x, double[] y) {
    return OneNeuron.study(x, y, ChainPlan.of(CHAINS, 100, EACH, 1));
  }

  /** Draws of the right arm's mode, made of all that were sampled; v is positive. */
  private static List<double[]> right() {
    var recipe = ChainRecipe.of(STUDY.posterior(), STUDY.configuration().plan());
    var runner = new ChainRunner(recipe, SamplerMonitor.NONE);
    List<double[]> q = new ArrayList<>();
    for (int c = 0; c < CHAINS; c++) {
      Draws draws = ((ChainOutcome.Finished) runner.run(c)).draws();
      for (int g = 0; g < EACH; g++) {
        double[] draw = draws.draw(g);
        double sign = Math.signum(draw[2]);
        q.add(new double[] {Math.abs(draw[0]), sign * draw[1], sign * draw[2], draw[3], draw[4]});
      }
    }
    return q;
  }

  private static List<double[]> mirrored(List<double[]> draws) {
    return draws.stream().map(q -> new double[] {-q[0], q[1], q[2], q[3], q[4]}).toList();
  }

  /** Modes of so many draws each, a chain for every eight. */
  private static ChainWeights weights(Study study, List<List<double[]>> modes) {
    List<double[]> q = modes.stream().flatMap(List::stream).toList();
    Draws draws = OneNeuron.draws(q, IntStream.range(0, q.size()).map(g -> g / EACH).toArray());
    var density = study.posterior().density();
    Arrays.setAll(draws.logDensity(), g -> density.valueAndGradient(q.get(g), new double[5]));
    List<List<Integer>> chains = new ArrayList<>();
    int from = 0;
    for (List<double[]> mode : modes) {
      int to = from + mode.size() / EACH;
      chains.add(IntStream.range(from, to).boxed().toList());
      from = to;
    }
    return ModeEvidence.of(study, draws, new ChainModes(chains, draws, true), 1);
  }

  private static List<Integer> numbers(String sentence) {
    return Pattern.compile("\\d+")
        .matcher(sentence)
        .results()
        .map(MatchResult::group)
        .map(Integer::valueOf)
        .toList();
  }

  @Test
  void mirroredModesHaveEqualMasses() {
    ChainWeights weights = weights(STUDY, List.of(RIGHT, mirrored(RIGHT)));
    assertThat(weights.used()).as(weights.reason()).isEqualTo(Weighting.EVIDENCE);
    assertThat(weights.groups()).hasSize(2);
    Group right = weights.groups().get(0);
    Group left = weights.groups().get(1);
    assertThat(right.chains())
        .containsExactlyElementsOf(IntStream.range(0, CHAINS).boxed().toList());
    assertThat(left.chains())
        .containsExactlyElementsOf(IntStream.range(CHAINS, 2 * CHAINS).boxed().toList());
    assertThat(left.check()).isCloseTo(right.check(), within(1e-6));
    assertThat(left.score())
        .isCloseTo(right.score(), within(4 * Math.hypot(left.error(), right.error())));
    assertThat(right.score()).isCloseTo(right.check(), within(1.0)).isLessThan(-380);
    double odds = Math.exp(left.score() - right.score());
    assertThat(left.weight() / right.weight()).isCloseTo(odds, within(1e-9));
    assertThat(left.weight() + right.weight()).isCloseTo(1, within(1e-12));
    assertThat(numbers(weights.reason())).containsExactly(2);
  }

  /** One mode takes all for noise: its few draws do not determine its mass, nor need they. */
  @Test
  void aModeFarBelowWeighsNothing() {
    List<double[]> noise = RIGHT.subList(0, EACH).stream().map(ModeEvidenceTest::noise).toList();
    ChainWeights weights = weights(STUDY, List.of(RIGHT, mirrored(RIGHT), noise));
    assertThat(weights.used()).as(weights.reason()).isEqualTo(Weighting.EVIDENCE);
    assertThat(weights.groups().get(2).weight()).isLessThan(1e-9);
    assertThat(weights.groups().get(2).error()).isNaN();
    assertThat(numbers(weights.reason())).containsExactlyInAnyOrder(3, 2, 1);
  }

  private static double[] noise(double[] q) {
    return new double[] {0.1 * q[0], 0.1 * q[1], 0.01 * q[2], 0.1 * q[3], 0};
  }

  @Test
  void chainsAreEqualWhereModesLieInEachOther() {
    int half = CHAINS / 2 * EACH;
    ChainWeights weights =
        weights(STUDY, List.of(RIGHT.subList(0, half), RIGHT.subList(half, 2 * half)));
    equal(weights, CHAINS);
  }

  /** Three points determine a curve that passes through them: sigma has no lower bound. */
  @Test
  void chainsAreEqualWhereAModeHasNoMaximum() {
    Study study = study(new double[] {-1, 0, 1}, new double[] {-1, 0, 1});
    List<double[]> line = new ArrayList<>();
    for (int g = 0; g < EACH; g++) {
      line.add(new double[] {0.1, 0, 12 + 0.01 * g, 0, -3 - 0.1 * g});
    }
    equal(weights(study, List.of(line, mirrored(line))), 2);
  }

  @Test
  void chainsAreEqualWhereModesAreOfLogDensityAlone() {
    Draws draws = OneNeuron.draws(RIGHT, IntStream.range(0, RIGHT.size()).toArray());
    List<List<Integer>> two =
        List.of(IntStream.range(0, 20).boxed().toList(), IntStream.range(20, 32).boxed().toList());
    equal(ModeEvidence.of(STUDY, draws, new ChainModes(two, draws, false), 1), RIGHT.size());
  }

  private static void equal(ChainWeights weights, int chains) {
    assertThat(weights.asked()).isEqualTo(Weighting.EVIDENCE);
    assertThat(weights.used()).isEqualTo(Weighting.EQUAL);
    assertThat(weights.groups()).hasSize(1);
    assertThat(weights.of(chains - 1)).isEqualTo(1.0 / chains);
    assertThat(weights.reason()).matches(".*[^.]\\.");
  }
}
