package dev.coset.posterior;

import dev.coset.data.TargetType;
import dev.coset.data.Targets;
import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.Predictive;
import dev.coset.distribution.PredictiveDistribution;
import dev.coset.network.BatchGradient;
import dev.coset.network.OutputKernel;
import java.util.List;
import java.util.stream.IntStream;

/**
 * {@code P(y = k) = exp(z_k) / sum_j exp(z_j)} for three or more classes, with an output for each;
 * of two, the second has {@code log odds = z}, one output.
 */
public record CategoricalLikelihood() implements Likelihood {
  @Override
  public String name() {
    return CATEGORICAL;
  }

  @Override
  public TargetType targetType() {
    return TargetType.CLASSES;
  }

  @Override
  public int outputs(Targets targets) {
    return targets.classes() == 2 ? 1 : targets.classes();
  }

  @Override
  public LogDensity over(BatchGradient batch, int parameters, Targets targets) {
    OutputKernel kernel = targets.classes() == 2 ? OutputKernel.LOGISTIC : OutputKernel.SOFTMAX;
    return new LogDensity() {
      @Override
      public int dimension() {
        return parameters;
      }

      @Override
      public double valueAndGradient(double[] q, double[] gradient) {
        return batch.valueAndGradient(q, kernel, gradient);
      }
    };
  }

  @Override
  public double[] logLikelihood(double[][] outputs, double[] nuisance, Targets targets) {
    double[] log = new double[targets.count()];
    for (int i = 0; i < log.length; i++) {
      log[i] = logProbabilities(outputs, i)[targets.classOf(i)];
    }
    return log;
  }

  /** At one point (class). */
  private static double[] logProbabilities(double[][] outputs, int point) {
    if (outputs.length == 1) {
      return ClassProbabilities.logSoftmax(0, outputs[0][point]);
    }
    double[] at = new double[outputs.length];
    for (int k = 0; k < at.length; k++) {
      at[k] = outputs[k][point];
    }
    return ClassProbabilities.logSoftmax(at);
  }

  @Override
  public Predictive predictive(OutputValues values) {
    return new Predictive() {
      @Override
      public int points() {
        return values.points();
      }

      @Override
      public PredictiveDistribution at(int point) {
        double[][] log = new double[values.draws()][];
        for (int g = 0; g < log.length; g++) {
          log[g] = logProbabilities(values.outputs()[g], point);
        }
        return ClassProbabilities.of(log, values.weights());
      }
    };
  }

  /** Of the softmax {@code diag(p) - p p' = sum_k p_k (e_k - p)(e_k - p)'}. */
  @Override
  public double[][] informationRoot(double[] outputs, double[] nuisance) {
    if (outputs.length == 1) {
      double[] log = ClassProbabilities.logSoftmax(0, outputs[0]);
      return new double[][] {{StrictMath.exp((log[0] + log[1]) / 2)}};
    }
    double[] log = ClassProbabilities.logSoftmax(outputs);
    double[][] root = new double[log.length][log.length];
    for (int k = 0; k < log.length; k++) {
      double scale = StrictMath.exp(log[k] / 2);
      for (int j = 0; j < log.length; j++) {
        root[k][j] = scale * ((j == k ? 1 : 0) - StrictMath.exp(log[j]));
      }
    }
    return root;
  }

  @Override
  public List<String> functionNames(int outputs) {
    return outputs == 1
        ? List.of("p[1]")
        : IntStream.range(0, outputs).mapToObj(k -> "p[" + k + "]").toList();
  }

  @Override
  public void toFunctions(double[][] outputs) {
    for (int i = 0; i < outputs[0].length; i++) {
      double[] log = logProbabilities(outputs, i);
      for (int k = 0; k < outputs.length; k++) {
        outputs[k][i] = StrictMath.exp(outputs.length == 1 ? log[1] : log[k]);
      }
    }
  }

  @Override
  public void toOutputs(double[][] functions) {
    for (int i = 0; i < functions[0].length; i++) {
      for (int k = 0; k < functions.length; k++) {
        double p = Math.max(functions[k][i], Double.MIN_NORMAL);
        functions[k][i] =
            functions.length == 1
                ? StrictMath.log(p) - StrictMath.log(Math.max(1 - p, Double.MIN_NORMAL))
                : StrictMath.log(p);
      }
    }
  }
}
