package dev.coset.experiments;

import static dev.coset.experiments.PrintedMethod.printed;

import dev.coset.comparison.Method;
import dev.coset.experiments.LppdTable.Column;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Table 3: the chains of Table 1 beside Laplace approximations. */
final class Table3 implements Experiment {
  private static final Column LAPLACE =
      new Column(
          "laplace-paper",
          "Laplace, paper's protocol",
          new PrintedMethod(
              1,
              Paper.DRAWS,
              Set.of("laplace-paper"),
              Map.of(
                  PaperNetwork.F1,
                  printed(
                      -0.57, 0.10, 0.53, 0.07, -27.39, 3.65, -1.78, 0.13, -14.49, 1.02, -1.46, 0.09,
                      -31.74, 1.88, -2.39, 0.16, -5.60, 1.51),
                  PaperNetwork.F2,
                  printed(
                      -2.42, 0.01, -1.81, 0.01, -2.33, 0.00, -3.57, 0.18, -4.36, 0.47, -2.61, 0.00,
                      -1.39, 0.06, -2.80, 0.00, -2.69, 0.00))));
  private static final Column CONVERGED = Column.of("laplace", "Laplace, converged");
  private static final Column LINEARISED = Column.of("laplace-linearised", "Laplace, linearised");
  private static final String NOTES =
      """
      The printed Laplace values with one feature and one hidden layer come near those of draws over the last layer, or from a
      diagonal normal; the others are not explained: see docs/lab/results.md, "Ensembles and Laplace".
      """;

  @Override
  public String name() {
    return "table3";
  }

  @Override
  public String title() {
    return "Table 3: many chains, one chain, Laplace approximations";
  }

  @Override
  public void run(Laboratory laboratory) {
    var table =
        new LppdTable(
            this,
            List.of(Table1.MANY_CHAINS, Table1.ONE_CHAIN, LAPLACE, CONVERGED, LINEARISED),
            NOTES);
    Scope scope = laboratory.scope();
    table.write(laboratory);
    for (PaperNetwork network : scope.networks()) {
      for (PaperData data : scope.dataOr(List.of(PaperData.values()))) {
        Table1.chains(laboratory, data, network);
        for (long seed = 0; seed < scope.seeds(); seed++) {
          laplace(laboratory, data, network, seed);
        }
        table.write(laboratory);
      }
    }
  }

  private static void laplace(
      Laboratory laboratory, PaperData data, PaperNetwork network, long seed) {
    var plan = laboratory.plan(1, 1, seed);
    int draws = laboratory.scope().draws().orElse(Paper.DRAWS);
    laboratory.measure(
        data,
        network,
        LAPLACE.method(),
        PaperProtocol.laplace(network, draws),
        plan,
        1,
        draws,
        network.epochs());
    laboratory.measure(data, network, CONVERGED.method(), Method.laplace(draws), plan, 1, draws, 0);
    laboratory.measure(
        data, network, LINEARISED.method(), Method.linearisedLaplace(), plan, 1, 1, 0);
  }
}
