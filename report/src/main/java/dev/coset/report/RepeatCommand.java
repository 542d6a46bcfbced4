package dev.coset.report;

import dev.coset.data.Dataset;
import dev.coset.data.TableOptions;
import dev.coset.data.TargetKind;
import dev.coset.data.TargetScale;
import dev.coset.data.TargetType;
import dev.coset.model.Choice;
import dev.coset.model.Choice.Budget;
import dev.coset.model.Choice.Chains;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Prior;
import dev.coset.sampler.Sampler;
import dev.coset.store.Manifest;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import dev.coset.store.Source;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The command line that gives a run's draws again, on any machine. */
final class RepeatCommand {
  private static final String RUN = "run";

  private RepeatCommand() {}

  static String of(Mixture mixture) {
    RunStore any = mixture.parts().getFirst().run();
    Manifest manifest = any.manifest();
    Study study = any.study();
    Optional<Choice> choice = mixture.choice();
    Configuration c =
        choice.map(of -> of.kept().getFirst().configuration()).orElse(manifest.configuration());
    Source source = manifest.source();
    if (source.testFraction() == null && source.splitFile() == null) {
      return source.name().startsWith("y = sin(x)")
          ? "coset demo"
          : "# The data came from a program: " + source.name().replaceAll("\\s+", " ");
    }
    var line = new StringBuilder("coset fit ");
    line.append(source.name().startsWith("-") ? "./" : "").append(quoted(source.name()));
    option(line, "--target", quoted(study.data().encoding().target().name()));
    TableOptions table = source.table();
    boolean paper = table != null && !table.drawsTailsIn();
    if (paper) {
      option(line, "--preset", "paper"); // what else it says is overridden by the options below
    }
    option(line, "--hidden", choice.isPresent() ? "auto" : hidden(c));
    option(line, "--activation", lower(c.activation()));
    if (isLikelihoodGiven(c, study, choice)) {
      option(line, "--likelihood", c.likelihood());
    } else if (table != null && table.type() != TargetType.AUTO) {
      option(line, "--target-type", lower(table.type()));
    }
    if (c.targetScale() != TargetScale.LINEAR || (choice.isPresent() && scalesAreTried(study))) {
      option(line, "--target-scale", lower(c.targetScale()));
    }
    length(line, c, choice.map(Choice::budget));
    sampler(line, c.plan().sampler());
    option(line, "--seed", c.plan().seed());
    option(line, "--init", c.plan().start());
    if (c.plan().superchains() > 0) {
      option(line, "--superchains", c.plan().superchains());
    }
    // The data choose again what they chose; what was given is always printed.
    if (choice.map(of -> !of.otherPriors()).orElse(!c.prior().equals(Prior.STANDARD_NORMAL))) {
      option(line, "--prior-scale", c.prior());
    }
    option(line, "--precision", lower(c.precision()));
    option(line, "--standardise", lower(c.standardise()));
    Weighting weights = mixture.parts().getFirst().chains().asked();
    if (weights != (paper ? Weighting.EQUAL : Weighting.STACKING)) {
      option(line, "--weights", lower(weights));
    }
    if (table != null) {
      table(line, table);
    }
    if (table != null && table.rowWeight() != null) {
      option(line, "--row-weight", quoted(table.rowWeight()));
    }
    if (source.testAfter() != null) {
      option(line, "--test-after", quoted(source.testAfter()));
    }
    if (source.splitFile() != null) {
      option(line, "--split", quoted(source.splitFile()));
    } else {
      option(line, "--test-fraction", source.testFraction());
    }
    if (manifest.trainRows() + manifest.testRows() < study.data().rows()) {
      option(line, "--max-rows", manifest.trainRows());
    }
    option(line, "--out", RUN);
    added(mixture)
        .ifPresent(
            chains ->
                line.append("\ncoset resume ").append(RUN).append(" --chains ").append(chains));
    return line.toString();
  }

  /** Whether the likelihood is other than what the data would choose or have by default. */
  private static boolean isLikelihoodGiven(Configuration c, Study study, Optional<Choice> choice) {
    if (choice.isEmpty()) {
      return !c.likelihood().equals(byDefault(study.data()));
    }
    boolean one =
        choice.get().candidates().stream()
            .allMatch(other -> other.configuration().likelihood().equals(c.likelihood()));
    boolean several = scalesAreTried(study) && c.targetScale() == TargetScale.LINEAR; // else tried
    return one && (several || !c.likelihood().equals(byDefault(study.data())));
  }

  /** The number of chains to which models that were chosen got more than planned, if any did. */
  private static OptionalInt added(Mixture mixture) {
    Map<String, Configuration> planned =
        mixture.choice().stream()
            .flatMap(choice -> choice.kept().stream())
            .collect(Collectors.toMap(Choice.Candidate::name, Choice.Candidate::configuration));
    return mixture.parts().stream()
        .filter(part -> planned.containsKey(part.name()))
        .filter(part -> isExtended(part, Objects.requireNonNull(planned.get(part.name()))))
        .mapToInt(part -> part.run().manifest().configuration().plan().chains())
        .max();
  }

  private static boolean isExtended(Mixture.Part part, Configuration planned) {
    Configuration now = part.run().manifest().configuration();
    return now.until() == null
        && (planned.until() != null || now.plan().chains() > planned.plan().chains());
  }

  private static String hidden(Configuration c) {
    return c.hidden().length == 0
        ? "linear"
        : Arrays.stream(c.hidden()).mapToObj(String::valueOf).collect(Collectors.joining(","));
  }

  /** Whether the data choose the scale of such a target. */
  private static boolean scalesAreTried(Study study) {
    return switch (study.scaling().target().kind()) {
      case TargetKind.Number _ -> true;
      case TargetKind.Classes _ -> false;
    };
  }

  /** How many chains, and how long. Models that were chosen differ in both: the budget decides. */
  private static void length(StringBuilder line, Configuration c, Optional<Budget> budget) {
    if (budget.isPresent() && budget.get().chains() == Chains.AT_MOST) {
      return; // as without any option
    }
    if (budget.isPresent() && budget.get().chains() == Chains.FILLING) {
      option(line, "--core-seconds", budget.get().choosing() + "," + budget.get().sampling());
      return;
    }
    var until = c.until();
    if (until == null || until.anyMayBeUnseen()) { // the chains at which it stopped give its draws
      option(line, "--chains", c.plan().chains());
    } else {
      option(line, "--until", until.limit());
      option(line, "--max-chains", until.mostChains());
    }
    Sampler sampler = c.plan().sampler();
    option(line, "--warmup", sampler.warmup());
    option(line, "--draws", sampler.draws());
    if (sampler.thinning() != Sampler.named(sampler.name()).thinning()) {
      option(line, "--thinning", sampler.thinning());
    }
  }

  private static void sampler(StringBuilder line, Sampler sampler) {
    option(line, "--sampler", sampler.name());
    Map<String, String> usual = Sampler.named(sampler.name()).settings();
    sampler
        .settings()
        .forEach(
            (setting, value) -> {
              if (!value.equals(usual.get(setting))) {
                option(line, "--" + setting.replace(' ', '-'), value);
              }
            });
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
      option(
          line,
          name,
          quoted(columns.stream().map(RepeatCommand::listed).collect(Collectors.joining(","))));
    }
  }

  /** As a list of names takes it: quoted as in a CSV file where it has a comma or a quote. */
  private static String listed(String name) {
    return name.contains(",") || name.contains("\"")
        ? '"' + name.replace("\"", "\"\"") + '"'
        : name;
  }

  /** What a file's target is taken for unless it is told, as {@link TargetType#AUTO} says. */
  private static String byDefault(Dataset data) {
    List<String> names = data.encoding().target().levels();
    boolean classes =
        switch (data.encoding().kind()) {
          case TargetKind.Number _ -> Arrays.stream(data.target()).allMatch(y -> y == 0 || y == 1);
          case TargetKind.Classes _ ->
              names.equals(List.of("0", "1")) || names.stream().anyMatch(name -> !isNumber(name));
        };
    return classes ? Likelihood.CATEGORICAL : Likelihood.NORMAL;
  }

  private static boolean isNumber(String level) {
    try {
      return Double.isFinite(Double.parseDouble(level));
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static void option(StringBuilder line, String name, @Nullable Object value) {
    boolean likeAnOption = String.valueOf(value).startsWith("-");
    line.append(' ').append(name).append(likeAnOption ? '=' : ' ').append(value);
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** As a shell takes it for one word. */
  static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
