package dev.coset.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainOutcome;
import dev.coset.data.InputException;
import dev.coset.data.Points;
import dev.coset.data.Split;
import dev.coset.distribution.GaussianMixture;
import dev.coset.distribution.Predictive;
import dev.coset.model.ChainWeights;
import dev.coset.model.ChainWeights.Group;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.network.Activation;
import dev.coset.posterior.Draws;
import dev.coset.predictive.Predictor;
import dev.coset.store.CompressedRun;
import dev.coset.store.CompressionLoss;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import dev.coset.store.SyntheticRun;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompressionTest {
  @TempDir Path folder;

  private RunStore run(int chains, int draws, IntFunction<ChainOutcome> outcome) {
    Study study = SyntheticRun.study(chains, draws, 60);
    return SyntheticRun.create(folder.resolve("run"), study, outcome);
  }

  private static CompressedRun compressed(RunStore run, double bound) {
    return Compression.of(Mixture.of(run), bound, true, 2);
  }

  /** By a sum of its own, through the file. */
  @Test
  void theDivergenceIsWhatIsSaid() {
    try (var run = run(20, 10, c -> SyntheticRun.chain(c, 10, 2))) {
      CompressedRun small = compressed(run, 1e-3);
      assertThat(small.draws()).isLessThan(100);
      assertThat(small.loss().train().mean()).isLessThan(1e-3);
      assertThat(small.loss().function().mean()).isLessThan(1e-3);
      Points train = run.study().posterior().data();
      small.write(folder.resolve("small"));
      Predictive full = Mixture.of(run).predictive(train.x(), 1);
      Predictive thin = CompressedRun.read(folder.resolve("small")).predictive(train.x(), 1);
      double[] at = KullbackLeibler.of(full, thin);
      assertThat(small.loss().train().mean())
          .isCloseTo(Arrays.stream(at).average().orElseThrow(), within(2e-6));
      assertThat(small.loss().train().max())
          .isCloseTo(Arrays.stream(at).max().orElseThrow(), within(2e-6));
      double lppd = 0;
      for (int i = 0; i < at.length; i++) {
        lppd += thin.at(i).logDensity(train.y().at(i)) / at.length;
      }
      assertThat(small.loss().trainLppd().compressed()).isCloseTo(lppd, within(1e-12));
    }
  }

  /** Weights by the divergence alone would overstate it, by 19% at the widest of these bounds. */
  @Test
  void theEpistemicVarianceIsThatOfAllDraws() {
    try (var run = run(20, 20, c -> SyntheticRun.chain(c, 20, 2))) {
      double[][] x = run.study().posterior().data().x();
      Predictive full = Mixture.of(run).predictive(x, 1);
      for (double bound : new double[] {0.03, 0.01, 0.003}) {
        Predictive thin = compressed(run, bound).predictive(x, 1);
        double ratio =
            IntStream.range(0, x[0].length)
                .mapToDouble(
                    i -> Math.pow(thin.number(i).epistemic() / full.number(i).epistemic(), 2))
                .average()
                .orElseThrow();
        assertThat(ratio).as("bound %s", bound).isCloseTo(1, within(0.03));
      }
    }
  }

  /** What so few cannot reach is said of them. */
  @Test
  void asFewDrawsAsAskedForComeAsCloseAsTheyCan() {
    try (var run = run(20, 10, c -> SyntheticRun.chain(c, 10, 2))) {
      CompressedRun free = compressed(run, 1e-3);
      CompressedRun few = Compression.ofAtMost(5, Mixture.of(run), 1e-3, true, 2);
      assertThat(few.draws()).isLessThanOrEqualTo(5).isLessThan(free.draws());
      assertThat(few.loss().train().mean()).isBetween(1e-3, 0.1);
      assertThat(Compression.ofAtMost(200, Mixture.of(run), 1e-3, true, 2).bytes())
          .isEqualTo(free.bytes());
    }
  }

  @Test
  void copiesOfADrawAreOne() {
    try (var run = run(8, 3, c -> copies(SyntheticRun.chain(0, 3, 2), c))) {
      CompressedRun small = compressed(run, 1e-9);
      assertThat(small.draws()).isEqualTo(1);
      assertThat(small.drawn()).isEqualTo(24);
    }
  }

  /** The first draw again and again. */
  private static ChainOutcome copies(ChainOutcome.Finished of, int chain) {
    double[] values = of.draws().values().clone();
    for (int g = 1; g < of.draws().count(); g++) {
      System.arraycopy(values, 0, values, g * of.draws().dimension(), of.draws().dimension());
    }
    return moved(of, chain, values);
  }

  private static ChainOutcome moved(ChainOutcome.Finished of, int chain, double[] values) {
    Draws draws = of.draws().withValues(values);
    Arrays.fill(draws.chain(), chain);
    return new ChainOutcome.Finished(chain, draws, of.warmup(), 1, 0.25);
  }

  @Test
  void oneDrawStaysItself() {
    try (var run = run(1, 1, c -> SyntheticRun.chain(c, 1, 2))) {
      CompressedRun small = compressed(run, 1e-2);
      assertThat(small.draws()).isEqualTo(1);
      assertThat(small.loss().train().max()).isLessThan(1e-10);
      assertThat(small.models().getFirst().draws().values())
          .containsExactly(run.draws().values(), within(1e-6));
    }
  }

  /** A quarter of the chains lies elsewhere: its output is above the others' by many sigma. */
  @Test
  void twoModesKeepTheirWeights() {
    try (var run =
        run(
            12,
            10,
            c -> {
              var chain = SyntheticRun.chain(c, 10, 2);
              double[] values = chain.draws().values().clone();
              for (int g = 0; g < 10 && c % 4 == 0; g++) {
                values[g * SyntheticRun.DIMENSION + 12] += 3; // the bias of the output
              }
              return moved(chain, c, values);
            })) {
      CompressedRun small = compressed(run, 1e-3);
      var kept = small.models().getFirst();
      double high = 0;
      for (int g = 0; g < small.draws(); g++) {
        high += kept.draws().value(g, 12) > Math.sin(13) + 1.5 ? kept.weights()[g] : 0;
      }
      assertThat(high).isCloseTo(0.25, within(0.02)); // KL of shares 0.25 and 0.27 is 1e-3
      assertThat(Arrays.stream(kept.weights()).sum()).isCloseTo(1, within(1e-12));
    }
  }

  @Test
  void aFilePredictsAsItsDraws() {
    try (var run = run(10, 4, c -> SyntheticRun.chain(c, 4, 2))) {
      CompressedRun small = compressed(run, 1e-2);
      small.write(folder.resolve("small"));
      double[] row = {0.7, 6};
      var predictor = Predictor.open(folder.resolve("small"));
      var mixture = (GaussianMixture) predictor.at(row);
      var kept = small.models().getFirst();
      assertThat(mixture.size()).isEqualTo(small.draws());
      for (int g = 0; g < mixture.size(); g++) {
        double[] q = kept.draws().draw(g);
        double f =
            run.study().posterior().network().output(q, run.study().scaling().standardise(row))[0];
        assertThat(mixture.mean(g))
            .isCloseTo(run.study().scaling().target().original(f), within(1e-12));
        assertThat(mixture.weight(g)).isCloseTo(kept.weights()[g], within(1e-12));
      }
      assertThat(predictor.extrapolation(new double[][] {{100}, {6}}))
          .isEqualTo(Predictor.of(run).extrapolation(new double[][] {{100}, {6}}));
      assertThat(small.test().x()).isDeepEqualTo(run.study().test().x());
      assertThat(small.test().y()).isEqualTo(run.study().test().y());
    }
  }

  /** Two models, of which one is heavier, and chains that count unlike. */
  @Test
  void modelsAndChainsCountAsInTheRun() {
    Study tanh = SyntheticRun.study(4, 6, 60);
    Study relu = tanh.with(tanh.configuration().with(Activation.RELU));
    try (var a = SyntheticRun.create(folder.resolve("a"), tanh, c -> SyntheticRun.chain(c, 6, 2));
        var b = SyntheticRun.create(folder.resolve("b"), relu, c -> SyntheticRun.chain(c, 6, 3))) {
      var unlike =
          new ChainWeights(
              Weighting.STACKING,
              Weighting.STACKING,
              List.of(Group.of(List.of(0, 1), 0.9), Group.of(List.of(2, 3), 0.1)),
              "");
      var mixture =
          new Mixture(
              folder,
              List.of(
                  new Mixture.Part("tanh", a, 0.3, unlike),
                  new Mixture.Part("relu", b, 0.7, b.weights())),
              Optional.empty());
      CompressedRun small = Compression.of(mixture, 1e-4, true, 2);
      assertThat(small.models())
          .extracting(CompressedRun.Model::name)
          .containsExactly("relu", "tanh");
      assertThat(Arrays.stream(small.models().getLast().weights()).sum())
          .isCloseTo(0.3, within(0.02));
      double[][] x = tanh.test().x();
      for (int i = 0; i < tanh.test().count(); i++) {
        var full = mixture.predictive(x, 1).number(i);
        var thin = small.predictive(x, 1).number(i);
        assertThat(thin.mean()).isCloseTo(full.mean(), within(0.05 * full.sd()));
        assertThat(thin.epistemic()).isCloseTo(full.epistemic(), within(0.1 * full.epistemic()));
      }
    }
  }

  @Test
  void aBoundBelowThatOfSinglePrecisionIsRefused() {
    try (var run = run(4, 2, c -> SyntheticRun.chain(c, 2, 2))) {
      assertThatThrownBy(() -> compressed(run, 1e-300))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("single precision");
      for (double bound : new double[] {0, -1, Double.POSITIVE_INFINITY, Double.NaN}) {
        assertThatThrownBy(() -> compressed(run, bound))
            .isInstanceOf(InputException.class)
            .hasMessageContaining("positive number")
            .hasMessageContaining(String.valueOf(bound));
      }
    }
  }

  /**
   * As many inputs as have no more ratios than there may be, all with as many, but one at least.
   */
  @Test
  void inputsAreFewerWhereRatiosWouldBeTooMany() {
    assertThat(Compression.inputs(10, 1000, 1000)).isEqualTo(10);
    assertThat(Compression.inputs(10, 1001, 1000)).isEqualTo(9);
    assertThat(Compression.inputs(10, 2000, 1000)).isEqualTo(5);
    assertThat(Compression.inputs(10, 100_000, 1000)).isEqualTo(1);
    assertThat(Compression.inputs(500, 40_000_000_000L, 12_500_000)).isEqualTo(1);
    for (long ratios = 7; ratios < 700; ratios += 7) {
      int inputs = Compression.inputs(7, ratios, 100);
      assertThat(inputs == 1 || inputs * ratios / 7 <= 100).isTrue();
      assertThat(inputs == 7 || (inputs + 1) * ratios / 7 > 100).isTrue();
    }
  }

  /** What the loss says of test rows is of them; without any, it is of fresh inputs alone. */
  @Test
  void theLossIsSaidOfTestRowsWhereThereAreAny() {
    Study study = SyntheticRun.study(6, 5, 60);
    int[] all = IntStream.range(0, 60).toArray();
    Study untested = Study.of(study.data(), new Split(all, new int[0]), study.configuration());
    try (var run =
            SyntheticRun.create(folder.resolve("a"), study, c -> SyntheticRun.chain(c, 5, 2));
        var without =
            SyntheticRun.create(folder.resolve("b"), untested, c -> SyntheticRun.chain(c, 5, 2))) {
      CompressionLoss loss = compressed(run, 1e-2).loss();
      assertThat(loss.freshAreTest()).isTrue();
      assertThat(loss.fresh().inputs()).isEqualTo(15);
      assertThat(loss.testLppd()).isNotNull();
      assertThat(loss.testLppd().rows()).isEqualTo(15);
      assertThat(loss.trainLppd().rows()).isEqualTo(45);
      assertThat(loss.train().inputs()).isEqualTo(45);
      assertThat(loss.function().inputs()).isEqualTo(90);
      CompressionLoss untold = compressed(without, 1e-2).loss();
      assertThat(untold.freshAreTest()).isFalse();
      assertThat(untold.fresh().inputs()).isEqualTo(500);
      assertThat(untold.testLppd()).isNull();
    }
  }

  @Test
  void aRunWithoutDrawsIsRefused() {
    try (var run = run(2, 3, c -> null)) {
      assertThatThrownBy(() -> compressed(run, 1e-2))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("no finished chain");
    }
  }

  @Test
  void theSameRunGivesTheSameBytes() {
    try (var run = run(10, 4, c -> SyntheticRun.chain(c, 4, 2))) {
      assertThat(Compression.of(Mixture.of(run), 1e-2, true, 1).bytes())
          .isEqualTo(Compression.of(Mixture.of(run), 1e-2, true, 3).bytes());
      assertThat(Compression.of(Mixture.of(run), 1e-2, false, 1).rows()).isNull();
    }
  }
}
