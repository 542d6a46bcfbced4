package dev.coset.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.ChainOutcome;
import dev.coset.diagnostics.Assessment;
import dev.coset.model.Configuration.Standardise;
import dev.coset.model.Study;
import dev.coset.network.Network;
import dev.coset.sensitivity.Sensitivity;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DependenceTest {
  @TempDir Path folder;

  /**
   * A run of functions that hardly depend on any column but one, and on that evenly: {@code
   * tanh(x_j - 1) - tanh(x_j + 1)}, whose mean slope is 0.
   */
  private Dependence planted(int columns, int strong) {
    Study few = Runs.study(40, columns, 0, 3, 2);
    // So scaled, columns that outnumber rows are seen themselves.
    Study study = Study.of(few.data(), few.split(), few.configuration().with(Standardise.ALL));
    try (var run = RunStore.create(folder.resolve("run"), study, "planted")) {
      for (int chain = 0; chain < 3; chain++) {
        var made = Runs.chain(study, chain, 2, 0.3);
        plant(study.posterior().network(), made, strong);
        run.append(made);
      }
      return Dependence.of(
              RunFigures.of(Mixture.of(run), Assessment.of(Mixture.of(run), 2), 2, part -> {}))
          .orElseThrow();
    }
  }

  private static void plant(Network network, ChainOutcome.Finished chain, int strong) {
    var draws = chain.draws();
    for (int g = 0; g < draws.count(); g++) {
      int at = g * draws.dimension();
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < network.inputs(); j++) {
          draws.values()[at + network.weight(1, i, j)] *= 1e-3;
        }
        draws.values()[at + network.weight(1, i, strong)] = i < 2 ? 1 : 0;
        draws.values()[at + network.bias(1, i)] = new double[] {-1, 1, 0}[i];
        draws.values()[at + network.weight(2, 0, i)] = new double[] {1, -1, 1e-2}[i];
      }
    }
  }

  private static List<String> names(List<Inputs> columns) {
    return columns.stream().map(Inputs::name).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 64, 65, 1000})
  void theColumnThatMattersIsFoundAmongAnyNumber(int columns) {
    int strong = columns - 3;
    Dependence dependence = planted(columns, strong);
    assertThat(dependence.columns()).isEqualTo(columns);
    assertThat(names(dependence.strongest(1))).containsExactly("x" + (strong + 1));
  }

  @Test
  void howManyColumnsAreLookedAtDoesNotGrowWithTheirNumber() {
    assertThat(planted(40, 1).strongest(Integer.MAX_VALUE)).hasSize(40);
    folder = folder.resolve("more");
    assertThat(planted(700, 1).strongest(Integer.MAX_VALUE)).hasSize(Sensitivity.MOST_COLUMNS);
  }

  /**
   * The first column moves the output of a class that stays improbable, the second, less far, that
   * of a probable one.
   */
  @Test
  void ofClassesProbabilitiesMatterAndNotOutputs() {
    Study study = Runs.classes(60, 2, List.of("a", "b", "c"), 0, 2, 1);
    Network network = study.posterior().network();
    try (var run = RunStore.create(folder.resolve("run"), study, "planted")) {
      for (int chain = 0; chain < 2; chain++) {
        var made = Runs.chain(study, chain, 1, 0);
        double[] theta = made.draws().values();
        Arrays.fill(theta, 0);
        theta[network.weight(1, 0, 0)] = 1;
        theta[network.weight(2, 2, 0)] = 6;
        theta[network.bias(2, 2)] = -20;
        theta[network.weight(1, 1, 1)] = 1;
        theta[network.weight(2, 1, 1)] = 1;
        run.append(made);
      }
      var figures =
          RunFigures.of(Mixture.of(run), Assessment.of(Mixture.of(run), 1), 1, part -> {});
      assertThat(names(Dependence.of(figures).orElseThrow().strongest()))
          .containsExactly("x2", "x1");
    }
  }
}
