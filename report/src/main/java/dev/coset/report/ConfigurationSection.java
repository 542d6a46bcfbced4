package dev.coset.report;

import dev.coset.data.TargetScale;
import dev.coset.model.Configuration;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Prior;
import dev.coset.store.Manifest;
import dev.coset.store.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** All settings of a run. */
final class ConfigurationSection {
  private ConfigurationSection() {}

  static Section of(RunFigures figures) {
    Manifest manifest = figures.run().manifest();
    Configuration c = manifest.configuration();
    var sampler = c.plan().sampler();
    List<List<String>> rows = new ArrayList<>();
    add(rows, "data", manifest.source().name());
    add(rows, "target", figures.target());
    add(rows, "fingerprint of data and split", manifest.fingerprint());
    add(rows, "rows", manifest.trainRows() + " to train, " + manifest.testRows() + " to test");
    RowWeights.words(manifest, figures.study()).ifPresent(words -> add(rows, "row weights", words));
    add(rows, "network", figures.posterior().network().toString());
    add(rows, "prior of weights", words(c.prior()));
    if (c.likelihood().equals(Likelihood.NORMAL)) {
      add(rows, "prior of the noise", "half-normal, scale 1");
    } else {
      add(rows, "likelihood", c.likelihood());
    }
    if (c.targetScale() != TargetScale.LINEAR) {
      add(rows, "scale of the target", lower(c.targetScale()));
    }
    add(rows, "arithmetic", lower(c.precision()) + " precision, revision " + manifest.numerics());
    add(
        rows,
        "standardised on",
        c.standardise() == Configuration.Standardise.ALL ? "all rows" : "training rows");
    add(rows, "chains", String.valueOf(c.plan().chains()));
    add(rows, "start of chains", c.plan().start());
    add(rows, "warm-up steps, draws per chain", sampler.warmup() + ", " + sampler.draws());
    add(rows, "sampler", sampler.name().toUpperCase(Locale.ROOT));
    if (sampler.thinning() > 1) {
      add(rows, "steps from draw to draw", String.valueOf(sampler.thinning()));
    }
    sampler.settings().forEach((setting, value) -> add(rows, setting, value));
    add(rows, "seed", String.valueOf(c.plan().seed()));
    if (c.plan().superchains() > 0) {
      add(rows, "superchains", String.valueOf(c.plan().superchains()));
    }
    var until = c.until();
    if (until != null) {
      add(
          rows,
          "stopped by",
          "%s, or %d chains"
              .formatted(
                  until.anyMayBeUnseen()
                      ? "convergence of the predictions"
                      : "probability of new functions at most " + until.limit(),
                  until.mostChains()));
    }
    add(rows, "Coset", "run begun with " + manifest.version() + ", report by " + Version.CURRENT);
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Table(
            "Settings",
            "The same settings and data give the same draws, bit for bit.",
            List.of("setting", "value"),
            rows));
    figures.mixture().choice().ifPresent(choice -> blocks.add(ModelSection.candidates(choice)));
    return new Section(
        "configuration",
        "Configuration" + figures.ofLead(),
        "All settings that determine the draws.",
        blocks);
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static void add(List<List<String>> rows, String name, String value) {
    rows.add(List.of(name, value));
  }

  private static String words(Prior prior) {
    return prior.hasOneScale()
        ? "normal, standard deviation " + prior
        : "normal, standard deviation %s, of the first layer's weights %s"
            .formatted(prior.scale(), prior.inputScale());
  }
}
