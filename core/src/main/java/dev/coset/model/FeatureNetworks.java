package dev.coset.model;

import dev.coset.data.Points;
import dev.coset.data.PrincipalComponents;
import dev.coset.network.Network;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import org.jspecify.annotations.Nullable;

/**
 * The networks of a study as functions of its features, one input each. They are the study's own,
 * unless those see components of the features: then they are networks that compute the same.
 */
public final class FeatureNetworks {
  private final Posterior own;
  private final Posterior posterior;
  private final @Nullable PrincipalComponents components;

  private FeatureNetworks(
      Posterior own, Posterior posterior, @Nullable PrincipalComponents components) {
    this.own = own;
    this.posterior = posterior;
    this.components = components;
  }

  public static FeatureNetworks of(Study study) {
    Posterior own = study.posterior();
    PrincipalComponents components = study.scaling().components();
    if (components == null) {
      return new FeatureNetworks(own, own, null);
    }
    int[] widths = own.network().widths();
    widths[0] = components.features();
    var posterior =
        new Posterior(
            new Network(widths, own.network().activation()),
            own.prior(),
            own.likelihood(),
            own.precision(),
            new Points(study.standardised(), own.data().y()));
    return new FeatureNetworks(own, posterior, components);
  }

  /** The posterior whose networks take standardised features. */
  public Posterior posterior() {
    return posterior;
  }

  /** Draws of the study's posterior as draws of this one. */
  public Draws of(Draws draws) {
    if (components == null) {
      return draws;
    }
    double[][] axes = components.axes();
    int neurons = own.network().width(1);
    int from = own.network().weight(1, neurons, 0); // what lies behind the first layer's weights
    int to = posterior.network().weight(1, neurons, 0);
    double[][] wide = new double[draws.count()][posterior.dimension()];
    for (int g = 0; g < wide.length; g++) {
      for (int i = 0; i < neurons; i++) {
        for (int c = 0; c < axes.length; c++) {
          double weight = draws.value(g, own.network().weight(1, i, c));
          int first = posterior.network().weight(1, i, 0);
          for (int k = 0; k < axes[c].length; k++) {
            wide[g][first + k] += weight * axes[c][k];
          }
        }
      }
      int at = g * draws.dimension();
      System.arraycopy(draws.values(), at + from, wide[g], to, draws.dimension() - from);
    }
    return Draws.independent(wide);
  }
}
