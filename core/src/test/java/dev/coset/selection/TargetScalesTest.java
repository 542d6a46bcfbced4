package dev.coset.selection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.Engine;
import dev.coset.chains.EngineSession;
import dev.coset.chains.Job;
import dev.coset.chains.JobQueue;
import dev.coset.data.Dataset;
import dev.coset.data.Split;
import dev.coset.model.Choice.Budget;
import dev.coset.model.Choice.Chains;
import dev.coset.model.Study;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.SamplerMonitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is tried before the scale of a target is chosen; all chains fail, so that none is better.
 */
class TargetScalesTest {
  private static final Study SKEWED = skewed();

  private static Study skewed() {
    double[][] x = new double[100][1];
    double[] y = new double[100];
    for (int i = 0; i < 100; i++) {
      x[i][0] = i % 10;
      y[i] = Math.exp(0.05 * i);
    }
    return Study.of(Dataset.of(x, y), Split.shuffled(100, 0, 0), MadeUpTrials.GIVEN);
  }

  /** Fails every chain, and remembers of which posterior it was. */
  private static final class Failing implements Engine {
    private final List<Posterior> ran = new ArrayList<>();

    @Override
    public String name() {
      return "failing";
    }

    @Override
    public Engine with(Map<String, String> options) {
      return this;
    }

    @Override
    public void run(JobQueue queue, SamplerMonitor monitor) {
      try {
        for (Optional<Job> job = take(queue); job.isPresent(); job = take(queue)) {
          switch (job.get()) {
            case Job.Chain chain -> {
              ran.add(chain.batch().recipe().posterior());
              chain.batch().deliver(List.of(new ChainOutcome.Failed(chain.chain(), "Made up.", 0)));
            }
            case Job.Task<?> task -> task.run();
            case Job.Help help -> throw new IllegalStateException("There is one thread.");
          }
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    private static Optional<Job> take(JobQueue queue) throws InterruptedException {
      return queue.take(batch -> true);
    }
  }

  private static List<Posterior> tried(boolean free, double choosing) {
    var engine = new Failing();
    try (var session = new EngineSession(engine, SamplerMonitor.NONE)) {
      var budget = new Budget(choosing, 100, Chains.AT_MOST);
      assertThat(TargetScales.choose(SKEWED, free, budget, session)).isSameAs(SKEWED);
    }
    return engine.ran;
  }

  /** Noise depends on columns where the likelihood is free. */
  @Test
  void aSmallNetworkIsTriedOnEachScale() {
    List<Posterior> free = tried(true, 1e9);
    assertThat(free).hasSize(2 * 5 * 2);
    assertThat(free).allMatch(p -> p.network().hidden().length == 1 && p.network().width(1) == 8);
    assertThat(free).allMatch(p -> p.likelihood().name().equals(Likelihood.STUDENT));
    assertThat(tried(false, 1e9))
        .hasSize(2 * 5 * 2)
        .allMatch(p -> p.likelihood().name().equals(Likelihood.NORMAL));
  }

  /** Half of a tenth of the time for each scale, and one fold at least. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4})
  void eachScaleHasATwentiethOfTheTime(int folds) {
    Study small = SKEWED.with(SKEWED.configuration().withHidden(new int[] {8}));
    double fold = CostModel.ofFold(Size.of(small), 80);
    assertThat(tried(false, 20 * (folds + 0.5) * fold)).hasSize(2 * Math.max(1, folds) * 2);
  }
}
