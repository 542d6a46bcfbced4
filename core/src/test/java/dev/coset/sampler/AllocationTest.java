package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.coset.data.Points;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.posterior.NormalLikelihood;
import dev.coset.posterior.Posterior;
import dev.coset.posterior.Prior;
import dev.coset.sampler.Mclmc.Mass;
import java.lang.management.ManagementFactory;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Once compiled, a step of the whole sampler allocates nothing. */
class AllocationTest {

  @ParameterizedTest
  @ValueSource(strings = {"3", "16,16,16"})
  void aLeapfrogStepAllocatesNothing(String widths) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(1L);
    var hamiltonian = new Hamiltonian(posterior(widths).density());
    var trajectory = new Trajectory(hamiltonian, 6);
    var z = new PhasePoint(hamiltonian.dimension());
    hamiltonian.evaluate(z);
    assertAllocatesNothing(
        () -> {
          hamiltonian.drawMomentum(z, random);
          trajectory.transition(z, 0.002, random);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"3", "16,16,16"})
  void aMicrocanonicalStepAllocatesNothing(String widths) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(1L);
    var posterior = posterior(widths);
    var motion = new Microcanonical(posterior.density(), new double[posterior.dimension()]);
    motion.redirect(random);
    var warmup = new MclmcWarmup(2_000_000, posterior.dimension(), 5e-3, Mass.DIAGONAL);
    assertAllocatesNothing(
        () -> {
          motion.refresh(0.002, 1, random);
          warmup.learn(motion.step(0.002), motion);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"3", "16,16,16"})
  void aPassOverBatchesAllocatesNothing(String widths) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(1L);
    var posterior = posterior(widths);
    var force = new ControlVariates(new RowBatches(posterior, 40));
    var passes = new BatchPasses(force, new double[posterior.dimension()], random);
    passes.begin(new Thermostat(0.01, 1, posterior.dimension()));
    assertAllocatesNothing(
        () -> {
          passes.pass();
          passes.centre();
        });
  }

  private static Posterior posterior(String widths) {
    String[] parts = widths.split(",");
    int[] hidden = new int[parts.length];
    for (int l = 0; l < hidden.length; l++) {
      hidden[l] = Integer.parseInt(parts[l]);
    }
    double[][] x = new double[1][100];
    double[] y = new double[100];
    for (int i = 0; i < 100; i++) {
      x[0][i] = i / 25.0 - 2;
      y[i] = Math.sin(2 * x[0][i]);
    }
    return new Posterior(
        Network.of(1, hidden, 1, Activation.TANH),
        Prior.STANDARD_NORMAL,
        new NormalLikelihood(),
        Precision.SINGLE,
        new Points(x, y));
  }

  private static void assertAllocatesNothing(Runnable step) {
    var thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    // Before it is compiled, code allocates; how long that takes depends on the machine.
    long end = System.nanoTime() + 60_000_000_000L;
    while (least > 64 && System.nanoTime() < end) {
      long before = thread.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 50; i++) {
        step.run();
      }
      least = Math.min(least, thread.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least).as("bytes in 50 transitions").isLessThanOrEqualTo(64);
  }
}
