package dev.coset.network;

/**
 * Sums of arrays in one fixed order, whoever computes the terms: neighbours are added first, then
 * neighbouring pairs, and so on up a binary tree; at its ragged end smaller subtrees are added
 * first. A term may itself be the sum of a subtree, of as many terms as the others.
 */
final class TreeSum {
  private final int length;
  private final double[][] levels; // (level), the sum of a subtree of 2^level terms that waits
  private int terms;

  TreeSum(int length, int mostTerms) {
    this.length = length;
    this.levels =
        new double[Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, mostTerms))][length];
  }

  /** Begins a new sum. */
  void clear() {
    terms = 0;
  }

  /** Whether the next term is to be added to {@link #next}; else it overwrites it. */
  boolean adds() {
    return (terms & 1) == 1;
  }

  /** Where the next term goes. */
  double[] next() {
    return levels[0];
  }

  /** Takes in the term that was written or added there. */
  void take() {
    if (adds()) {
      int level = 1; // of the subtree in levels[level - 1]
      for (; (terms >> level & 1) == 1; level++) {
        add(levels[level - 1], levels[level]);
      }
      double[] sum = levels[level - 1];
      levels[level - 1] = levels[level];
      levels[level] = sum;
    }
    terms++;
  }

  private void add(double[] term, double[] sum) {
    for (int k = 0; k < length; k++) {
      sum[k] += term[k];
    }
  }

  /**
   * Adds some entries of terms in the same order: those of the first become those of the sum, and
   * the others are used up.
   */
  static void add(double[][] terms, int from, int to) {
    for (int apart = 1; apart < terms.length; apart *= 2) {
      for (int i = 0; i + apart < terms.length; i += 2 * apart) {
        double[] sum = terms[i];
        double[] term = terms[i + apart];
        for (int k = from; k < to; k++) {
          sum[k] += term[k];
        }
      }
    }
  }

  /** The sum of all terms, at least one; valid until the next sum begins. */
  double[] total() {
    int level = Integer.numberOfTrailingZeros(terms);
    double[] sum = levels[level];
    for (level++; terms >> level != 0; level++) {
      if ((terms >> level & 1) == 1) {
        add(sum, levels[level]);
        sum = levels[level];
      }
    }
    return sum;
  }
}
