package dev.coset.store;

import dev.coset.data.Column;
import dev.coset.data.Encoding;
import dev.coset.data.Scaling;
import dev.coset.data.TargetScaling;
import java.util.Arrays;
import java.util.Objects;

/**
 * What a file says of columns and their scaling, which is not learnt from the data again: a hostile
 * one may say anything.
 */
final class Plausible {
  private Plausible() {}

  /** Refuses what no table could have led to. */
  static void check(Encoding encoding, Scaling scaling) {
    check(encoding.target());
    encoding.columns().forEach(Plausible::check);
    int features = encoding.features();
    int[] kept = scaling.kept();
    require(
        kept.length > 0 && kept.length + scaling.leftOut().size() == features,
        "the scaling is of other features than the columns have");
    for (int k = 0; k < kept.length; k++) {
      require(
          kept[k] >= 0 && kept[k] < features && (k == 0 || kept[k] > kept[k - 1]),
          "the scaling keeps a feature that does not exist");
    }
    require(
        Arrays.stream(scaling.means()).allMatch(Double::isFinite)
            && Arrays.stream(scaling.deviations()).allMatch(Plausible::positive),
        "a feature has no mean or deviation");
    require(
        scaling.components() == null || scaling.components().areOf(kept.length),
        "the components are none of the features");
    TargetScaling target = Objects.requireNonNull(scaling.target());
    Objects.requireNonNull(target.scale());
    require(encoding.kind().equals(target.kind()), "the target has other classes than its scaling");
    require(
        Double.isFinite(target.center())
            && Double.isFinite(target.mean())
            && positive(target.spread())
            && positive(target.deviation()),
        "the target has no mean or deviation");
    require(
        target.clamp() == null
            || Double.isFinite(target.clamp().low()) && Double.isFinite(target.clamp().high()),
        "the target has no range");
  }

  private static void check(Column column) {
    Objects.requireNonNull(column.name());
    switch (column) {
      case Column.Number of -> {
        Objects.requireNonNull(of.form());
        Column.Warp warp = of.warp();
        require(
            Double.isFinite(of.fill())
                && Double.isFinite(warp.center())
                && (warp.scale() == 0 || positive(warp.scale())),
            "a column of numbers has none");
      }
      case Column.Truth of -> {
        Objects.requireNonNull(of.form());
        require(of.fill() == 0 || of.fill() == 1, "a column of yes and no has neither");
      }
      case Column.Levels of -> require(of.features() > 0, "a column of text has no level");
      case Column.Time of -> {
        Objects.requireNonNull(of.form());
        require(
            Double.isFinite(of.first()) && Double.isFinite(of.fill()),
            "a column of dates has none");
      }
    }
  }

  private static boolean positive(double value) {
    return value > 0 && value < Double.POSITIVE_INFINITY;
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
