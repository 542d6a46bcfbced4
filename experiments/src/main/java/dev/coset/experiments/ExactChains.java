package dev.coset.experiments;

import dev.coset.comparison.Method;
import dev.coset.experiments.LppdTable.Column;
import java.util.List;

/**
 * Table 1's chains with as many as the exact coupon collector needs, and as many draws in all: what
 * does the tighter bound cost or save?
 */
final class ExactChains implements Experiment {
  /** Find three modes of half-normal weights with probability 0.99; see ChainBudget. */
  private static final int CHAINS = 54;

  private static final Column FEW = Column.of("chains-exact", "54 chains");
  private static final Column FEW_DRAWS = Column.of("chains-exact-1", "54 chains, one draw each");

  @Override
  public String name() {
    return "exact-chains";
  }

  @Override
  public String title() {
    return "Beyond: 54 chains instead of 1274, with as many draws";
  }

  @Override
  public void run(Laboratory laboratory) {
    Scope scope = laboratory.scope();
    int chains = scope.chains().orElse(CHAINS);
    int draws = Math.ceilDiv(scope.draws().orElse(Paper.DRAWS), chains);
    var table =
        new LppdTable(
            this,
            List.of(Table1.MANY_CHAINS, FEW, FEW_DRAWS),
            """
            The rows "many chains" are those of Table 1, where they have been run. A chain's later draws cost one transition each, its
            warm-up 1024: 54 chains with 24 draws are 56,592 transitions against 1,305,850.
            """);
    table.write(laboratory);
    for (PaperNetwork network : scope.networks()) {
      for (PaperData data : scope.dataOr(List.of(PaperData.values()))) {
        for (long seed = 0; seed < scope.seeds(); seed++) {
          measure(laboratory, data, network, FEW, chains, draws, seed);
          measure(laboratory, data, network, FEW_DRAWS, chains, 1, seed);
        }
        table.write(laboratory);
      }
    }
  }

  private static void measure(
      Laboratory laboratory,
      PaperData data,
      PaperNetwork network,
      Column column,
      int chains,
      int draws,
      long seed) {
    var plan = laboratory.plan(chains, draws, seed);
    laboratory.measure(
        data,
        network,
        column.method(),
        Method.manyChains(),
        plan,
        chains,
        draws,
        plan.sampler().warmup());
  }
}
