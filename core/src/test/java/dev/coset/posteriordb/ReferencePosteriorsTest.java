package dev.coset.posteriordb;

import dev.coset.sampler.Mclmc;
import dev.coset.sampler.Mclmc.Mass;
import dev.coset.sampler.Nuts;
import dev.coset.sampler.Sampler;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Draws agree with those that others took from the same posteriors: means, sds and mean squares of
 * all parameters lie within Monte Carlo error of the reference's. NUTS has the default warm-up;
 * MCLMC learns masses, and its energy variance is so small that the bias is below that error.
 */
class ReferencePosteriorsTest {
  private static final Set<StanModel> FEW =
      EnumSet.of(StanModel.EIGHT_SCHOOLS, StanModel.GP_REGRESSION, StanModel.MESQUITE);

  private static final Sampler NUTS = Nuts.Settings.of(1024, 2000);

  /** Regressions on uncentred features, whose coefficients are nearly collinear. */
  private static final Set<StanModel> COLLINEAR =
      EnumSet.of(StanModel.EARNINGS, StanModel.KIDSCORE, StanModel.KILPISJARVI);

  private static Sampler mclmc(StanModel model, int draws) {
    int longer = COLLINEAR.contains(model) ? 10 : 1;
    return new Mclmc.Settings(longer * 10_000, draws, longer * 5, 1e-4, Mass.DIAGONAL);
  }

  @Test
  void aFewAgree() {
    Agreement.assertAgree(FEW.stream().map(model -> Agreement.of(model, NUTS)).toList());
  }

  @Test
  void aFewAgreeByMclmc() {
    Agreement.assertAgree(
        FEW.stream().map(model -> Agreement.of(model, mclmc(model, 1600))).toList());
  }

  /** Also writes the table of {@code docs/lab/results.md}, as the next does. */
  @Test
  @Tag("full")
  void allAgree() throws IOException {
    List<Agreement> all =
        Arrays.stream(StanModel.values()).map(model -> Agreement.of(model, NUTS)).toList();
    Agreement.write("posteriordb.csv", all);
    Agreement.assertAgree(all);
  }

  @Test
  @Tag("full")
  void allAgreeByMclmc() throws IOException {
    List<Agreement> all =
        Arrays.stream(StanModel.values())
            .map(model -> Agreement.of(model, mclmc(model, 4000)))
            .toList();
    Agreement.write("posteriordb-mclmc.csv", all);
    Agreement.assertAgree(all);
  }
}
