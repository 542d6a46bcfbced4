package dev.coset.cli;

import dev.coset.data.Encoding;
import dev.coset.data.TargetKind;
import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.Predictive;
import dev.coset.parallel.Parallel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/** Predictions as columns of a table. */
interface Predictions {
  /** The names of its columns. */
  List<String> header();

  /** The cells of every row: numbers, or text. */
  List<List<Object>> rows(Predictive predictive, int threads);

  /** As the target asks for. */
  static Predictions of(Encoding encoding, double[] quantiles) {
    return switch (encoding.kind()) {
      case TargetKind.Number _ -> new OfNumbers(quantiles);
      case TargetKind.Classes _ -> new OfClasses(encoding.target().levels());
    };
  }

  private static List<Object> cells(DoubleStream values) {
    return values.<Object>mapToObj(value -> value).toList();
  }

  /** Moments and quantiles. */
  record OfNumbers(double[] quantiles) implements Predictions {
    @Override
    public List<String> header() {
      List<String> names =
          new ArrayList<>(List.of("mean", "median", "sd", "aleatoric", "epistemic"));
      for (double p : quantiles) {
        names.add("q" + p);
      }
      return names;
    }

    @Override
    public List<List<Object>> rows(Predictive predictive, int threads) {
      return predictive.summaries(quantiles, threads).stream()
          .map(
              s ->
                  cells(
                      DoubleStream.concat(
                          DoubleStream.of(
                              s.mean(), s.median(), s.sd(), s.aleatoric(), s.epistemic()),
                          Arrays.stream(s.quantiles()))))
          .toList();
    }
  }

  /** Probabilities and entropies. */
  record OfClasses(List<String> classes) implements Predictions {
    @Override
    public List<String> header() {
      List<String> names = new ArrayList<>(List.of("class"));
      classes.forEach(name -> names.add("p_" + name));
      names.addAll(List.of("entropy", "aleatoric", "epistemic"));
      return names;
    }

    @Override
    public List<List<Object>> rows(Predictive predictive, int threads) {
      List<List<Object>> rows = new ArrayList<>(predictive.points());
      for (int i = 0; i < predictive.points(); i++) {
        rows.add(List.of());
      }
      Parallel.ranges(
          threads,
          predictive.points(),
          (from, to) -> {
            for (int i = from; i < to; i++) {
              rows.set(i, row(predictive.classes(i)));
            }
          });
      return rows;
    }

    private List<Object> row(ClassProbabilities of) {
      List<Object> cells = new ArrayList<>();
      cells.add(classes.get(of.mostProbable()));
      cells.addAll(cells(Arrays.stream(of.probabilities())));
      cells.addAll(
          cells(DoubleStream.of(of.entropy(), of.expectedEntropy(), of.mutualInformation())));
      return cells;
    }
  }
}
