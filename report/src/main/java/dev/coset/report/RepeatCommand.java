package dev.coset.report;

import dev.coset.data.Column;
import dev.coset.data.Dataset;
import dev.coset.data.TableOptions;
import dev.coset.data.TargetScale;
import dev.coset.data.TargetType;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Prior;
import dev.coset.sampler.Mclmc;
import dev.coset.sampler.Sampler;
import dev.coset.store.Choice;
import dev.coset.store.Configuration;
import dev.coset.store.Manifest;
import dev.coset.store.Source;
import dev.coset.store.Study;
import dev.coset.store.Weighting;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The command line that gives a run's draws again. */
final class RepeatCommand {
  private RepeatCommand() {}

  /**
   * @param weights the rule by which chains count
   */
  static String of(Manifest manifest, Study study, Optional<Choice> choice, Weighting weights) {
    Configuration c = manifest.configuration();
    Source source = manifest.source();
    if (source.testFraction() == null && source.splitFile() == null) {
      return source.name().startsWith("y = sin(x)")
          ? "coset demo"
          : "# The data came from a program: " + source.name().replaceAll("\\s+", " ");
    }
    var line = new StringBuilder("coset fit ");
    line.append(quoted(source.name()));
    option(line, "--target", quoted(study.data().encoding().target().name()));
    option(line, "--hidden", choice.isPresent() ? "auto" : hidden(c));
    option(line, "--activation", lower(c.activation()));
    boolean tried =
        choice.isPresent()
            && choice.get().candidates().stream()
                .anyMatch(other -> !other.configuration().likelihood().equals(c.likelihood()));
    if (!tried && !c.likelihood().equals(byDefault(study.data()))) {
      option(line, "--likelihood", c.likelihood());
    } else if (source.table() != null && source.table().type() != TargetType.AUTO) {
      option(line, "--target-type", lower(source.table().type()));
    }
    if (c.targetScale() != TargetScale.LINEAR || (choice.isPresent() && !ofClasses(study))) {
      option(line, "--target-scale", lower(c.targetScale()));
    }
    chains(line, c);
    option(line, "--seed", c.plan().seed());
    option(line, "--init", c.plan().start());
    if (c.plan().superchains() > 0) {
      option(line, "--superchains", c.plan().superchains());
    }
    // What the data chose they choose again; what was given beside a choice is always said.
    if (choice.map(of -> !of.otherPriors()).orElse(!c.prior().equals(Prior.STANDARD_NORMAL))) {
      option(line, "--prior-scale", c.prior());
    }
    option(line, "--precision", lower(c.precision()));
    option(line, "--standardise", lower(c.standardise()));
    if (weights != Weighting.STACKING) {
      option(line, "--weights", lower(weights));
    }
    TableOptions table = source.table();
    if (table != null) {
      table(line, table);
    }
    if (source.testAfter() != null) {
      option(line, "--test-after", quoted(source.testAfter()));
    }
    if (source.splitFile() != null) {
      option(line, "--split", quoted(source.splitFile()));
    } else {
      option(line, "--test-fraction", source.testFraction());
    }
    option(line, "--out", "run");
    return line.toString();
  }

  private static String hidden(Configuration c) {
    return c.hidden().length == 0
        ? "linear"
        : Arrays.stream(c.hidden()).mapToObj(String::valueOf).collect(Collectors.joining(","));
  }

  private static boolean ofClasses(Study study) {
    return study.scaling().target().areClasses();
  }

  private static void chains(StringBuilder line, Configuration c) {
    var until = c.until();
    if (until == null || until.anyMayBeUnseen()) { // the chains at which it stopped give its draws
      option(line, "--chains", c.plan().chains());
    } else {
      option(line, "--until", until.limit());
      option(line, "--max-chains", until.mostChains());
    }
    Sampler sampler = c.plan().sampler();
    option(line, "--sampler", sampler.name());
    option(line, "--warmup", sampler.warmup());
    option(line, "--draws", sampler.draws());
    if (sampler instanceof Mclmc.Settings mclmc) {
      option(line, "--thinning", mclmc.thinning());
      if (mclmc.energyVariance() != Mclmc.ENERGY_VARIANCE) {
        option(line, "--energy-variance", mclmc.energyVariance());
      }
      if (mclmc.mass() != Mclmc.Mass.IDENTITY) {
        option(line, "--mass", lower(mclmc.mass()));
      }
    }
  }

  private static void table(StringBuilder line, TableOptions table) {
    option(line, "--missing", lower(table.missing()));
    names(line, "--ignore", table.ignore());
    names(line, "--features", table.features());
    names(line, "--categorical", table.categorical());
    if (table.id() != null) {
      option(line, "--id", quoted(table.id()));
    }
    if (table.group() != null) {
      option(line, "--test-group", quoted(table.group()));
    }
  }

  private static void names(StringBuilder line, String name, List<String> columns) {
    if (!columns.isEmpty()) {
      option(line, name, quoted(String.join(",", columns)));
    }
  }

  /** What a file's target is taken for unless it is told, as {@link TargetType#AUTO} says. */
  private static String byDefault(Dataset data) {
    Column target = data.encoding().target();
    boolean zeroAndOne =
        target.numeric()
            ? Arrays.stream(data.target()).allMatch(y -> y == 0 || y == 1)
            : target.levels().equals(List.of("0", "1"));
    boolean text = target.levels().stream().anyMatch(level -> !isNumber(level));
    return zeroAndOne || text ? Likelihood.CATEGORICAL : Likelihood.NORMAL;
  }

  private static boolean isNumber(String level) {
    try {
      return Double.isFinite(Double.parseDouble(level));
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static void option(StringBuilder line, String name, @Nullable Object value) {
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
