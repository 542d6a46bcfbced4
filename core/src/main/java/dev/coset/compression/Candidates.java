package dev.coset.compression;

import dev.coset.posterior.Draws;
import dev.coset.posterior.WeightedDraws;
import dev.coset.store.CompressedRun;
import dev.coset.store.CompressedRun.Model;
import dev.coset.store.Mixture;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The draws of a run's models among which some are chosen, as a file will have them: rounded to
 * single precision, and none twice.
 *
 * @param parts of the run, each with its draws
 */
record Candidates(List<Of> parts) {
  private static final int MOST = 2048;

  /**
   * The candidates of one model.
   *
   * @param weights of its draws in the run, in all models together
   */
  record Of(Mixture.Part part, Draws draws, double[] weights) {}

  static Candidates of(Mixture run) {
    List<Of> parts = new ArrayList<>();
    int all = run.parts().stream().mapToInt(part -> part.draws().draws().count()).sum();
    for (Mixture.Part part : run.parts()) {
      WeightedDraws draws = part.draws();
      parts.add(
          all <= MOST
              ? distinct(part, draws)
              : distinct(part, WeightedDraws.alike(draws.resampled(share(part)))));
    }
    return new Candidates(parts);
  }

  private static int share(Mixture.Part part) {
    return (int) Math.max(1, Math.round(MOST * part.weight()));
  }

  private static Of distinct(Mixture.Part part, WeightedDraws weighted) {
    Draws draws = CompressedRun.rounded(weighted.draws());
    double[] weights = weighted.weights();
    Map<List<Double>, Integer> placeOf = new LinkedHashMap<>();
    double[] sum = new double[draws.count()];
    IntStream.Builder first = IntStream.builder();
    for (int g = 0; g < draws.count(); g++) {
      List<Double> values = Arrays.stream(draws.draw(g)).boxed().toList();
      int place = placeOf.computeIfAbsent(values, v -> placeOf.size());
      if (sum[place] == 0) {
        first.add(g);
      }
      sum[place] += part.weight() * (weights == null ? 1.0 / draws.count() : weights[g]);
    }
    return new Of(part, draws.select(first.build()), Arrays.copyOf(sum, placeOf.size()));
  }

  int count() {
    return parts.stream().mapToInt(of -> of.draws.count()).sum();
  }

  /** All of them, one model after another, with the weights they have in the run. */
  List<Model> models() {
    double[] weights = parts.stream().flatMapToDouble(of -> Arrays.stream(of.weights)).toArray();
    return models(IntStream.range(0, weights.length).toArray(), weights);
  }

  /**
   * Some of them, with weights that sum to 1.
   *
   * @param chosen their numbers, in any order
   */
  List<Model> models(int[] chosen, double[] weights) {
    double[] weightOf = new double[count()];
    for (int k = 0; k < chosen.length; k++) {
      weightOf[chosen[k]] = weights[k];
    }
    List<Model> models = new ArrayList<>();
    int from = 0;
    for (Of of : parts) {
      int first = from;
      int[] kept =
          IntStream.range(0, of.draws.count()).filter(g -> weightOf[first + g] > 0).toArray();
      if (kept.length > 0) {
        models.add(
            Model.of(
                of.part,
                Arrays.stream(kept).mapToDouble(g -> weightOf[first + g]).toArray(),
                of.draws.select(Arrays.stream(kept))));
      }
      from += of.draws.count();
    }
    return models;
  }
}
