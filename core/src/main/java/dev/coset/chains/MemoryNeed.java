package dev.coset.chains;

import dev.coset.data.InputException;
import dev.coset.posterior.Posterior;
import java.util.Locale;

/**
 * Computes the least memory that sampling needs, so that a run that cannot fit is refused at its
 * start.
 */
public final class MemoryNeed {
  private static final double MIB = 1 << 20;
  private static final double GIB = 1 << 30;

  private MemoryNeed() {}

  /**
   * The bytes of so many chains at work and of all draws of the plan.
   *
   * @param atOnce chains that run in this process at one time
   */
  static double bytes(Posterior posterior, ChainPlan plan, int atOnce) {
    double draw = (double) Double.BYTES * posterior.dimension();
    double perChain = plan.sampler().workspace() + plan.sampler().draws();
    double kept = (double) plan.chains() * plan.sampler().draws();
    return draw * (Math.min(atOnce, plan.chains()) * perChain + kept);
  }

  /** A number of bytes as people read it. */
  public static String text(double bytes) {
    return bytes < GIB
        ? String.format(Locale.ROOT, "%.0f MiB", bytes / MIB)
        : String.format(Locale.ROOT, "%.1f GiB", bytes / GIB);
  }

  /** Refuses a plan that needs more memory than this JVM may use. */
  public static void requireFits(Posterior posterior, ChainPlan plan, int atOnce) {
    double need = bytes(posterior, plan, atOnce);
    long most = Runtime.getRuntime().maxMemory();
    if (need > most) {
      throw new InputException(
          "Sampling %d numbers a draw, %d draws a chain and %d chains takes at least %s. Java may use %s. Use a smaller network, fewer draws, chains or threads, or a larger -Xmx."
              .formatted(
                  posterior.dimension(),
                  plan.sampler().draws(),
                  plan.chains(),
                  text(need),
                  text(most)));
    }
  }
}
