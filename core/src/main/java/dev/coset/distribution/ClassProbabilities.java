package dev.coset.distribution;

import dev.coset.vectormath.Elementary;
import java.util.List;

/**
 * The predictive distribution of a class: {@code P(k) = sum_g w_g p_g(k)}. The entropy of that
 * mixture is the whole uncertainty; its expectation over components would stay however much data
 * there were, and the rest is the mutual information of class and component (Depeweg et al. 2018).
 */
public final class ClassProbabilities implements PredictiveDistribution {
  private final double[][] logProbability; // (component, class)
  private final double[] weights; // (component)
  private final double[] probability; // (class), of the mixture

  private ClassProbabilities(double[][] logProbability, double[] weights) {
    this.logProbability = logProbability;
    this.weights = weights;
    this.probability = new double[logProbability[0].length];
    for (int g = 0; g < weights.length; g++) {
      for (int k = 0; k < probability.length; k++) {
        probability[k] += weights[g] * Elementary.exp(logProbability[g][k]);
      }
    }
  }

  /**
   * A mixture by the logarithms of its components' probabilities.
   *
   * @param logProbability (component, class); shared, not copied
   * @param weights of the components, which sum to 1; shared, not copied
   */
  public static ClassProbabilities of(double[][] logProbability, double[] weights) {
    if (logProbability.length == 0 || weights.length != logProbability.length) {
      throw new IllegalArgumentException(
          "%d components and %d weights make no mixture; give one weight to each component."
              .formatted(logProbability.length, weights.length));
    }
    double all = 0;
    for (double weight : weights) {
      all += weight >= 0 ? weight : Double.NaN;
    }
    if (!(Math.abs(all - 1) < 1e-9)) {
      throw new IllegalArgumentException(
          "The weights sum to %s, not 1, or one is negative; normalise them.".formatted(all));
    }
    for (double[] component : logProbability) {
      double sum = 0;
      for (double log : component) {
        sum += Elementary.exp(log);
      }
      if (!(Math.abs(sum - 1) < 1e-6)) {
        throw new IllegalArgumentException(
            "The probabilities of a component sum to %s, not 1.".formatted(sum));
      }
    }
    return new ClassProbabilities(logProbability, weights);
  }

  /** Mixtures taken together, each with a weight; the weights sum to one. */
  public static ClassProbabilities of(List<ClassProbabilities> parts, double[] weights) {
    int n = parts.stream().mapToInt(ClassProbabilities::size).sum();
    double[][] log = new double[n][];
    double[] weightOf = new double[n];
    int to = 0;
    for (int k = 0; k < weights.length; k++) {
      for (int g = 0; g < parts.get(k).size(); g++) {
        log[to] = parts.get(k).logProbability[g];
        weightOf[to++] = weights[k] * parts.get(k).weights[g];
      }
    }
    return new ClassProbabilities(log, weightOf);
  }

  /** Returns {@code log softmax} of outputs. */
  public static double[] logSoftmax(double... outputs) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double output : outputs) {
      largest = Math.max(largest, output);
    }
    double sum = 0;
    for (double output : outputs) {
      sum += Elementary.exp(output - largest);
    }
    double logSum = largest + Elementary.log(sum);
    double[] log = new double[outputs.length];
    for (int k = 0; k < log.length; k++) {
      log[k] = outputs[k] - logSum;
    }
    return log;
  }

  @Override
  public int size() {
    return weights.length;
  }

  public int classes() {
    return probability.length;
  }

  @Override
  public double weight(int component) {
    return weights[component];
  }

  /** {@code P(k)}. */
  public double probability(int k) {
    return probability[k];
  }

  public double[] probabilities() {
    return probability.clone();
  }

  /** The probability that one component gives to a class. */
  public double probabilityOf(int component, int k) {
    return Elementary.exp(logProbability[component][k]);
  }

  /** The most probable class; the first where there are several. */
  public int mostProbable() {
    int best = 0;
    for (int k = 1; k < probability.length; k++) {
      best = probability[k] > probability[best] ? k : best;
    }
    return best;
  }

  @Override
  public double logDensityOf(int component, double y) {
    return logProbability[component][classOf(y)];
  }

  @Override
  public double logDensity(double y) {
    int k = classOf(y);
    double largest = Double.NEGATIVE_INFINITY;
    for (double[] component : logProbability) {
      largest = Math.max(largest, component[k]);
    }
    double sum = 0;
    for (int g = 0; g < weights.length; g++) {
      sum += weights[g] * Elementary.exp(logProbability[g][k] - largest);
    }
    return largest + Elementary.log(sum);
  }

  private int classOf(double y) {
    int k = (int) y;
    if (k != y || k < 0 || k >= probability.length) {
      throw new IllegalArgumentException(
          "There is no class %s; they are numbered from 0 to %d."
              .formatted(y, probability.length - 1));
    }
    return k;
  }

  /** The entropy of the class, in nats: {@link #expectedEntropy} and {@link #mutualInformation}. */
  public double entropy() {
    double sum = 0;
    for (double p : probability) {
      sum -= p > 0 ? p * Elementary.log(p) : 0;
    }
    return sum;
  }

  /**
   * The part of {@link #entropy} that more data would not remove: the components' own, averaged.
   */
  public double expectedEntropy() {
    double sum = 0;
    for (int g = 0; g < weights.length; g++) {
      for (double log : logProbability[g]) {
        double p = Elementary.exp(log);
        sum -= p > 0 ? weights[g] * p * log : 0;
      }
    }
    return sum;
  }

  /** The part of {@link #entropy} that is model uncertainty (epistemic). */
  public double mutualInformation() {
    return Math.max(0, entropy() - expectedEntropy());
  }

  @Override
  public String toString() {
    return "mixture of %d over %d classes, most probably %d with %s"
        .formatted(size(), classes(), mostProbable(), probability[mostProbable()]);
  }
}
