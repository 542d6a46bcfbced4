package dev.coset.baselines;

import dev.coset.data.Points;
import dev.coset.data.TargetKind;
import dev.coset.model.Study;
import dev.coset.predictive.TestRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Simple models on the test rows of a study. Of very many training rows they see some, evenly
 * picked.
 */
public record Baselines(List<Baseline> all) {
  public static final String CONSTANT = "constant";
  public static final String LINEAR = "linear";
  public static final String NEAREST = "nearest rows";

  private static final int MOST_ROWS = 4000;
  private static final int MOST_INPUTS = 500; // of a linear model
  private static final int FEWEST_ROWS = 5;

  /** A simple model by its name, with its predictions of the test rows. */
  public record Baseline(String name, TestRows rows) {}

  public Baselines {
    all = List.copyOf(all);
  }

  /**
   * None where there are no test rows.
   *
   * @param threads at most so many share the work; the result does not depend on it
   */
  public static Optional<Baselines> of(Study study, int threads) {
    Points train = study.posterior().data().evenly(MOST_ROWS);
    if (study.test().count() == 0 || train.count() < FEWEST_ROWS) {
      return Optional.empty();
    }
    List<Baseline> all = new ArrayList<>();
    all.add(score(CONSTANT, Constant.of(train.y()), study, threads));
    if (train.features() <= MOST_INPUTS) {
      Model linear =
          switch (train.y().kind()) {
            case TargetKind.Number _ -> Ridge.of(train);
            case TargetKind.Classes _ -> Discriminant.of(train);
          };
      all.add(score(LINEAR, linear, study, threads));
    }
    all.add(score(NEAREST, NearestRows.of(train, threads), study, threads));
    return Optional.of(new Baselines(all));
  }

  public Optional<Baseline> named(String name) {
    return all.stream().filter(b -> b.name.equals(name)).findFirst();
  }

  private static Baseline score(String name, Model model, Study study, int threads) {
    return new Baseline(name, TestRows.of(model::at, study, threads));
  }
}
