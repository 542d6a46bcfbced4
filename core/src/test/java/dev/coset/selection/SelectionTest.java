package dev.coset.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.Engine;
import dev.coset.chains.EngineSession;
import dev.coset.data.Blocks;
import dev.coset.data.Dataset;
import dev.coset.data.Points;
import dev.coset.data.Split;
import dev.coset.data.TargetScale;
import dev.coset.ensembles.EnsembleStart;
import dev.coset.model.Choice;
import dev.coset.model.Choice.Budget;
import dev.coset.model.Choice.Candidate;
import dev.coset.model.Configuration;
import dev.coset.model.Configuration.Standardise;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.parallel.StoppedException;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Prior;
import dev.coset.sampler.Mclmc;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.store.FoldScores;
import dev.coset.store.MixtureRun;
import dev.coset.store.Source;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionTest {
  private static final ChainPlan PLAN =
      new ChainPlan(3, 5, 0, EnsembleStart.NAME, Mclmc.Settings.of(500, 10, 10));

  static Study study(int rows, DoubleUnaryOperator mean, DoubleUnaryOperator sd) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(3);
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    double[][] x = new double[rows][1];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      x[i][0] = 4 * random.nextDouble() - 2;
      y[i] = mean.applyAsDouble(x[i][0]) + sd.applyAsDouble(x[i][0]) * normal.sample();
    }
    return Study.of(
        Dataset.of(x, y), Split.shuffled(rows, 0, 0), Configuration.of(new int[] {4}, PLAN));
  }

  private static Choice decide(Study study, int threads, int[][] hidden, String... likelihoods) {
    return decide(study, threads, false, hidden, likelihoods);
  }

  private static Choice decide(
      Study study, int threads, boolean otherPriors, int[][] hidden, String... likelihoods) {
    List<Candidate> candidates =
        List.of(likelihoods).stream()
            .flatMap(
                likelihood ->
                    List.of(hidden).stream()
                        .map(h -> CandidateModels.candidate(study.configuration(), h, likelihood)))
            .toList();
    var choice = new Choice(candidates, otherPriors, CostModel.budget(100, false), "");
    return decide(new Selection(study, choice), threads, SamplerMonitor.NONE);
  }

  private static Choice decide(Selection selection, int threads, SamplerMonitor monitor) {
    try (var session = new EngineSession(Engine.local(threads), monitor)) {
      return selection.decide(session);
    }
  }

  @Test
  void aBentFunctionNeedsAHiddenLayer() {
    Study bent = study(120, x -> Math.sin(3 * x), x -> 0.1);
    Choice choice = decide(bent, 2, new int[][] {{}, {8}}, Likelihood.NORMAL);
    assertThat(choice.kept()).extracting(Candidate::name).containsExactly("8-normal");
    assertThat(choice.candidates().get(1).weight()).isCloseTo(1, within(1e-12));
  }

  /** The posterior predictive of the truth foretells no worse than that of a larger model. */
  @Test
  void aStraightLineKeepsTheLinearModel() {
    Study straight = study(60, x -> 2 * x, x -> 0.5);
    Choice choice = decide(straight, 2, new int[][] {{}, {16, 16}}, Likelihood.NORMAL);
    Candidate linear = choice.candidates().getFirst();
    assertThat(linear.score()).isGreaterThan(choice.candidates().get(1).score() - 0.02);
    assertThat(linear.weight()).isGreaterThan(0.4);
  }

  /** A function that is flat asks for narrow weights, one that turns often for wide ones. */
  @Test
  void theScaleOfThePriorFollowsTheData() {
    int[][] some = {{4}, {8}, {16}};
    Choice flat = decide(study(30, x -> 0, x -> 1), 2, true, some, Likelihood.NORMAL);
    assertThat(logScales(flat)).isNegative();
    Choice wavy = decide(study(100, x -> Math.sin(5 * x), x -> 0.02), 2, true, some, "normal");
    assertThat(logScales(wavy)).isPositive();
    assertThat(wavy.candidates().subList(3, wavy.candidates().size()))
        .isNotEmpty()
        .allMatch(c -> c.name().endsWith("-prior" + c.configuration().prior()));
  }

  /** Of both scales of the priors together, each candidate by its weight. */
  private static double logScales(Choice choice) {
    return choice.kept().stream()
        .mapToDouble(
            c -> {
              Prior prior = c.configuration().prior();
              return c.weight() * Math.log(prior.scale() * prior.inputScale());
            })
        .sum();
  }

  /** The more columns, the narrower; text counts as one column. */
  @Test
  void whatColumnsAddUpToHasOneScale() {
    for (int columns : new int[] {1, 4, 16, 64}) {
      double[][] x = new double[columns][40];
      for (double[] column : x) {
        Arrays.setAll(column, i -> i % 2 == 0 ? 1 : -1);
      }
      Prior prior = CandidateModels.prior(new Points(x, new double[40]), new int[] {4});
      assertThat(prior).isEqualTo(new Prior(1, 1 / Math.sqrt(columns)));
    }
  }

  private static Candidate heaviest(Choice choice) {
    return Collections.max(choice.candidates(), Comparator.comparingDouble(Candidate::weight));
  }

  @Test
  void aPriorThatWasGivenIsKept() {
    Choice choice = decide(study(30, x -> 0, x -> 1), 2, false, new int[][] {{2}}, "normal");
    assertThat(choice.candidates()).extracting(Candidate::name).containsExactly("2-normal");
  }

  @Test
  void noiseThatDependsOnTheColumnIsNoticed() {
    Study growing = study(200, x -> x, x -> 0.05 + 0.5 * (x + 2));
    Choice choice =
        decide(growing, 2, new int[][] {{4}}, Likelihood.NORMAL, Likelihood.HETEROSCEDASTIC);
    assertThat(choice.candidates().get(1).weight()).isGreaterThan(0.8);
  }

  @Test
  void aChoiceDependsOnDataAndSeedAlone() {
    Study any = study(40, x -> x, x -> 0.3);
    int[][] hidden = {{}, {4}};
    Choice one = decide(any, 1, hidden, Likelihood.NORMAL);
    assertThat(decide(any, 2, hidden, Likelihood.NORMAL)).isEqualTo(one);
    assertThat(one.decided()).isTrue();
    assertThat(one.scoredOn()).isEqualTo("40 training rows, each held out once in 5 folds");
    assertThat(one.kept().stream().mapToDouble(Candidate::weight).sum())
        .isCloseTo(1, within(1e-12));
    assertThat(one.candidates()).allMatch(c -> c.configuration().plan().equals(PLAN));
  }

  /** However often it is stopped, no fold is scored twice, and the choice is the same. */
  @Test
  void aStoppedChoiceGoesOnWhereItWas(@TempDir Path folder) {
    Study any = study(40, x -> x, x -> 0.3);
    List<Candidate> candidates =
        List.of(
            CandidateModels.candidate(any.configuration(), new int[] {}, Likelihood.NORMAL),
            CandidateModels.candidate(any.configuration(), new int[] {4}, Likelihood.NORMAL));
    Budget budget = CostModel.budget(40, false);
    var undecided = new Choice(candidates, false, budget, "");
    var whole = new Selection(any, undecided);
    long left = whole.transitions();
    double seconds = Double.POSITIVE_INFINITY;
    Optional<Choice> made = Optional.empty();
    while (made.isEmpty()) {
      try (var run = MixtureRun.create(folder, any, Source.of("test"), undecided, Weighting.EQUAL);
          var scores = run.scores()) {
        var selection = new Selection(run.study(), run.choice(), scores);
        assertThat(selection.transitions()).isEqualTo(left);
        assertThat(selection.expectedSeconds(1, 1)).isLessThan(seconds);
        seconds = selection.expectedSeconds(1, 1);
        made = Optional.of(decide(selection, 1, stoppingAfter(10_000)));
      } catch (StoppedException stopped) {
        left -= 8400; // three folds of two chains of 1400
      }
    }
    assertThat(left).isEqualTo(2800);
    assertThat(made).contains(decide(whole, 2, SamplerMonitor.NONE));
  }

  /** Folds are those of the rows that hang together, where there are several. */
  @Test
  void foldsKeepRowsTogetherThatBelongTogether() {
    Study any = study(60, x -> x, x -> 0.3);
    int[] thirds = IntStream.range(0, 60).map(row -> row % 3).toArray();
    double[] days = IntStream.range(0, 60).mapToDouble(row -> 59 - row).toArray();
    for (Blocks blocks : List.of(Blocks.groups(thirds), Blocks.times(days))) {
      Study blocked =
          Study.of(any.data().in(blocks), Split.shuffled(60, 0.1, 4), any.configuration());
      CrossValidation folds = folds(blocked);
      int[] train = blocked.split().train();
      for (Split fold : folds.splits()) {
        for (int left : fold.test()) {
          int block = blocks.of()[train[left]];
          assertThat(Arrays.stream(fold.train()).map(row -> blocks.of()[train[row]]))
              .allMatch(given -> blocks.inTime() ? given < block : given != block);
        }
      }
      assertThat(folds.described())
          .isEqualTo(
              blocks.inTime()
                  ? "27 training rows, predicted from those before them in 5 folds"
                  : "54 training rows, each held out once in 3 folds of whole groups");
    }
    Study one =
        Study.of(any.data().in(Blocks.groups(new int[60])), any.split(), any.configuration());
    assertThat(folds(one).described()).endsWith("once in 5 folds");
  }

  private static CrossValidation folds(Study study) {
    return CrossValidation.of(new StudyTrials(study), List.of(study.configuration()), 1e9, 0);
  }

  private static SamplerMonitor stoppingAfter(long transitions) {
    var done = new LongAdder();
    return new SamplerMonitor() {
      @Override
      public void transition(boolean warmup, int steps, boolean diverged) {
        done.increment();
      }

      @Override
      public boolean stopped() {
        return done.sum() >= transitions;
      }
    };
  }

  @Test
  void aSkewedPositiveTargetIsSeenOnItsLogarithm() {
    Study skewed = study(150, x -> 0, x -> 1);
    double[] y = skewed.data().target();
    double[][] x = new double[y.length][1];
    for (int i = 0; i < y.length; i++) {
      x[i][0] = skewed.data().features()[0][i];
      y[i] = Math.exp(x[i][0] + 0.3 * y[i]);
    }
    Study positive =
        Study.of(Dataset.of(x, y), Split.shuffled(y.length, 0, 0), skewed.configuration());
    Study chosen = choose(positive);
    assertThat(chosen.configuration().targetScale()).isEqualTo(TargetScale.LOG);
    assertThat(CandidateModels.likelihoods(chosen))
        .containsExactly(Likelihood.NORMAL, Likelihood.STUDENT);
    double[] tied = y.clone();
    Arrays.fill(tied, 0, y.length / 3 + 1, 0);
    Study ties =
        Study.of(Dataset.of(x, tied), Split.shuffled(y.length, 0, 0), skewed.configuration());
    assertThat(CandidateModels.likelihoods(ties))
        .containsExactly(Likelihood.NORMAL, Likelihood.HETEROSCEDASTIC);
    Study symmetric = study(100, v -> 10 + v, v -> 0.2);
    assertThat(choose(symmetric)).isSameAs(symmetric);
  }

  private static Study choose(Study study) {
    try (var session = EngineSession.local(2)) {
      var budget = CostModel.budget(study.split().train().length, true);
      return TargetScales.choose(study, true, budget, session);
    }
  }

  private static Study withTargets(Study study, DoubleUnaryOperator target) {
    double[] y = Arrays.stream(study.data().target()).map(target).toArray();
    double[][] x = new double[y.length][1];
    Arrays.setAll(x, i -> new double[] {study.data().features()[0][i]});
    return Study.of(Dataset.of(x, y), study.split(), study.configuration());
  }

  /** The mean on the scale of the data is what counts, however many folds each scale got. */
  @Test
  void theScaleThatPredictsBetterIsChosen() {
    Study noise = study(300, x -> 0.5 * x, x -> 0.8);
    Study skewed = withTargets(noise, y -> 10 * Math.exp(y));
    assertThat(choose(skewed).configuration().targetScale()).isEqualTo(TargetScale.LOG);
    // skewed by its column alone, with additive noise that the logarithm tears apart near 0
    Study additive = withTargets(study(300, x -> Math.exp(1.5 * x) / 4, x -> 0.02), Math::abs);
    assertThat(TargetScale.skewness(additive.data().target(), null)).isGreaterThan(1);
    assertThat(choose(additive)).isSameAs(additive);
  }

  /** Zero has no logarithm, however skewed the others are; nor does a number below it. */
  @ParameterizedTest
  @ValueSource(doubles = {0, -1e-9})
  void aTargetThatIsNotPositiveKeepsItsScale(double least) {
    Study skewed = withTargets(study(100, x -> x, x -> 0.3), y -> Math.exp(3 * y));
    double[] y = skewed.data().target();
    assertThat(TargetScale.skewness(y, null)).isGreaterThan(2);
    y[17] = least;
    Study one = withTargets(skewed, v -> v);
    assertThat(choose(one)).isSameAs(one);
  }

  /** Test rows have no say: only training targets must be positive. */
  @Test
  void positivityIsOfTrainingTargets() {
    Study all = withTargets(study(200, x -> x, x -> 0.3), Math::exp);
    double[] y = all.data().target().clone();
    double[][] x = new double[y.length][1];
    Arrays.setAll(x, i -> new double[] {all.data().features()[0][i]});
    Split split = Split.shuffled(y.length, 0.2, 1);
    y[split.test()[0]] = -1;
    Study oneBelow = Study.of(Dataset.of(x, y), split, all.configuration());
    Study chosen = choose(oneBelow);
    assertThat(chosen.configuration().targetScale()).isEqualTo(TargetScale.LOG);
    assertThat(chosen.test().y().at(0)).isFinite().isLessThan(-100);
  }

  /** An eliminated candidate's mean is over fewer rows: its lead, not its mean, is compared. */
  @Test
  void aLeadIsOverSharedRows() {
    double[] best = {0, 0, 0, 0, -5, -5, -5, -5};
    double[] worse = {-1, -1, -1, -1};
    assertThat(Selection.lead(worse, best, null)).isEqualTo(-1);
    assertThat(Selection.lead(best, best, null)).isZero();
    assertThat(Selection.lead(new double[] {-4, -2}, new double[] {-2, -1, 0}, null))
        .isEqualTo(-1.5);
    assertThat(Selection.lead(worse, best, new double[] {3, 1, 1, 1})).isEqualTo(-1);
  }

  /** Where even short chains of all models would take too long, the lightest models have none. */
  @Test
  void whatCannotBeAffordedIsDropped() {
    Study any = study(60, x -> 2 * x, x -> 0.5);
    List<Candidate> candidates =
        Stream.of(new int[] {4}, new int[] {5}, new int[] {6})
            .map(
                hidden -> CandidateModels.candidate(any.configuration(), hidden, Likelihood.NORMAL))
            .toList();
    var known = FoldScores.inMemory(); // so that candidates are judged once
    Choice all = choiceOf(any, candidates, known, 1e6);
    double[] least = all.kept().stream().mapToDouble(c -> least(any, c)).toArray();
    assertThat(least.length).isGreaterThan(1);
    Choice fewer = choiceOf(any, candidates, known, Arrays.stream(least).sum() - 1e-9);
    assertThat(fewer.kept()).hasSizeBetween(1, least.length - 1).contains(heaviest(fewer));
    assertThat(heaviest(fewer).name()).isEqualTo(heaviest(all).name());
    assertThat(fewer.kept().stream().mapToDouble(Candidate::weight).sum())
        .isCloseTo(1, within(1e-12));
    assertThat(fewer.candidates()).hasSize(candidates.size());
    assertThat(choiceOf(any, candidates, known, 1e-9).kept()).hasSize(1);
  }

  private static Choice choiceOf(
      Study study, List<Candidate> candidates, FoldScores known, double sampling) {
    var budget = new Budget(1e6, sampling, Choice.Chains.AT_MOST);
    var undecided = new Choice(candidates, false, budget, "");
    return decide(new Selection(study, undecided, known), 2, SamplerMonitor.NONE);
  }

  private static double least(Study study, Candidate candidate) {
    return CostModel.least(Size.of(study.with(candidate.configuration())));
  }

  @Test
  void theLadderBeginsWithALinearModel() {
    assertThat(ladder(study(100, x -> x, x -> 1))).startsWith("linear-normal").hasSize(18);
    assertThat(ladder(study(40, x -> x, x -> 1))).contains("4-normal").hasSize(9);
    assertThat(ladder(study(10_000, x -> x, x -> 1)))
        .contains("16,16,16,16-normal", "16,16,16,16-heteroscedastic", "16,16,16,16-student");
  }

  /** To see 10,000 columns sixteen neurons are too many for a short trial, and a line is not. */
  @Test
  void manyColumnsHaveNarrowNetworks() {
    var random = RandomSource.XO_SHI_RO_256_PP.create(1);
    double[][] x = new double[80][10_000];
    double[] y = new double[80];
    for (int i = 0; i < y.length; i++) {
      Arrays.setAll(x[i], j -> random.nextDouble());
      y[i] = random.nextDouble();
    }
    Configuration configuration = Configuration.of(new int[] {4}, PLAN);
    Dataset data = Dataset.of(x, y);
    Split split = Split.shuffled(80, 0, 0);
    assertThat(ladder(Study.of(data, split, configuration.with(Standardise.ALL))))
        .contains("linear-normal", "4-normal")
        .doesNotContain("16-normal", "16-heteroscedastic");
    assertThat(ladder(Study.of(data, split, configuration))) // which has 79 components of them
        .contains("16-normal", "16-heteroscedastic");
  }

  private static List<String> ladder(Study study) {
    int rows = study.split().train().length;
    var budget = CostModel.budget(rows, true);
    return CandidateModels.of(study, CandidateModels.likelihoods(study), false, budget).stream()
        .map(Candidate::name)
        .toList();
  }
}
