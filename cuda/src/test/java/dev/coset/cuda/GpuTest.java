package dev.coset.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coset.chains.ChainPlan;
import dev.coset.data.InputException;
import dev.coset.network.Activation;
import dev.coset.network.Precision;
import dev.coset.sampler.Mclmc;
import dev.coset.sampler.Nuts;
import dev.coset.sampler.Sampler;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Equal bytes on a real GPU, where there is one; {@code cuda/check} does far more. */
class GpuTest {
  private static boolean hasGpu() {
    try {
      CudaDevice.require(0);
      return true;
    } catch (InputException none) {
      return false;
    }
  }

  @Test
  void givesTheBytesOfTheLocalEngine() {
    assumeTrue(hasGpu(), "Chains on a GPU: there is none here that CUDA can use.");
    var posterior = Models.of(300, 2, "16-16", Activation.TANH, "normal", 0, Precision.SINGLE);
    for (Sampler sampler :
        List.<Sampler>of(new Nuts.Settings(40, 2, 0.8, 6), Mclmc.Settings.of(100, 2, 5))) {
      var plan = new ChainPlan(40, 5, sampler);
      try (var device = CudaDevice.open(0)) {
        assertThat(EqualBytesTest.onDevice(device, posterior, plan))
            .isEqualTo(EqualBytesTest.local(posterior, plan));
      }
    }
  }
}
