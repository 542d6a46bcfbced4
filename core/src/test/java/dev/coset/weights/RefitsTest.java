package dev.coset.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.EngineSession;
import dev.coset.chains.Job;
import dev.coset.data.Dataset;
import dev.coset.data.Split;
import dev.coset.model.ChainWeights;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.posterior.Draws;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class RefitsTest {
  private static final int ROWS = 60;
  private static final ChainPlan PLAN = ChainPlan.of(2, 100, 2, 5);

  /** Targets -1 and 1, as many of each: mean and deviation have no rounding, in any order. */
  private static double[] targets() {
    return IntStream.range(0, ROWS).mapToDouble(i -> i / 2 % 2 == 0 ? 1 : -1).toArray();
  }

  private static Study study(double[] y) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(2);
    double[][] x = new double[ROWS][2];
    for (double[] row : x) {
      Arrays.setAll(row, j -> random.nextDouble());
    }
    return Study.of(
        Dataset.of(x, y),
        new Split(IntStream.range(0, ROWS).toArray(), new int[0]),
        Configuration.of(new int[] {2}, PLAN));
  }

  private static Draws starts(Study study) {
    int d = study.posterior().dimension();
    double[][] starts = new double[2][d];
    for (double[] start : starts) {
      Arrays.setAll(start, j -> 0.1 * (j % 5 - 2));
    }
    return Draws.independent(starts);
  }

  private static double[] scores(Study study) {
    try (var session = EngineSession.local(2)) {
      return new Refits(study).heldOut(List.of(starts(study)), session)[0];
    }
  }

  /** Exchanges the targets of two rows of a fold: its other rows must not notice. */
  @Test
  void heldOutRowsAreNotSeen() {
    double[] y = targets();
    Study study = study(y);
    int[] rows = new Refits(study).rows();
    int size = ROWS / 5;
    int[] fold = Arrays.copyOf(rows, size);
    int first = 0;
    int other =
        IntStream.range(1, size).filter(i -> y[fold[i]] != y[fold[0]]).findFirst().orElseThrow();
    double[] exchanged = y.clone();
    exchanged[fold[first]] = y[fold[other]];
    exchanged[fold[other]] = y[fold[first]];
    double[] before = scores(study);
    double[] after = scores(study(exchanged));
    for (int i = 0; i < size; i++) {
      if (i != first && i != other) {
        assertThat(after[i]).isEqualTo(before[i]);
      }
    }
    assertThat(after[first]).isNotEqualTo(before[first]);
    // rows of other folds are given these two, and do notice
    assertThat(Arrays.copyOfRange(after, size, ROWS))
        .isNotEqualTo(Arrays.copyOfRange(before, size, ROWS));
  }

  private static final double[][] CONSTANTS = {
    {0.3, 0, 1, 0.1, 0}, {0.1, 0, 2, 0.4, 0.2}, {0, 0, 1, -1, 0.1}, {0, 1, 1, -1, 0.3}
  };

  private static Study oneNeuron() {
    double[] x = IntStream.range(0, ROWS).mapToDouble(i -> i % 7).toArray();
    return OneNeuron.study(x, targets(), PLAN);
  }

  /** Two modes of two draws each. */
  private static List<Draws> modes() {
    return List.of(
        OneNeuron.draws(List.of(CONSTANTS[0], CONSTANTS[1]), new int[] {0, 0}),
        OneNeuron.draws(List.of(CONSTANTS[2], CONSTANTS[3]), new int[] {1, 1}));
  }

  private static double[] likelihood(Study study, double[] q, int[] rows) {
    Draws draw = OneNeuron.draws(List.of(q), new int[1]);
    double[] log =
        study.posterior().logLikelihood(draw, study.posterior().data().select(rows), 1)[0];
    return Arrays.stream(log).map(Math::exp).toArray();
  }

  /** Each held-out row is scored once by each mode, by its chains alone. */
  @Test
  void chainsThatStayWhereTheyStartScoreAsTheirModesDraws() {
    Study study = oneNeuron();
    var engine = MadeUpEngine.still();
    try (var session = engine.session()) {
      var refits = new Refits(study);
      double[][] scores = refits.heldOut(modes(), session);
      assertThat(scores).hasDimensions(2, ROWS);
      assertThat(refits.rows()).containsExactlyInAnyOrder(IntStream.range(0, ROWS).toArray());
      for (int k = 0; k < 2; k++) {
        double[] one = likelihood(study, CONSTANTS[2 * k], refits.rows());
        double[] other = likelihood(study, CONSTANTS[2 * k + 1], refits.rows());
        for (int i = 0; i < ROWS; i++) {
          assertThat(scores[k][i]).isCloseTo(Math.log((one[i] + other[i]) / 2), within(1e-9));
        }
      }
    }
  }

  @Test
  void everyChainHasANumberOfItsOwnAndTheCostIsKnownBefore() {
    Study study = oneNeuron();
    var engine = MadeUpEngine.still();
    try (var session = engine.session()) {
      new Refits(study).heldOut(modes(), session);
    }
    assertThat(engine.ran).extracting(Job.Chain::chain).doesNotHaveDuplicates().hasSize(20);
    assertThat(engine.transitions()).isEqualTo(Refits.transitions(PLAN.sampler(), 2));
  }

  @Test
  void aChainThatFailsLeavesTheOtherToScore() {
    Study study = oneNeuron();
    var engine =
        new MadeUpEngine(
            (recipe, chain) ->
                chain % 2 == 0
                    ? MadeUpEngine.failed(chain)
                    : MadeUpEngine.at(recipe, chain, recipe.start(chain, () -> false).q()));
    try (var session = engine.session()) {
      var refits = new Refits(study);
      double[][] scores = refits.heldOut(modes(), session);
      for (int k = 0; k < 2; k++) {
        double[] second = likelihood(study, CONSTANTS[2 * k + 1], refits.rows());
        assertThat(Arrays.stream(scores[k]).map(Math::exp).toArray())
            .containsExactly(second, within(1e-9));
      }
    }
  }

  /** Modes that are dropped leave their weight to the others as if they had never been. */
  @Test
  void droppedModesLeaveNoTrace() {
    var random = RandomSource.XO_SHI_RO_256_PP.create(3);
    double[][] two = new double[2][400];
    for (double[] scores : two) {
      Arrays.setAll(scores, i -> -random.nextDouble());
    }
    double[] poor = new double[400];
    Arrays.setAll(poor, i -> i < 3 ? 0.5 : -3 - random.nextDouble());
    ChainWeights all =
        ModeStacking.weights(modes(3), new double[][] {two[0], two[1], poor}, null, "");
    ChainWeights without = ModeStacking.weights(modes(2), two, null, "");
    assertThat(all.of(2)).isZero();
    for (int c = 0; c < 2; c++) {
      assertThat(all.of(c)).isCloseTo(without.of(c), within(1e-9));
    }
  }

  private static List<List<Integer>> modes(int count) {
    return IntStream.range(0, count).mapToObj(List::of).toList();
  }
}
