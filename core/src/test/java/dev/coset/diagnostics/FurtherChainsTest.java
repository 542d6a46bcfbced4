package dev.coset.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.Engine;
import dev.coset.data.Sinusoid;
import dev.coset.data.Split;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.store.MissingChains;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FurtherChainsTest {
  @Test
  void twiceTheChainsGainHalfOfWhatIsMissing(@TempDir Path folder) {
    Study study =
        Study.of(
            Sinusoid.dataset(40, 0),
            Split.shuffled(40, 0, 0),
            Configuration.of(new int[] {}, ChainPlan.of(6, 100, 4, 1)));
    try (var run = RunStore.create(folder.resolve("run"), study, "test")) {
      assertThat(FurtherChains.of(Mixture.of(run))).isEmpty();
      MissingChains.sample(run, Engine.local(2), SamplerMonitor.NONE);
      var convergence = new ChainConvergence(study.posterior());
      run.outcomes().forEach(convergence::isEnough); // of chains of four draws sees all
      double missing = convergence.state().orElseThrow().halfToAllKl();
      assertThat(FurtherChains.of(Mixture.of(run)).orElseThrow().nats())
          .isCloseTo(missing / 2, within(1e-12));
    }
  }

  @Test
  void whatDoesNotShowIsSaidToBeNothing() {
    assertThat(new FurtherChains(0.0004).sentence()).contains("less than 0.001 nats");
    assertThat(new FurtherChains(0.0123).sentence()).contains("by at most about 0.012 nats");
  }
}
