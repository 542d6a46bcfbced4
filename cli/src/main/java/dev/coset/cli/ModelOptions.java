package dev.coset.cli;

import dev.coset.chains.ChainPlan;
import dev.coset.data.InputException;
import dev.coset.network.Activation;
import dev.coset.network.Precision;
import dev.coset.posterior.Prior;
import dev.coset.store.Configuration;
import dev.coset.store.Configuration.Standardise;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options that say which model is fitted with which chains; one given explicitly beats the
 * preset.
 */
final class ModelOptions {
  /** Enough to see three half-normal modes with probability 0.99. */
  private static final int AUTO_CHAINS = 54;

  enum Preset {
    PAPER
  }

  @Option(
      names = "--hidden",
      paramLabel = "WIDTHS",
      split = ",",
      description = "Widths of the hidden layers. Default: 16,16,16.")
  int @Nullable [] hidden;

  @Option(
      names = "--activation",
      description = "Activation of hidden neurons: tanh or relu. Default: tanh.")
  @Nullable Activation activation;

  @Option(
      names = "--chains",
      paramLabel = "N|auto",
      description = "Number of chains; auto takes 54. Default: auto.")
  @Nullable String chains;

  @Option(
      names = "--warmup",
      paramLabel = "STEPS",
      description = "Warm-up steps of each chain. Default: 1024.")
  @Nullable Integer warmup;

  @Option(
      names = "--draws",
      paramLabel = "N",
      description = "Draws of each chain after its warm-up. Default: 1.")
  @Nullable Integer draws;

  @Option(names = "--seed", description = "Seed of all randomness. Default: ${DEFAULT-VALUE}.")
  long seed;

  @Option(
      names = "--standardise",
      paramLabel = "ROWS",
      description = "Rows that give mean and standard deviation: train or all. Default: train.")
  @Nullable Standardise standardise;

  @Option(
      names = "--prior-scale",
      paramLabel = "SD",
      defaultValue = "1",
      description = "Standard deviation of the weights' prior. Default: ${DEFAULT-VALUE}.")
  double priorScale;

  @Option(
      names = "--precision",
      defaultValue = "single",
      description = "Arithmetic of the network: single or double. Default: ${DEFAULT-VALUE}.")
  Precision precision = Precision.SINGLE;

  @Option(
      names = "--preset",
      description =
          "paper: the paper's experiments (tanh, 1274 chains, 1024 warm-up steps, 1 draw,"
              + " standardised on all rows).")
  @Nullable Preset preset;

  Configuration configuration() {
    boolean paper = preset == Preset.PAPER;
    try {
      var plan =
          ChainPlan.of(
              chains(paper ? 1274 : AUTO_CHAINS),
              warmup == null ? 1024 : warmup,
              draws == null ? 1 : draws,
              seed);
      return new Configuration(
          hidden == null ? new int[] {16, 16, 16} : hidden,
          activation == null ? Activation.TANH : activation,
          new Prior(priorScale),
          precision,
          standardise == null ? (paper ? Standardise.ALL : Standardise.TRAIN) : standardise,
          plan);
    } catch (InputException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new InputException(String.valueOf(e.getMessage()), e);
    }
  }

  private int chains(int otherwise) {
    if (chains == null) {
      return otherwise;
    }
    if (chains.equalsIgnoreCase("auto")) {
      return AUTO_CHAINS;
    }
    try {
      return Integer.parseInt(chains);
    } catch (NumberFormatException e) {
      throw new InputException(
          "--chains takes a whole number or auto, but was '" + chains + "'.", e);
    }
  }
}
