package dev.coset.report;

import dev.coset.chains.ChainStart;
import dev.coset.data.Split;
import dev.coset.posterior.Prior;
import dev.coset.store.Configuration;
import dev.coset.store.Manifest;
import dev.coset.store.Study;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The command line that gives a run's draws again. */
final class RepeatCommand {
  private RepeatCommand() {}

  static String of(Manifest manifest, Study study) {
    Configuration c = manifest.configuration();
    if (!manifest.source().toLowerCase(Locale.ROOT).endsWith(".csv")) {
      return manifest.source().startsWith("y = sin(x)")
          ? "coset demo"
          : "# The data came from a program: " + manifest.source().replaceAll("\\s+", " ");
    }
    var line = new StringBuilder("coset fit ");
    line.append(quoted(manifest.source()));
    option(line, "--target", quoted(study.data().encoding().target()));
    option(
        line,
        "--hidden",
        Arrays.stream(c.hidden()).mapToObj(String::valueOf).collect(Collectors.joining(",")));
    option(line, "--activation", lower(c.activation()));
    var until = c.until();
    if (until == null) {
      option(line, "--chains", c.plan().chains());
    } else {
      option(line, "--until", until.limit());
      option(line, "--max-chains", until.mostChains());
    }
    option(line, "--warmup", c.plan().sampler().warmup());
    option(line, "--draws", c.plan().sampler().draws());
    option(line, "--seed", c.plan().seed());
    if (!c.plan().start().equals(ChainStart.UNIFORM)) {
      option(line, "--init", c.plan().start());
    }
    if (c.plan().superchains() > 0) {
      option(line, "--superchains", c.plan().superchains());
    }
    if (!c.prior().equals(Prior.STANDARD_NORMAL)) {
      option(line, "--prior-scale", c.prior().scale());
    }
    option(line, "--precision", lower(c.precision()));
    option(line, "--standardise", lower(c.standardise()));
    split(line, study, c.plan().seed());
    option(line, "--out", "run");
    return line.toString();
  }

  /** The manifest does not say how the split was made, but a shuffled one can be recognised. */
  private static void split(StringBuilder line, Study study, long seed) {
    int rows = study.data().rows();
    int test = study.split().test().length;
    double exact = (double) test / rows;
    for (double fraction : new double[] {Math.rint(exact * 100) / 100, exact}) {
      if (Math.ceil(fraction * rows) + 2 <= rows
          && Arrays.equals(Split.shuffled(rows, fraction, seed).test(), study.split().test())) {
        option(line, "--test-fraction", fraction);
        return;
      }
    }
    option(line, "--split", "splits.json");
    line.append("   # the file with the split, as before");
  }

  private static void option(StringBuilder line, String name, Object value) {
    line.append(' ').append(name).append(' ').append(value);
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** As a shell takes it for one word. */
  static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
