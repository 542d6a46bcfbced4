package dev.coset.cli;

import static dev.coset.cli.DataOptions.given;

import dev.coset.data.InputException;
import dev.coset.data.TargetScale;
import dev.coset.data.TargetType;
import dev.coset.fit.Fit;
import dev.coset.model.Configuration.Standardise;
import dev.coset.model.Weighting;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say which model is fitted; one given explicitly beats the preset. */
final class ModelOptions {
  private static final String AUTO = "auto";
  private static final String LINEAR = "linear";

  enum Preset {
    PAPER
  }

  @Mixin private ChainOptions chains = new ChainOptions();

  @Option(
      names = "--hidden",
      paramLabel = "WIDTHS",
      description =
          "Widths of the hidden layers, such as 16,16; linear for no hidden layer. auto:"
              + " cross-validation compares candidate models from linear to 16,16,16 (wider ones"
              + " for many rows), with constant or column-dependent noise; the best predict"
              + " together. Default: auto; 16,16,16 in --preset paper; 16,16 with --until or"
              + " --superchains, which are for one model.")
  @Nullable String hidden;

  @Option(
      names = "--activation",
      description = "Activation of hidden neurons: tanh or relu. Default: tanh.")
  @Nullable String activation;

  @Option(
      names = "--standardise",
      paramLabel = "ROWS",
      description =
          "Rows that determine the mean and standard deviation of columns: train or all. Default:"
              + " train.")
  @Nullable Standardise standardise;

  @Option(
      names = "--prior-scale",
      paramLabel = "SD",
      split = ",",
      description =
          "Standard deviation of the prior of the weights. Or two, such as 0.25,1: one for the"
              + " weights of the first layer and one for all others. Default: 1; with --hidden"
              + " auto, chosen by cross-validation.")
  @Nullable List<Double> priorScale;

  @Option(
      names = "--precision",
      defaultValue = "single",
      description = "Arithmetic of the network: single or double. Default: ${DEFAULT-VALUE}.")
  String precision = "single";

  @Option(
      names = "--preset",
      description =
          "paper: the paper's experiments (16,16,16, tanh, nuts, uniform starts, 1274 chains, 1024"
              + " warm-up steps, 1 draw, standardised on all rows).")
  @Nullable Preset preset;

  @Option(
      names = "--likelihood",
      paramLabel = "NAME",
      description =
          "Distribution of the target: normal (a number with constant noise), heteroscedastic (a"
              + " number whose noise depends on the columns), student (the same with heavy tails),"
              + " categorical (classes). Default:"
              + " categorical for text, true/false or exactly 0 and 1. For other numbers: with"
              + " --hidden auto, the one that predicts better; otherwise normal.")
  @Nullable String likelihood;

  @Option(
      names = "--target-type",
      paramLabel = "TYPE",
      description =
          "Type of the target: number, classes, or auto (from its cells). Default: the type of"
              + " --likelihood, else auto.")
  @Nullable TargetType targetType;

  @Option(
      names = "--target-scale",
      paramLabel = "SCALE",
      description =
          "Scale of a numeric target in the model: linear, or log for positive skewed ones such as"
              + " prices. Default: linear; with --hidden auto, the one that predicts better.")
  @Nullable TargetScale targetScale;

  @Option(
      names = "--weights",
      paramLabel = "RULE",
      description =
          "How chains are weighted. equal: all chains equally. stacking: modes by predictive"
              + " accuracy on held-out training rows. evidence: modes by their posterior mass."
              + " Default: stacking; equal in --preset paper.")
  @Nullable Weighting weights;

  /** Hands the options to a fit. */
  Fit in(Fit fit) {
    if (preset == Preset.PAPER) {
      fit.paper();
    }
    given(hidden, widths -> hidden(widths, fit));
    given(activation, fit::activation);
    given(standardise, fit::standardise);
    given(priorScale, scales -> fit.priorScale(numbers(scales)));
    fit.precision(precision);
    given(likelihood, fit::likelihood);
    given(targetType, fit::targetType);
    given(targetScale, fit::targetScale);
    given(weights, fit::weights);
    return chains.in(fit);
  }

  private static double[] numbers(List<Double> list) {
    return list.stream().mapToDouble(x -> x).toArray();
  }

  private static void hidden(String widths, Fit fit) {
    if (widths.equalsIgnoreCase(AUTO)) {
      fit.chooseModel();
      return;
    }
    if (widths.equalsIgnoreCase(LINEAR)) {
      fit.hidden();
      return;
    }
    try {
      fit.hidden(
          Arrays.stream(widths.split(",", -1))
              .mapToInt(width -> Integer.parseInt(width.strip()))
              .toArray());
    } catch (NumberFormatException e) {
      throw new InputException(
          "--hidden takes whole numbers such as 16,16, linear or auto, but was '" + widths + "'.",
          e);
    }
  }
}
