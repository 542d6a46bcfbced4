package dev.coset.fit;

import dev.coset.chains.ChainBudget;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainStart;
import dev.coset.data.InputException;
import dev.coset.diagnostics.ChainConvergence;
import dev.coset.diagnostics.NoveltyLooks;
import dev.coset.ensembles.EnsembleStart;
import dev.coset.message.Setting;
import dev.coset.model.Configuration.Until;
import dev.coset.sampler.Mclmc;
import dev.coset.sampler.Nuts;
import dev.coset.sampler.Sampler;
import dev.coset.selection.CostModel;
import org.jspecify.annotations.Nullable;

/** How many chains run, from where, how long and by which sampler. */
final class ChainSettings {
  /** The paper's assumption on how many modes there are, and how sure it wants to be of them. */
  private static final int MODES = 3;

  private static final double CONFIDENCE = 0.99;
  private static final int PAPER_CHAINS = 1274;

  /** As many chains as the paper's bound asks for. */
  static final int BY_BOUND = -1;

  @Nullable Integer chains;
  @Nullable Integer warmup;
  @Nullable Integer draws;
  @Nullable String sampler;
  @Nullable Integer thinning;
  @Nullable Double energyVariance;
  @Nullable String mass;
  long seed;
  @Nullable String init;
  int superchains;
  @Nullable Double until;
  int maxChains = PAPER_CHAINS;

  boolean nuts(boolean paper) {
    return sampler == null ? paper : sampler.equals(Nuts.NAME);
  }

  /** Whether a setting is given that only a single model takes. */
  boolean forOneModel() {
    return until != null || superchains > 0;
  }

  /** Whether the cost model sets the number and the length of chains. */
  boolean sized(boolean paper) {
    return chains == null
        && warmup == null
        && draws == null
        && thinning == null
        && until == null
        && sampler(paper).gradients().isPresent();
  }

  ChainPlan plan(boolean paper) {
    String start = init != null ? init : nuts(paper) ? ChainStart.UNIFORM : EnsembleStart.NAME;
    return new ChainPlan(
        until == null ? chains(paper) : maxChains,
        seed,
        superchains,
        ChainStart.named(start).name(),
        sampler(paper));
  }

  private Sampler sampler(boolean paper) {
    Sampler usual = Sampler.named(nuts(paper) ? Nuts.NAME : sampler == null ? Mclmc.NAME : sampler);
    Sampler of =
        usual.ofLength(
            warmup == null ? usual.warmup() : warmup,
            draws == null ? usual.draws() : draws,
            thinning == null ? usual.thinning() : thinning);
    if (energyVariance != null) {
      of = of.with("energy variance", energyVariance.toString());
    }
    return mass == null ? of : of.with("mass", mass);
  }

  /** The rule that ends the run, where one was given. */
  @Nullable Until until() {
    if (until == null) {
      return null;
    }
    if (chains != null) {
      throw InputException.of(
          "%s finds the number of chains: leave out %s, or cap it with %s.",
          Setting.UNTIL, Setting.CHAINS, Setting.MAX_CHAINS);
    }
    if (superchains > 0) {
      throw InputException.of(
          "%s needs independent chains: leave out %s, whose chains share their starts.",
          Setting.UNTIL, Setting.SUPERCHAINS);
    }
    var rule = new Until(until, maxChains);
    if (!NoveltyLooks.of(rule, 1 - ChainConvergence.CONFIDENCE).canSucceed()) {
      int fewest = NoveltyLooks.fewestChains(until, 1 - ChainConvergence.CONFIDENCE);
      throw InputException.of(
          "Even if no chain finds a new function, %d chains cannot reach the limit of %s. Use"
              + " %s%s.",
          maxChains,
          until,
          fewest == Integer.MAX_VALUE ? Setting.UNTIL.to(0.01) : Setting.MAX_CHAINS.to(fewest),
          " or more");
    }
    return rule;
  }

  private int chains(boolean paper) {
    if (chains != null) {
      return chains == BY_BOUND ? byBound() : chains;
    }
    return paper ? PAPER_CHAINS : nuts(paper) ? byBound() : CostModel.CHAINS;
  }

  private static int byBound() {
    return (int) ChainBudget.halfNormal(MODES).exact(CONFIDENCE);
  }
}
