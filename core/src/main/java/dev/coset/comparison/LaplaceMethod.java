package dev.coset.comparison;

import dev.coset.distribution.Predictive;
import dev.coset.laplace.Laplace;
import dev.coset.laplace.LaplaceSettings;
import dev.coset.model.Study;
import dev.coset.optimisation.MapTraining;
import java.util.function.Function;

/**
 * A Laplace approximation around one trained network.
 *
 * @param draws how many the predictive is made of, or {@link #LINEARISED}
 */
public record LaplaceMethod(String name, MapTraining training, LaplaceSettings settings, int draws)
    implements Method {
  /** No draws: the closed form of the network made linear. */
  public static final int LINEARISED = 0;

  @Override
  public Fitted fit(Study study, Workbench at) {
    long seed = study.configuration().plan().seed();
    long began = System.nanoTime();
    at.monitor().begins(name, 1);
    var estimate = training.train(study.posterior(), seed, 0);
    at.monitor().trained();
    Laplace laplace = Laplace.of(study.posterior(), estimate, settings.withThreads(at.threads()));
    Function<double[][], Predictive> predictiveAt =
        draws == LINEARISED ? laplace::linearised : x -> laplace.sampled(x, draws, seed);
    return new Fitted(predictiveAt, Fitted.secondsSince(began), estimate.gradients());
  }
}
