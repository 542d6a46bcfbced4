package dev.coset.cuda;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainStart;
import dev.coset.posterior.Posterior;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/** Every entry is the number of the start; number 2 has none. */
public final class NumberedStart implements ChainStart {
  static final String NAME = "numbered";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Point of(Posterior posterior, ChainPlan plan, int index, BooleanSupplier stopped) {
    if (index == 2) {
      throw new IllegalStateException("There is no start number 2.");
    }
    double[] q = new double[posterior.dimension()];
    Arrays.fill(q, index);
    return new Point(q, 10 + index);
  }
}
