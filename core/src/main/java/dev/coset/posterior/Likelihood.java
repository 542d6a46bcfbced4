package dev.coset.posterior;

import dev.coset.data.InputException;
import dev.coset.data.TargetKind;
import dev.coset.data.TargetType;
import dev.coset.data.Targets;
import dev.coset.distribution.Predictive;
import dev.coset.network.BatchGradient;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * How targets arise from the network's outputs, {@code p(y | outputs, nuisance)}, and everything
 * that depends on it. A run names its likelihood, and {@link ServiceLoader} finds it, so that
 * adding one is one class. What leads to draws uses {@code vectormath}'s arithmetic alone, in fixed
 * order.
 */
public interface Likelihood {
  String NORMAL = "normal";
  String HETEROSCEDASTIC = "heteroscedastic";
  String STUDENT = "student";
  String CATEGORICAL = "categorical";

  String name();

  /** What targets it is for: what a file's target is read as, and never {@code AUTO}. */
  TargetType targetType();

  /** Refuses targets of another kind. */
  default void requireFits(Targets targets) {
    TargetType of = targets.kind().type();
    if (targetType() != of) {
      throw new InputException(
          "The likelihood %s is for %s, but the targets are %s."
              .formatted(name(), targetType().plural(), of.plural()));
    }
  }

  /** How many outputs the network needs for such targets. */
  int outputs(Targets targets);

  /** Its own parameters, sampled after theta. */
  default List<Nuisance> nuisance() {
    return List.of();
  }

  /**
   * For one thread: {@code sum_i w_i log p(y_i | theta, nuisance) + log p(nuisance)} as a function
   * of {@code q = (theta, nuisance)}, the Jacobian of any transformation of the nuisance included.
   *
   * @param batch the network over the points, with their targets and weights; it may be restricted
   *     to some of them, of which {@link BatchGradient#total()} tells the number
   * @param parameters the length of theta
   * @param targets of all points
   */
  LogDensity over(BatchGradient batch, int parameters, Targets targets);

  /**
   * {@code log p(y_i | outputs, nuisance)} of every point, (point), without the weights.
   *
   * @param outputs (output, point)
   * @param nuisance values, not what was sampled
   */
  double[] logLikelihood(double[][] outputs, double[] nuisance, Targets targets);

  /**
   * What orders parameters as the weighted log likelihood of all points does, which may leave out a
   * constant.
   *
   * @param q a draw, whose end are the nuisance parameters as sampled
   */
  default double fit(double[][] outputs, double[] q, Targets targets) {
    List<Nuisance> names = nuisance();
    double[] values = new double[names.size()];
    for (int k = 0; k < values.length; k++) {
      values[k] = names.get(k).value(q[q.length - values.length + k]);
    }
    double[] each = logLikelihood(outputs, values, targets);
    double sum = 0;
    for (int i = 0; i < each.length; i++) {
      sum += targets.weight(i) * each[i];
    }
    return sum;
  }

  /** What draws predict at their points. */
  Predictive predictive(OutputValues values);

  /**
   * What the outputs are called once {@link #toFunctions} was applied, one name each, such as
   * {@code f}, or {@code p[2]} for the probability of a class.
   */
  List<String> functionNames(int outputs);

  /**
   * Overwrites outputs by what they mean: functions of x that can be averaged and compared between
   * draws, such as probabilities.
   *
   * @param outputs (output, point)
   */
  default void toFunctions(double[][] outputs) {}

  /** The inverse of {@link #toFunctions}: outputs, up to what does not matter to the predictive. */
  default void toOutputs(double[][] functions) {}

  /**
   * A root R of Fisher's information {@code R'R} of the outputs at one point, (row, output): what a
   * normal approximation of the posterior is made of.
   *
   * @param outputs at that point
   * @throws InputException where it has none
   */
  default double[][] informationRoot(double[] outputs, double[] nuisance) {
    throw new InputException(
        "The likelihood %s has no Laplace approximation, because its Fisher information is not known: leave out the methods that need one."
            .formatted(name()));
  }

  /**
   * The information about the nuisance parameters, as sampled, that so many points and their own
   * prior give; they are taken to be independent.
   *
   * @param nuisance values, not what was sampled
   */
  default double[] nuisanceInformation(double points, double[] nuisance) {
    return new double[nuisance.length];
  }

  /** {@code log p(nuisance)} as sampled, with the Jacobians of their transformations. */
  default double logPrior(double[] q) {
    return 0;
  }

  /** The name of the likelihood that targets of a kind have unless another is chosen. */
  static String usual(TargetKind kind) {
    return switch (kind) {
      case TargetKind.Number _ -> NORMAL;
      case TargetKind.Classes _ -> CATEGORICAL;
    };
  }

  /** The likelihood of that name. */
  static Likelihood named(String name) {
    var likelihoods = ServiceLoader.load(Likelihood.class);
    for (Likelihood likelihood : likelihoods) {
      if (likelihood.name().equals(name)) {
        return likelihood;
      }
    }
    String known =
        likelihoods.stream().map(l -> l.get().name()).sorted().collect(Collectors.joining(", "));
    throw new IllegalArgumentException(
        "There is no likelihood named '" + name + "'; choose one of: " + known + ".");
  }
}
