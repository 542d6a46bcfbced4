package dev.coset.model;

import dev.coset.posterior.Draws;
import dev.coset.posterior.WeightedDraws;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The weight of each finished chain of a run, and its reason. It is no part of what determines the
 * draws, and changes when chains are added.
 *
 * @param asked the rule that was asked for
 * @param used the rule that made the weights; equal where the one asked for does not apply
 * @param groups of chains with equal weights; none before they were weighted
 * @param reason how the weights came about, a sentence
 */
public record ChainWeights(Weighting asked, Weighting used, List<Group> groups, String reason) {
  /**
   * Chains of equal weight, such as those in one mode.
   *
   * @param weight of all of them together
   * @param score what the weight was made of, of this group alone: log predictive density of
   *     held-out rows, or log evidence; NaN where there is none
   * @param error its standard error
   * @param check another estimate of the score; NaN where there is none
   */
  public record Group(
      List<Integer> chains, double weight, double score, double error, double check) {
    public Group {
      chains = List.copyOf(chains);
      if (chains.isEmpty() || !(weight >= 0 && weight <= 1 + 1e-9)) {
        throw new IllegalArgumentException(
            "A group needs chains and a weight, but has %d chains and weight %s."
                .formatted(chains.size(), weight));
      }
    }

    /** The last of its chains. */
    public int last() {
      return Collections.max(chains);
    }

    /** Chains with nothing but a weight. */
    public static Group of(List<Integer> chains, double weight) {
      return new Group(chains, weight, Double.NaN, Double.NaN, Double.NaN);
    }
  }

  public ChainWeights {
    Objects.requireNonNull(asked); // a file may lack anything
    Objects.requireNonNull(used);
    Objects.requireNonNull(reason);
    groups = List.copyOf(groups);
    double sum = groups.stream().mapToDouble(Group::weight).sum();
    if (!groups.isEmpty() && !(Math.abs(sum - 1) < 1e-9)) {
      throw new IllegalArgumentException("The weights of chains sum to %s, not 1.".formatted(sum));
    }
    Set<Integer> chains = new HashSet<>();
    if (!groups.stream().flatMap(group -> group.chains.stream()).allMatch(chains::add)) {
      throw new IllegalArgumentException("A chain is in two groups.");
    }
  }

  /** A rule, before it was applied. */
  public static ChainWeights asked(Weighting rule) {
    return new ChainWeights(rule, rule, List.of(), "");
  }

  /** Chains that are all weighted equally, whatever was asked for. */
  public static ChainWeights equal(Weighting asked, Draws draws, String reason) {
    List<Integer> all = Arrays.stream(draws.chain()).distinct().boxed().toList();
    return new ChainWeights(asked, Weighting.EQUAL, List.of(Group.of(all, 1)), reason);
  }

  /** Whether these are the weights of the chains that such draws are from. */
  public boolean fit(Draws draws) {
    Set<Integer> weighted = new HashSet<>();
    groups.forEach(group -> weighted.addAll(group.chains));
    Set<Integer> there = new HashSet<>();
    Arrays.stream(draws.chain()).forEach(there::add);
    return there.equals(weighted);
  }

  /** The weight of one chain; those of all sum to 1. */
  public double of(int chain) {
    for (Group group : groups) {
      if (group.chains.contains(chain)) {
        return group.weight / group.chains.size();
      }
    }
    throw new IllegalArgumentException("Chain " + chain + " has not been weighted.");
  }

  /** The draws with their weights; those of a chain share its weight. */
  public WeightedDraws over(Draws draws) {
    if (used == Weighting.EQUAL) {
      return WeightedDraws.alike(draws);
    }
    int[] chain = draws.chain();
    int chains = Arrays.stream(chain).max().orElse(-1) + 1;
    int[] drawsOf = new int[chains];
    double[] weightOf = new double[chains];
    for (int c : chain) {
      weightOf[c] = drawsOf[c]++ == 0 ? of(c) : weightOf[c];
    }
    return WeightedDraws.of(
        draws, Arrays.stream(chain).mapToDouble(c -> weightOf[c] / drawsOf[c]).toArray());
  }
}
