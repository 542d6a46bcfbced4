package dev.coset.comparison;

import dev.coset.chains.Engine;
import dev.coset.chains.JobQueue;
import dev.coset.fit.Fit;
import dev.coset.fit.FitListener;
import dev.coset.fit.FitPhase;
import dev.coset.model.Study;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The models that a fit chooses, which predict together.
 *
 * @param fit whose settings count; its table is not read again
 */
public record ChosenModels(String name, Fit fit) implements Method {

  @Override
  public Fitted fit(Study study, Workbench at) {
    return at.inFolder(
        name,
        folder -> {
          try (var fitted =
              fit.listener(new Phases(at.monitor()))
                  .engine(new Watched(at.engine(), at.monitor()))
                  .threads(at.threads())
                  .run(study, name, folder)) {
            Mixture run = fitted.run();
            long gradients =
                run.parts().stream().map(Mixture.Part::run).mapToLong(RunStore::gradients).sum();
            return new Fitted(x -> run.predictive(x, at.threads()), fitted.seconds(), gradients);
          }
        });
  }

  /** Tells a monitor of phases. */
  private final class Phases implements FitListener {
    private final MethodMonitor monitor;

    Phases(MethodMonitor monitor) {
      this.monitor = monitor;
    }

    @Override
    public void begins(FitPhase phase) {
      String what = phase.kind() == FitPhase.Kind.CHOOSING ? ", choosing" : "";
      monitor.begins(name + what, phase.transitions());
    }
  }

  /** An engine whose jobs one more monitor watches and stops. */
  private record Watched(Engine engine, SamplerMonitor also) implements Engine {
    @Override
    public String name() {
      return engine.name();
    }

    @Override
    public Engine with(Map<String, String> options) {
      return new Watched(engine.with(options), also);
    }

    @Override
    public OptionalInt atOnce() {
      return engine.atOnce();
    }

    @Override
    public void run(JobQueue queue, SamplerMonitor monitor) {
      engine.run(queue, monitor.and(also));
    }
  }
}
