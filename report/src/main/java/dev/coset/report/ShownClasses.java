package dev.coset.report;

import dev.coset.data.Targets;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The classes whose probabilities figures show: of two the second, whose probability tells that of
 * the first; of more the most frequent ones among training rows.
 *
 * @param which their numbers, in the order of the data
 * @param all how many there are
 */
record ShownClasses(List<Integer> which, int all) {
  private static final int MOST = 4;

  static ShownClasses of(RunFigures figures) {
    Targets targets = figures.posterior().data().y();
    if (targets.classes() == 2) {
      return new ShownClasses(List.of(1), 2);
    }
    double[] share = targets.shares();
    return new ShownClasses(
        IntStream.range(0, share.length)
            .boxed()
            .sorted(Comparator.comparing(k -> -share[k]))
            .limit(MOST)
            .sorted()
            .toList(),
        share.length);
  }

  /** A sentence that says which are not shown, or nothing. */
  String note() {
    return which.size() == 1 || which.size() == all
        ? ""
        : " The %d most frequent of %d classes.".formatted(which.size(), all);
  }
}
