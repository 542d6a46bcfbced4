package dev.coset.cli;

import dev.coset.chains.ChainBudget;
import dev.coset.data.UserInput;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "chains",
    mixinStandardHelpOptions = true,
    description = "Compute how many chains find every mode, given the modes' probabilities.",
    footer = {
      "",
      "The paper bounds the number by Markov's inequality; the exact number is far smaller. Without"
          + " options: three modes with half-normal weights, as in the paper.",
      "",
      "Examples:",
      "  coset chains --half-normal 3 --confidence 0.99",
      "  coset chains --modes 0.57,0.35,0.08 --chains 100"
    })
final class ChainsCommand implements Callable<Integer> {
  static final class Modes {
    @Option(
        names = "--modes",
        paramLabel = "P",
        split = ",",
        description = "Probability of each mode; they sum to 1.")
    double @Nullable [] probabilities;

    @Option(
        names = "--half-normal",
        paramLabel = "K",
        description =
            "K modes, weighted by the normal density at K even steps from 0 to 1.96. Default: 3.")
    @Nullable Integer halfNormal;

    @Option(names = "--uniform", paramLabel = "K", description = "K modes, all equally probable.")
    @Nullable Integer uniform;
  }

  @ArgGroup(exclusive = true)
  @Nullable Modes modes;

  @Option(
      names = "--confidence",
      paramLabel = "P",
      defaultValue = "0.99",
      description = "Probability that every mode is found. Default: ${DEFAULT-VALUE}.")
  double confidence;

  @Option(
      names = "--chains",
      paramLabel = "N",
      description = "Also compute the probability that N chains find every mode.")
  @Nullable Long chains;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var console = new Console(spec, json);
    UserInput.run(() -> print(budget(), console));
    return 0;
  }

  private ChainBudget budget() {
    if (modes == null) {
      return ChainBudget.halfNormal(3);
    }
    if (modes.probabilities != null) {
      return new ChainBudget(modes.probabilities);
    }
    if (modes.uniform != null) {
      return ChainBudget.uniform(modes.uniform);
    }
    return ChainBudget.halfNormal(modes.halfNormal == null ? 3 : modes.halfNormal);
  }

  private void print(ChainBudget budget, Console console) {
    double[] probabilities = budget.modeProbabilities();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("probabilities", probabilities);
    fields.put("confidence", confidence);
    fields.put("expected", budget.expected());
    fields.put("markov", budget.markov(confidence));
    fields.put("exact", budget.exact(confidence));
    var text = new StringBuilder();
    text.append(
        Texts.format(
            """
            modes       %d, of probability %s
            expected    %.4f chains until every mode is found
            exact       %d chains find every mode with probability %s
            Markov      %d chains by the paper's bound\
            """,
            probabilities.length,
            shown(probabilities),
            budget.expected(),
            budget.exact(confidence),
            confidence,
            budget.markov(confidence)));
    if (chains != null) {
      fields.put("chains", chains);
      fields.put("probability", budget.probability(chains));
      fields.put("missing", budget.missing(chains));
      fields.put("markov_lower", budget.markovLower(chains));
      text.append(
          Texts.format(
              "%n%-11s find every mode with probability %.6f (miss one with %.3g); at least %.6f by"
                  + " Markov's bound",
              chains + " chains",
              budget.probability(chains),
              budget.missing(chains),
              budget.markovLower(chains)));
    }
    console.print(fields, text.toString());
  }

  private static String shown(double[] probabilities) {
    int most = 8;
    var text = new StringBuilder();
    for (int i = 0; i < Math.min(probabilities.length, most); i++) {
      text.append(i == 0 ? "" : ", ").append(Texts.format("%.4g", probabilities[i]));
    }
    return text + (probabilities.length > most ? ", ..." : "");
  }
}
