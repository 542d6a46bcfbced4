package dev.coset.cli;

import dev.coset.data.UserInput;
import dev.coset.symmetry.Cardinality;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "cardinality",
    mixinStandardHelpOptions = true,
    description = "Count the weight vectors of a network that compute the same function.",
    footer = {
      "",
      "Neurons of a hidden layer can be permuted, and tanh neurons can change sign. In JSON, exact"
          + " numbers are strings, because most JSON readers keep only 16 digits of a number.",
      "",
      "Examples:",
      "  coset cardinality 16,16,16",
      "  coset cardinality 128 --activation relu --json"
    })
final class CardinalityCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "WIDTHS",
      split = ",",
      arity = "1",
      description = "Widths of the hidden layers, such as 16,16,16.")
  int[] hidden = {};

  @Option(
      names = "--activation",
      defaultValue = "tanh",
      description = "Activation of hidden neurons: tanh or relu. Default: ${DEFAULT-VALUE}.")
  String activation = "tanh";

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var console = new Console(spec, json);
    Cardinality cardinality = UserInput.checked(() -> Cardinality.of(hidden, activation));
    boolean infinite = cardinality.hasInfiniteRescalings();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("hidden", hidden);
    fields.put("activation", activation.toLowerCase(Locale.ROOT));
    put(fields, "permutations", cardinality.permutations());
    put(fields, "sign_flips", cardinality.signFlips());
    put(fields, "total", cardinality.total());
    fields.put("infinite_rescalings", infinite);
    String text =
        line("permutations", cardinality.permutations())
            + line("sign flips", cardinality.signFlips())
            + line(infinite ? "counted" : "total", cardinality.total())
            + (infinite
                ? "rescalings    infinitely many: any c > 0 can rescale a ReLU neuron, so only"
                    + " permutations are counted"
                : "All of them compute the same function, so their posterior density is the same.");
    console.print(fields, text);
    return 0;
  }

  private static void put(Map<String, Object> fields, String name, BigInteger number) {
    fields.put(name, number.toString());
    fields.put(name + "_scientific", Cardinality.scientific(number));
  }

  private static String line(String name, BigInteger number) {
    return Texts.format("%-13s %-9s %s%n", name, Cardinality.scientific(number), number);
  }
}
