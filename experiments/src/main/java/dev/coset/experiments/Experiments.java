package dev.coset.experiments;

import dev.coset.data.InputException;
import java.util.List;
import java.util.stream.Collectors;

/** All experiments. */
public final class Experiments {
  private static final List<Experiment> ALL =
      List.of(
          new Table1(),
          new Table2(),
          new Table3(),
          new Figure1(),
          new Figure2(),
          new Figure3(),
          new Figure4(),
          new Figure5(),
          new Figure6(),
          new ExactChains(),
          new WarmStart());

  private Experiments() {}

  public static List<Experiment> all() {
    return ALL;
  }

  /** The experiment of that name. */
  public static Experiment named(String name) {
    return ALL.stream()
        .filter(e -> e.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InputException(
                    "There is no experiment named '%s': choose one of %s."
                        .formatted(
                            name,
                            ALL.stream().map(Experiment::name).collect(Collectors.joining(", ")))));
  }
}
