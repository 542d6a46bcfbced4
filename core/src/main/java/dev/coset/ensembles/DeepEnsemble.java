package dev.coset.ensembles;

import dev.coset.data.InputException;
import dev.coset.distribution.Predictive;
import dev.coset.network.Precision;
import dev.coset.optimisation.MapEstimate;
import dev.coset.optimisation.MapTraining;
import dev.coset.parallel.Parallel;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Networks trained from different starts, whose predictive is the mixture of their normals with
 * equal weights (Lakshminarayanan et al. 2017).
 *
 * @param posterior what they were trained on
 * @param members in order
 */
public record DeepEnsemble(Posterior posterior, List<MapEstimate> members) {

  public DeepEnsemble {
    members = List.copyOf(members);
    if (members.isEmpty()) {
      throw new InputException("An ensemble needs at least one member.");
    }
  }

  /** Trains members with standard settings on all processors. */
  public static DeepEnsemble train(Posterior posterior, int members, long seed) {
    return train(
        posterior,
        MapTraining.standard(),
        members,
        seed,
        Runtime.getRuntime().availableProcessors(),
        member -> {});
  }

  /**
   * Trains members, each from its own start.
   *
   * @param threads at most so many share the work; the members do not depend on it
   * @param trained told of every member as it is done, by one thread at a time
   */
  public static DeepEnsemble train(
      Posterior posterior,
      MapTraining training,
      int members,
      long seed,
      int threads,
      Consumer<? super MapEstimate> trained) {
    var estimates = new MapEstimate[Math.max(0, members)];
    Parallel.tasks(
        threads,
        members,
        () -> trained,
        (member, watcher) -> {
          estimates[member] = training.train(posterior, seed, member);
          synchronized (estimates) {
            watcher.accept(estimates[member]);
          }
        });
    return new DeepEnsemble(posterior, Arrays.asList(estimates));
  }

  /** The members as draws, one to a chain. */
  public Draws draws() {
    return MapEstimate.asDraws(members);
  }

  /**
   * The mixture of the members' normals.
   *
   * @param x (feature, point)
   */
  public Predictive predictive(double[][] x) {
    return posterior.with(Precision.DOUBLE).predictive(draws(), x, 1);
  }

  /** Evaluations of density and gradient of all members. */
  public long gradients() {
    return members.stream().mapToLong(MapEstimate::gradients).sum();
  }
}
