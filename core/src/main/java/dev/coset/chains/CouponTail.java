package dev.coset.chains;

/**
 * The coupon collector's tail after {@code n} chains, as a dynamic programme of positive terms:
 * inclusion and exclusion over subsets of modes would cancel (3.5e-6 off already at 20 modes and n
 * = 20).
 *
 * <p>Let the number of chains be Poisson of mean n instead of n. Then mode i is met by {@code N_i ~
 * Poisson(n pi_i)} chains, independently; given that the total is n, the counts are as they were.
 * So with
 *
 * <pre>{@code
 * f_k(m) = P(modes 1..k are all met, by m chains in total)
 *        = sum over j >= 1 of f_(k-1)(m - j) P(N_k = j)
 * }</pre>
 *
 * <p>the probability that all are met is {@code f_K(n) / P(total = n)}; and the probability that
 * one is missing is a sum over the first one missing, k: {@code f_(k-1)(m) P(N_k = 0) P(N_(k+1) +
 * ... + N_K = n - m)}. Every factor is a probability, so none is smaller than the product it is in,
 * and nothing underflows unless the answer does.
 *
 * <p>That costs {@code modes x n^2}; where this is too much, {@link CouponIntegral} takes over. A
 * tiny tail needs neither.
 *
 * @param seen the probability that every mode was met
 * @param missing the probability that some mode was not
 */
record CouponTail(double seen, double missing) {

  /** About a tenth of a second. */
  private static final double MOST_STEPS = 1e8;

  CouponTail {
    seen = Math.min(seen, 1); // a last digit of rounding can exceed it
    missing = Math.min(missing, 1);
  }

  static CouponTail of(double[] p, long n) {
    if (n < p.length) {
      return new CouponTail(0, 1);
    }
    double sum = sumOfMissing(p, n);
    if (sum < 1e-15) {
      return new CouponTail(1 - sum, sum);
    }
    return p.length * (double) n * n <= MOST_STEPS
        ? byDynamicProgramme(p, (int) n)
        : CouponIntegral.tail(p, n);
  }

  /**
   * {@code S = sum over i of (1 - pi_i)^n}, the probabilities that one mode is missing. Two are
   * missing with at most {@code S^2 / 2}, since {@code 1 - a - b <= (1 - a)(1 - b)}; so the tail
   * lies between {@code S - S^2 / 2} and S (Bonferroni).
   */
  static double sumOfMissing(double[] p, long n) {
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      sum += oneMissing(p, i, n);
    }
    return sum;
  }

  /**
   * {@code (1 - pi_i)^n}, also where {@code pi_i} or the rest is smaller than a rounding of the
   * other.
   */
  static double oneMissing(double[] p, int i, long n) {
    if (n == 0) {
      return 1;
    }
    if (p[i] < 0.5) {
      return StrictMath.exp(n * StrictMath.log1p(-p[i]));
    }
    double rest = 0;
    for (int j = 0; j < p.length; j++) {
      rest += j == i ? 0 : p[j];
    }
    return StrictMath.exp(n * StrictMath.log(rest));
  }

  static CouponTail byDynamicProgramme(double[] p, int n) {
    double[] meansAfter = meansAfter(p, n);
    double[] f = new double[n + 1];
    f[0] = 1;
    double missing = 0;
    for (int k = 0; k < p.length; k++) {
      missing += poisson(n * p[k], 0) * total(f, k, meansAfter[k]);
      f = convolved(f, k, n * p[k]);
    }
    double totalIsN = poisson(n, n);
    return new CouponTail(f[n] / totalIsN, missing / totalIsN);
  }

  /** The means of {@code N_(k+1) + ... + N_K}. */
  private static double[] meansAfter(double[] p, int n) {
    double[] means = new double[p.length];
    for (int k = p.length - 2; k >= 0; k--) {
      means[k] = means[k + 1] + n * p[k + 1];
    }
    return means;
  }

  /** Sum over m of {@code f(m) P(N = n - m)} for N of a mean; f starts at m = k. */
  private static double total(double[] f, int k, double mean) {
    int n = f.length - 1;
    if (mean == 0) {
      return f[n];
    }
    double sum = 0;
    for (int m = k; m <= n; m++) {
      sum += f[m] == 0 ? 0 : f[m] * poisson(mean, n - m);
    }
    return sum;
  }

  /** {@code exp(-mean) mean^j / j!}, of the same bits on every machine. */
  private static double poisson(double mean, int j) {
    if (j == 0) {
      return StrictMath.exp(-mean);
    }
    double u = (mean - j) / j;
    double log = mean < 0.5 * j ? StrictMath.log(mean / j) : StrictMath.log1p(u);
    return StrictMath.exp(j * (log - u) - CouponIntegral.logStirling(j));
  }

  private static double[] convolved(double[] f, int k, double mean) {
    int n = f.length - 1;
    double[] weight = new double[n + 1 - k];
    for (int j = 1; j < weight.length; j++) {
      weight[j] = poisson(mean, j);
    }
    double[] next = new double[n + 1];
    for (int m = k; m <= n; m++) {
      double fm = f[m];
      for (int j = 1; j <= n - m; j++) {
        next[m + j] += fm * weight[j];
      }
    }
    return next;
  }
}
