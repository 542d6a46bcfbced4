package dev.coset.sampler;

/**
 * The covariance of x and v that UBU keeps on a normal density, {@code log p = -precision x^2 / 2},
 * exactly: the fixed point of its linear recursion.
 */
record StationaryMoments(double xx, double xv, double vv) {
  static StationaryMoments of(double step, double friction, double precision) {
    var half = FreeMotion.over(step / 2, friction);
    var moments = new StationaryMoments(0, 0, 0);
    double change = 1;
    while (change > 1e-14) {
      StationaryMoments next = moments.moved(half).kicked(step * precision).moved(half);
      change = Math.abs(next.xx / moments.xx - 1) + Math.abs(next.vv / moments.vv - 1);
      moments = next;
    }
    return moments;
  }

  private StationaryMoments moved(FreeMotion by) {
    double drift = by.drift();
    double decay = by.decay();
    return new StationaryMoments(
        xx + 2 * drift * xv + drift * drift * vv + by.spread() * by.spread(),
        decay * (xv + drift * vv) + by.spread() * by.shared(),
        decay * decay * vv + by.shared() * by.shared() + by.own() * by.own());
  }

  /** After {@code v -= kick x}. */
  private StationaryMoments kicked(double kick) {
    return new StationaryMoments(xx, xv - kick * xx, vv - 2 * kick * xv + kick * kick * xx);
  }
}
