package dev.coset.experiments;

/**
 * The stored result of one fit.
 *
 * @param method its name in tables
 * @param parts chains, or members of an ensemble
 * @param draws of each part
 * @param warmup steps of chains, epochs of trainings; 0 where a training stops by itself
 * @param lppd on the test rows, target standardised
 * @param standardError of the LPPD over test points
 * @param monteCarloError of the LPPD over parts, NaN where one part cannot show it
 * @param version of Coset that measured it
 */
public record Measurement(
    PaperData data,
    PaperNetwork network,
    String method,
    int parts,
    int draws,
    int warmup,
    long seed,
    double lppd,
    double standardError,
    double monteCarloError,
    double rmse,
    long gradients,
    double seconds,
    String version) {

  /** What it was of: two measurements with the same key are the same. */
  String key() {
    return keyWithoutSeed() + "-s" + seed;
  }

  String keyWithoutSeed() {
    return "%s-%s-%s-%dx%d-w%d".formatted(data, network, method, parts, draws, warmup);
  }
}
