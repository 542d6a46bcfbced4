package dev.coset.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.Table;
import dev.coset.distribution.NumberDistribution;
import dev.coset.posterior.Likelihood;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One target of a training row is a thousand times the others; other rows are predicted. */
class OutlierTest {
  private static final int TRAIN = 200;
  private static final int TEST = 300;

  private static Map<String, List<Object>> rows(int count, long seed) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    Map<String, List<Object>> columns = new LinkedHashMap<>();
    List.of("x", "z", "y").forEach(name -> columns.put(name, new ArrayList<>()));
    for (int i = 0; i < count; i++) {
      double x = 4 * random.nextDouble() - 2;
      double z = 4 * random.nextDouble() - 2;
      columns.get("x").add(x);
      columns.get("z").add(z);
      columns.get("y").add(Math.sin(1.5 * x) + z / 2 + 0.3 * normal.sample());
    }
    return columns;
  }

  /**
   * How rows that no model saw are predicted.
   *
   * @param lppd the mean log density
   * @param inside the share inside the 90% interval
   * @param width the mean width of that interval
   * @param error root mean square
   */
  private record Quality(double lppd, double inside, double width, double error) {}

  private static Quality quality(boolean outlier, UnaryOperator<Fit> settings) {
    var train = rows(TRAIN, 1);
    if (outlier) {
      train.get("y").set(7, 1000.0);
    }
    Model model =
        settings.apply(Fit.of(Table.of(train), "y").testFraction(0).seed(5).threads(2)).run();
    var test = rows(TEST, 2);
    var predicted = model.predict(Table.of(test));
    double lppd = 0;
    double inside = 0;
    double width = 0;
    double squares = 0;
    for (int i = 0; i < TEST; i++) {
      NumberDistribution at = predicted.number(i);
      double y = (double) test.get("y").get(i);
      double[] interval = at.quantiles(0.05, 0.95);
      lppd += at.logDensity(y) / TEST;
      inside += (interval[0] < y && y < interval[1] ? 1.0 : 0) / TEST;
      width += (interval[1] - interval[0]) / TEST;
      squares += Math.pow(at.mean() - y, 2) / TEST;
    }
    return new Quality(lppd, inside, width, Math.sqrt(squares));
  }

  private static void assertNear(Quality ruined, Quality clean) {
    assertThat(ruined.lppd).isCloseTo(clean.lppd, within(0.1));
    assertThat(ruined.inside).isBetween(0.85, 0.97); // 0.017 is the standard error
    assertThat(ruined.width).isCloseTo(clean.width, within(0.25 * clean.width));
    assertThat(ruined.error).isCloseTo(clean.error, within(0.1 * clean.error));
  }

  @Test
  void aNetworkWithHeavyTailsIsNotRuined() {
    UnaryOperator<Fit> small = fit -> fit.hidden(8).chains(4).warmup(1000).draws(15).thinning(20);
    UnaryOperator<Fit> student = fit -> small.apply(fit).likelihood(Likelihood.STUDENT);
    Quality clean = quality(false, student);
    assertNear(quality(true, student), clean);
    UnaryOperator<Fit> normal = fit -> small.apply(fit).likelihood(Likelihood.NORMAL);
    assertThat(quality(true, normal).lppd).isLessThan(clean.lppd - 2);
  }

  /** Which likelihood it is, the data choose. */
  @Test
  @Tag("full")
  void aPlainFitIsNotRuined() {
    UnaryOperator<Fit> brief = fit -> fit.coreSeconds(12, 12);
    assertNear(quality(true, brief), quality(false, brief));
  }
}
