package dev.coset.experiments;

import dev.coset.chains.ChainPlan;
import dev.coset.comparison.Method;
import dev.coset.experiments.LppdTable.Column;
import java.util.List;

/**
 * Table 1's chains, in the number that the exact coupon collector needs, with the same number of
 * draws in all: what does the tighter bound cost or save?
 */
final class ExactChains implements Experiment {
  /** Find three modes of half-normal weights with probability 0.99; see ChainBudget. */
  private static final int CHAINS = 54;

  static final String FEW_CHAINS = "chains-exact";
  static final String ONE_DRAW = "chains-exact-1";

  private static final Column FEW =
      new Column(FEW_CHAINS, "few chains", Table1.MANY_CHAINS.printed());

  private static final Column FEW_DRAWS = Column.of(ONE_DRAW, "few chains, one draw each");

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
            The rows "many chains" are those of Table 1, where they have been run; few chains are compared with the paper's value for its
            1274. A chain's later draws cost one transition each, its warm-up 1024: 54 chains with 24 draws are 56,592
            transitions against 1,305,850.
            """);
    table.write(laboratory);
    for (PaperNetwork network : scope.networks()) {
      for (PaperData data : scope.dataOr(List.of(PaperData.values()))) {
        for (long seed = 0; seed < scope.seeds(); seed++) {
          var plan = laboratory.plan(chains, draws, seed);
          measure(laboratory, data, network, FEW, plan);
          laboratory.shorten(data, network, plan, 1);
          measure(laboratory, data, network, FEW_DRAWS, laboratory.plan(chains, 1, seed));
        }
        table.write(laboratory);
      }
    }
  }

  private static void measure(
      Laboratory laboratory, PaperData data, PaperNetwork network, Column column, ChainPlan plan) {
    var sampler = plan.sampler();
    laboratory.measure(
        data,
        network,
        column.method(),
        Method.manyChains(),
        plan,
        plan.chains(),
        sampler.draws(),
        sampler.warmup());
  }
}
