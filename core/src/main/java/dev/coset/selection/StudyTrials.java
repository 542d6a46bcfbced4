package dev.coset.selection;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainRunner;
import dev.coset.data.Blocks;
import dev.coset.data.Points;
import dev.coset.data.Split;
import dev.coset.data.Targets;
import dev.coset.data.TrainingFolds;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import dev.coset.posterior.Prior;
import dev.coset.predictive.PointScores;
import dev.coset.sampler.SamplerMonitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Trials on the training rows of a study: short chains given the other folds score the held-out
 * one. Importance sampling from draws given all rows would be cheaper, but the posterior of a
 * network moves too much with single rows: its estimate is far too good for large networks.
 */
final class StudyTrials implements Trials {
  static final int MOST_ROWS = 10_000;

  private final Study study;

  /** How networks given a fold's training rows see rows, by fold. */
  private final Map<Integer, UnaryOperator<Points>> seen = new ConcurrentHashMap<>();

  StudyTrials(Study study) {
    this.study = study;
  }

  @Override
  public int rows() {
    return study.posterior().data().count();
  }

  @Override
  public Size size(Configuration model) {
    return Size.of(study.with(model));
  }

  @Override
  public Prior firstPrior(int[] hidden) {
    return Ladder.prior(study.posterior().data(), hidden);
  }

  @Override
  public TrainingFolds folds(int most, long seed) {
    Targets y = study.posterior().data().y();
    int[] rows = evenly(y.count());
    Blocks blocks = study.data().blocks();
    if (blocks != null) {
      int[] train = study.split().train();
      blocks = blocks.select(Arrays.stream(rows).map(row -> train[row]).toArray());
    }
    int[] stratumOf = y.strata();
    int[] strata = Arrays.stream(rows).map(row -> stratumOf[row]).toArray();
    return TrainingFolds.of(blocks, strata, most, seed).among(rows);
  }

  private static int[] evenly(int count) {
    int taken = Math.min(count, MOST_ROWS);
    return IntStream.range(0, taken).map(i -> (int) ((long) i * count / taken)).toArray();
  }

  @Override
  public double[] scores(Configuration model, Split fold, int index, SamplerMonitor monitor) {
    Study candidate = study.with(model);
    Points points = candidate.posterior().data();
    UnaryOperator<Points> seen =
        this.seen.computeIfAbsent(index, f -> study.seenFrom(fold.train()));
    Posterior posterior = candidate.posterior().given(seen.apply(points.select(fold.train())));
    Points heldOut = seen.apply(points.select(fold.test()));
    ChainPlan plan = Work.judging(Size.of(candidate));
    var runner = new ChainRunner(posterior, plan, monitor);
    List<Draws> parts = new ArrayList<>();
    for (int chain = 0; chain < plan.chains(); chain++) {
      if (runner.run(index * plan.chains() + chain) instanceof ChainOutcome.Finished finished) {
        parts.add(finished.draws());
      }
    }
    if (parts.isEmpty()) {
      double[] none = new double[heldOut.count()];
      Arrays.fill(none, Double.NEGATIVE_INFINITY);
      return none;
    }
    Draws draws = Draws.concatenate(posterior.dimension(), plan.sampler().schema(), parts);
    var predictive = posterior.predictive(draws, heldOut.x(), 1);
    return PointScores.of(predictive, heldOut.y(), study.scaling().target(), 1).logDensity();
  }
}
