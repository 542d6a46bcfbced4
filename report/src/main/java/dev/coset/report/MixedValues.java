package dev.coset.report;

import dev.coset.data.TargetScaling;
import dev.coset.distribution.Predictive;
import dev.coset.posterior.Draws;
import dev.coset.posterior.OutputValues;
import dev.coset.posterior.Posterior;
import dev.coset.store.Mixture;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/** What some draws of every model compute at the same points. */
record MixedValues(List<OfModel> models) {
  MixedValues {
    models = List.copyOf(models);
  }

  /**
   * One model's.
   *
   * @param weight in the mixture
   */
  record OfModel(Posterior posterior, OutputValues values, double weight) {

    /** What it predicts, in the units of the data. */
    Predictive predictive(TargetScaling target) {
      return posterior.likelihood().predictive(values).map(target::original);
    }
  }

  /** Some draws of a model, weighted equally. */
  record ModelDraws(Mixture.Part part, Draws draws, double weight) {

    /** Of all models, in proportion to their weights; a model without any is left out. */
    static List<ModelDraws> of(Mixture mixture, int most) {
      List<ModelDraws> models = new ArrayList<>();
      for (Mixture.Part part : mixture.parts()) {
        int count = (int) Math.round(most * part.weight());
        if (count > 0 || models.isEmpty()) { // the highest weight comes first
          models.add(
              new ModelDraws(part, part.draws().resampled(Math.max(1, count)), part.weight()));
        }
      }
      double sum = models.stream().mapToDouble(ModelDraws::weight).sum();
      return models.stream()
          .map(model -> new ModelDraws(model.part, model.draws, model.weight / sum))
          .toList();
    }
  }

  /** Of one model alone. */
  static MixedValues of(Posterior posterior, OutputValues values) {
    return new MixedValues(List.of(new OfModel(posterior, values, 1)));
  }

  /** Of a mixture at points x (feature, point), as its networks see them. */
  static MixedValues of(Mixture mixture, int most, double[][] x, int threads) {
    return new MixedValues(
        ModelDraws.of(mixture, most).stream()
            .map(
                model -> {
                  Posterior posterior = model.part().run().study().posterior();
                  var values = OutputValues.of(posterior, model.draws(), x, threads);
                  return new OfModel(posterior, values, model.weight());
                })
            .toList());
  }

  /** What all models predict together, in the units of the data. */
  Predictive predictive(TargetScaling target) {
    return Predictive.mixed(
            models.stream()
                .map(model -> model.posterior.likelihood().predictive(model.values))
                .toList(),
            models.stream().mapToDouble(OfModel::weight).toArray())
        .map(target::original);
  }

  /** A quantity of each draw of each model, (draw, point). */
  double[][] ofDraws(Function<OfModel, double[][]> quantity) {
    return models.stream()
        .flatMap(model -> Arrays.stream(quantity.apply(model)))
        .toArray(double[][]::new);
  }

  /** A quantity of each draw, with its mean and the band that holds 90% of the draws. */
  BandedLine banded(Function<OfModel, double[][]> quantity) {
    return BandedLine.of(ofDraws(quantity), weights());
  }

  /** How much each draw counts; all together 1. */
  private double[] weights() {
    return models.stream()
        .flatMapToDouble(
            model ->
                DoubleStream.generate(() -> model.weight / model.values.draws())
                    .limit(model.values.draws()))
        .toArray();
  }
}
