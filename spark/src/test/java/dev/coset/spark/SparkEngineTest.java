package dev.coset.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.Engine;
import dev.coset.data.TargetType;
import dev.coset.data.Targets;
import dev.coset.distribution.Predictive;
import dev.coset.network.BatchGradient;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.LogDensity;
import dev.coset.posterior.NormalLikelihood;
import dev.coset.posterior.Nuisance;
import dev.coset.posterior.OutputValues;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.store.MissingChains;
import dev.coset.store.RunStore;
import dev.coset.store.SyntheticRun;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskContext$;
import org.apache.spark.TaskContextImpl;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.launcher.JavaModuleOptions;
import org.apache.spark.resource.ResourceInformation;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import scala.jdk.javaapi.CollectionConverters;

/** On two cores of this machine, as Spark sees it. */
@ResourceLock("SparkContext") // a JVM has one
class SparkEngineTest {
  private static final Engine LOCAL = Engine.local(2);

  private static SparkContext context;
  private static Engine spark;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    context =
        new SparkContext(
            new SparkConf()
                .setMaster("local[2]")
                .setAppName("test")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "127.0.0.1"));
    spark = SparkEngine.on(context);
  }

  @AfterAll
  static void stop() {
    context.stop();
  }

  @Test
  void drawsAreThoseOfTheLocalEngine() {
    var study = SyntheticRun.study(ChainPlan.of(150, 60, 3, 5).withSuperchains(20), 40);
    var plan = study.configuration().plan();
    assertThat(Chains.outcomes(spark, study.posterior(), plan))
        .isEqualTo(Chains.outcomes(LOCAL, study.posterior(), plan))
        .hasSize(150);
  }

  /** A task as an executor with GPUs has it; Spark on one machine alone has none to give. */
  @Test
  void chainsOfATaskThatHasAGpuRunThere() {
    var study = SyntheticRun.study(ChainPlan.of(5, 10, 1, 5), 40);
    var plan = study.configuration().plan();
    var second = new ResourceInformation(ChainTask.GPU, new String[] {"1"});
    var assignment =
        new JavaSparkContext(context)
            .broadcast(new Assignment(ChainRecipe.of(study.posterior(), plan)));
    var there = assignment.value(); // a pretended task cannot read it
    TaskContext$.MODULE$.setTaskContext(withResources(Map.of(ChainTask.GPU, second)));
    try {
      var chains = CollectionConverters.asScala(IntStream.range(0, 5).boxed().iterator());
      var outcomes = new TreeMap<Integer, ChainOutcome>();
      for (var outcome : ChainTask.outcomes(new ChainTask(assignment).apply(chains))) {
        outcomes.put(outcome.chain(), Chains.timeless(outcome));
      }
      assertThat(outcomes)
          .isEqualTo(Chains.outcomes(LOCAL, there.recipe.posterior(), there.recipe.plan()));
      assertThat(PretendedGpu.DEVICES).containsExactly("1");
    } finally {
      TaskContext$.MODULE$.unset();
    }
  }

  private static TaskContext withResources(Map<String, ResourceInformation> resources) {
    return new TaskContextImpl(
        0,
        0,
        0,
        0,
        0,
        1,
        null,
        new Properties(),
        null,
        null,
        1,
        scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(resources)));
  }

  @Test
  void aStartNamedInThePlanIsFoundThere() {
    var study = SyntheticRun.study(ChainPlan.of(4, 10, 1, 5).withStart("ensemble"), 40);
    var plan = study.configuration().plan();
    assertThat(Chains.outcomes(spark, study.posterior(), plan))
        .isEqualTo(Chains.outcomes(LOCAL, study.posterior(), plan))
        .hasSize(4);
  }

  @Test
  void aMonitorSeesTheSameWork() {
    record Sums(LongAdder transitions, LongAdder steps, LongAdder divergences)
        implements SamplerMonitor {
      Sums() {
        this(new LongAdder(), new LongAdder(), new LongAdder());
      }

      @Override
      public void transition(boolean warmup, int n, boolean diverged) {
        transitions.increment();
        steps.add(n);
        divergences.add(diverged ? 1 : 0);
      }
    }
    var study = SyntheticRun.study(10, 3, 40);
    var here = new Sums();
    var there = new Sums();
    Chains.outcomes(LOCAL, study.posterior(), study.configuration().plan(), here, outcome -> {});
    Chains.outcomes(spark, study.posterior(), study.configuration().plan(), there, outcome -> {});
    assertThat(there).hasToString(here.toString());
  }

  @Test
  void aStoppingRuleEndsARunOfAnySizeAtTheSameChain() {
    var study = SyntheticRun.study(1_000_000, 2, 40);
    try (var here = RunStore.create(folder.resolve("here"), study, "");
        var there = RunStore.create(folder.resolve("there"), study, "")) {
      MissingChains.sample(here, LOCAL, SamplerMonitor.NONE, outcome -> outcome.chain() == 100);
      MissingChains.sample(there, spark, SamplerMonitor.NONE, outcome -> outcome.chain() == 100);
      assertThat(there.complete()).isTrue();
      assertThat(there.draws()).isEqualTo(here.draws());
      assertThat(there.draws().count()).isEqualTo(202);
    }
  }

  @Test
  void aMonitorStopsChainsThatWouldTakeForEver() {
    var study = SyntheticRun.study(ChainPlan.of(4, 1_000_000_000, 1, 1), 40);
    long began = System.nanoTime();
    var stopSoon =
        new SamplerMonitor() {
          @Override
          public boolean stopped() {
            return System.nanoTime() - began > 500_000_000L;
          }
        };
    var plan = study.configuration().plan();
    assertThat(Chains.outcomes(spark, study.posterior(), plan, stopSoon, outcome -> {})).isEmpty();
    // Their cores are free again.
    var next = SyntheticRun.study(4, 1, 40);
    assertThat(Chains.outcomes(spark, next.posterior(), next.configuration().plan())).hasSize(4);
  }

  /** Throws where log sigma is about a half, which some chains meet, whoever runs them. */
  record FailingLikelihood(boolean fatal) implements Likelihood {
    private static final Likelihood NORMAL = new NormalLikelihood();

    @Override
    public String name() {
      return "failing";
    }

    @Override
    public TargetType targetType() {
      return TargetType.NUMBER;
    }

    @Override
    public int outputs(Targets targets) {
      return 1;
    }

    @Override
    public List<Nuisance> nuisance() {
      return NORMAL.nuisance();
    }

    @Override
    public double[] logLikelihood(double[][] outputs, double[] nuisance, Targets targets) {
      return NORMAL.logLikelihood(outputs, nuisance, targets);
    }

    @Override
    public Predictive predictive(OutputValues values) {
      return NORMAL.predictive(values);
    }

    @Override
    public List<String> functionNames(int outputs) {
      return NORMAL.functionNames(outputs);
    }

    @Override
    public LogDensity over(BatchGradient batch, int parameters, Targets targets) {
      LogDensity density = NORMAL.over(batch, parameters, targets);
      return new LogDensity() {
        @Override
        public int dimension() {
          return density.dimension();
        }

        @Override
        public double valueAndGradient(double[] q, double[] gradient) {
          double logSigma = q[parameters];
          if (logSigma > 0.5 && logSigma < 0.51) {
            if (fatal) {
              throw new AssertionError("log sigma is " + logSigma);
            }
            throw new IllegalStateException("log sigma is " + logSigma);
          }
          return density.valueAndGradient(q, gradient);
        }
      };
    }
  }

  private static Posterior failing(boolean fatal) {
    Posterior p = SyntheticRun.study(1, 1, 40).posterior();
    return new Posterior(
        p.network(), p.prior(), new FailingLikelihood(fatal), p.precision(), p.data());
  }

  @Test
  void aChainThatThrowsHasFailedAndTheOthersGoOn() {
    var plan = ChainPlan.of(40, 60, 1, 3);
    var outcomes = Chains.outcomes(spark, failing(false), plan);
    assertThat(outcomes).isEqualTo(Chains.outcomes(LOCAL, failing(false), plan)).hasSize(40);
    assertThat(outcomes.values())
        .hasAtLeastOneElementOfType(ChainOutcome.Finished.class)
        .hasAtLeastOneElementOfType(ChainOutcome.Failed.class);
  }

  @Test
  void anErrorOfTheMachineEndsTheRunAndSaysWhatItWas() {
    assertThatThrownBy(() -> Chains.outcomes(spark, failing(true), ChainPlan.of(40, 60, 1, 3)))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("Spark gave up the run")
        .hasMessageContaining("sigma is");
  }

  @Test
  void shortChainsShareATask() {
    var tasks = new AtomicInteger();
    var counter =
        new SparkListener() {
          @Override
          public void onTaskEnd(SparkListenerTaskEnd end) {
            tasks.incrementAndGet();
          }
        };
    context.addSparkListener(counter);
    var study = SyntheticRun.study(ChainPlan.of(2000, 5, 1, 1), 40);
    assertThat(Chains.outcomes(spark, study.posterior(), study.configuration().plan()))
        .hasSize(2000);
    context.removeSparkListener(counter);
    assertThat(tasks.get()).isPositive().isLessThan(1000);
  }

  @Test
  void itIsFoundByItsName() {
    assertThat(Engine.named("spark", Map.of())).isInstanceOf(SparkEngine.class);
  }

  @Test
  void theJvmOptionsAreThoseOfSpark() throws Exception {
    List<String> ours = Files.readAllLines(Path.of("jvm.options"));
    assertThat(ours)
        .containsAll(
            Arrays.stream(JavaModuleOptions.defaultModuleOptionArray())
                // The first hides misspelt options; the second's package is gone since Java 24.
                .filter(option -> !option.equals("-XX:+IgnoreUnrecognizedVMOptions"))
                .filter(option -> !option.contains("sun.security.action"))
                .toList());
  }
}
