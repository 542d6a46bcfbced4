package dev.coset.modes;

import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import dev.coset.predictive.FunctionValues;
import dev.coset.store.RunStore;
import dev.coset.store.Study;
import dev.coset.symmetry.SymmetryFree;
import dev.coset.symmetry.SymmetryRemoval;
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
    Posterior posterior = study.posterior();
    SymmetryFree free = removal.apply(posterior.network(), sampled);
    Draws draws = free.draws();
    SpectralClustering spectral = SpectralClustering.SCALED;
    if (clusters.isPresent()) {
      spectral = spectral.withClusters(clusters.getAsInt());
    }
    Clustering clustering = spectral.cluster(parameters(draws, posterior.network().parameters()));
    double[][] inputs = posterior.data().evenly(INPUTS).x();
    double[][] f = values(posterior, draws, inputs, threads).f();
    double[][] training =
        values(posterior, draws, posterior.data().x(), threads).logLikelihood(posterior.data().y());
    var test = study.test();
    double[][] testing =
        test.count() == 0
            ? new double[draws.count()][0]
            : values(posterior, draws, test.x(), threads).logLikelihood(test.y());
    return new Findings(
        free,
        clustering,
        SpectralClustering.SCALED.cluster(transposed(f)),
        FunctionOverlap.of(f, clustering),
        Mode.describe(draws, clustering, training, testing));
  }

  private static FunctionValues values(
      Posterior posterior, Draws draws, double[][] x, int threads) {
    return FunctionValues.of(posterior.network(), posterior.precision(), draws, x, threads);
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
