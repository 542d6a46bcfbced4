package dev.coset.comparison;

import dev.coset.ensembles.DeepEnsemble;
import dev.coset.model.Study;
import dev.coset.optimisation.MapTraining;
import dev.coset.parallel.StoppedException;

/**
 * A deep ensemble.
 *
 * @param training of each member, from its own start
 */
public record Ensemble(String name, MapTraining training, int members) implements Method {

  @Override
  public Fitted fit(Study study, Workbench at) {
    MethodMonitor monitor = at.monitor();
    long began = System.nanoTime();
    monitor.begins(name, members);
    var ensemble =
        DeepEnsemble.train(
            study.posterior(),
            training,
            members,
            study.configuration().plan().seed(),
            at.threads(),
            member -> {
              monitor.trained();
              if (monitor.stopped()) {
                throw new StoppedException();
              }
            });
    return new Fitted(ensemble::predictive, Fitted.secondsSince(began), ensemble.gradients());
  }
}
