package dev.coset.modes;

import dev.coset.data.Points;
import dev.coset.model.Study;
import dev.coset.posterior.Draws;
import dev.coset.posterior.OutputValues;
import dev.coset.posterior.Posterior;
import dev.coset.store.RunStore;
import dev.coset.symmetry.SymmetryFree;
import dev.coset.symmetry.SymmetryRemoval;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * The posterior modulo symmetry, read from a run's draws.
 *
 * @param symmetryFree the draws in one representative set
 * @param clustering of these draws, by their parameters
 * @param functions of the same draws, by their values at training inputs; modes that fall together
 *     here are copies of one function
 * @param overlap of the modes' functions: about 1 for copies, 0 for different functions
 * @param modes the largest first
 */
public record Findings(
    SymmetryFree symmetryFree,
    Clustering clustering,
    Clustering functions,
    double[][] overlap,
    List<Mode> modes) {
  /** Training inputs at which functions are compared. */
  private static final int INPUTS = 256;

  public Findings {
    modes = List.copyOf(modes);
  }

  /**
   * Removes the symmetries of a run's draws and finds their modes.
   *
   * @param clusters how many modes there are; by eigengap where not given
   */
  public static Findings of(
      RunStore run, SymmetryRemoval removal, OptionalInt clusters, int threads) {
    return of(run.study(), run.draws(), removal, clusters, threads);
  }

  /** The same for draws of a study that may not be kept in a run. */
  public static Findings of(
      Study study, Draws sampled, SymmetryRemoval removal, OptionalInt clusters, int threads) {
    Points train = study.posterior().data();
    return of(study, sampled, train, study.test(), removal, clusters, threads);
  }

  /**
   * The same of some draws, scored on some of the points.
   *
   * @param train training points
   * @param test test points; there may be none
   */
  public static Findings of(
      Study study,
      Draws sampled,
      Points train,
      Points test,
      SymmetryRemoval removal,
      OptionalInt clusters,
      int threads) {
    Posterior posterior = study.posterior();
    SymmetryFree free = removal.apply(posterior.network(), sampled, threads);
    Draws draws = free.draws();
    Clustering clustering = byParameters(posterior, draws, clusters, threads);
    double[][] inputs = train.evenly(INPUTS).x();
    double[][] f = functions(posterior, draws, inputs, threads);
    double[][] training = posterior.logLikelihood(draws, train, threads);
    double[][] testing =
        test.count() == 0
            ? new double[draws.count()][0]
            : posterior.logLikelihood(draws, test, threads);
    for (double[] draw : testing) {
      for (int i = 0; i < draw.length; i++) {
        draw[i] += study.scaling().target().logStretch(test.y().at(i));
      }
    }
    return new Findings(
        free,
        clustering,
        SpectralClustering.SCALED.cluster(transposed(f), threads),
        FunctionOverlap.of(f, clustering, threads),
        Mode.describe(
            draws,
            clustering,
            training,
            train.y().weights(),
            testing,
            test.y().weights(),
            threads));
  }

  /** One row for each draw: chain, mode from 1 on, then its parameters by name. */
  public String csv() {
    Draws draws = symmetryFree.draws();
    var text = new StringBuilder("chain,mode,");
    text.append(String.join(",", symmetryFree.names())).append(",log_sigma\n");
    for (int g = 0; g < draws.count(); g++) {
      text.append(draws.chain()[g]).append(',').append(clustering.label()[g] + 1);
      for (int j = 0; j < draws.dimension(); j++) {
        text.append(',').append(draws.value(g, j));
      }
      text.append('\n');
    }
    return text.toString();
  }

  /** The clusters of symmetry-free draws by their parameters, in the wanted number. */
  public static Clustering byParameters(
      Posterior posterior, Draws draws, OptionalInt clusters, int threads) {
    SpectralClustering spectral = SpectralClustering.SCALED;
    if (clusters.isPresent()) {
      spectral = spectral.withClusters(clusters.getAsInt());
    }
    return spectral.cluster(parameters(draws, posterior.network().parameters()), threads);
  }

  /**
   * Each draw's functions at the inputs, one function after another, (draw, function and input).
   */
  private static double[][] functions(Posterior posterior, Draws draws, double[][] x, int threads) {
    double[][][] outputs = OutputValues.of(posterior, draws, x, threads).outputs();
    return Arrays.stream(outputs)
        .map(
            of -> {
              posterior.likelihood().toFunctions(of);
              return Arrays.stream(of).flatMapToDouble(Arrays::stream).toArray();
            })
        .toArray(double[][]::new);
  }

  /** (parameter, draw). */
  private static double[][] parameters(Draws draws, int parameters) {
    double[][] theta = new double[parameters][draws.count()];
    for (int j = 0; j < parameters; j++) {
      for (int g = 0; g < draws.count(); g++) {
        theta[j][g] = draws.value(g, j);
      }
    }
    return theta;
  }

  private static double[][] transposed(double[][] rows) {
    double[][] columns = new double[rows[0].length][rows.length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < columns.length; j++) {
        columns[j][i] = rows[i][j];
      }
    }
    return columns;
  }
}
