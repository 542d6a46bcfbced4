package dev.coset.diagnostics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Functions grouped around leaders: a chain joins the first leader whose function is like its own,
 * or becomes a leader. From how many groups were met once or twice, two estimates of what was not
 * met: softer than {@link UnseenMass}, since they come without a guarantee and depend on the
 * grouping.
 */
public final class Clusters {

  private final double radius;
  private final List<ChainFunction> leaders = new ArrayList<>();
  private int[] sizes = new int[16];
  private int chains;

  public Clusters() {
    this(Novelty.RADIUS);
  }

  public Clusters(double radius) {
    this.radius = radius;
  }

  /** Adds the next chain; returns its cluster, numbered by first appearance. */
  public int add(ChainFunction function) {
    int cluster = 0;
    while (cluster < leaders.size() && !leaders.get(cluster).isLike(function, radius)) {
      cluster++;
    }
    if (cluster == leaders.size()) {
      leaders.add(function);
      sizes = cluster < sizes.length ? sizes : Arrays.copyOf(sizes, 2 * sizes.length);
    }
    sizes[cluster]++;
    chains++;
    return cluster;
  }

  /** The number of chains in each cluster. */
  public int[] sizes() {
    return Arrays.copyOf(sizes, leaders.size());
  }

  /**
   * Good and Turing's estimate of the mass of clusters not yet met: the share of chains that are
   * alone in theirs.
   */
  public double goodTuring() {
    return chains == 0 ? 1 : (double) met(1) / chains;
  }

  /**
   * Chao's (1984) lower estimate of the number of clusters in all: those met, and {@code (n - 1) /
   * n f1^2 / (2 f2)} more, with f1 met once and f2 met twice; {@code f1 (f1 - 1) / 2} where none
   * was met twice.
   */
  public double chao1() {
    if (chains == 0) {
      return 0;
    }
    double f1 = met(1);
    double f2 = met(2);
    double unseen = f2 > 0 ? f1 * f1 / (2 * f2) : f1 * (f1 - 1) / 2;
    return leaders.size() + (chains - 1.0) / chains * unseen;
  }

  private long met(int times) {
    return Arrays.stream(sizes()).filter(size -> size == times).count();
  }
}
