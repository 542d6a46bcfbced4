package dev.coset.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.model.Study;
import dev.coset.store.CompressedRun.Model;
import dev.coset.store.Mixture;
import dev.coset.store.Mixture.Part;
import dev.coset.store.RunStore;
import dev.coset.store.SyntheticRun;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CandidatesTest {
  @TempDir Path folder;

  private RunStore run(String name, int chains, int draws) {
    Study study = SyntheticRun.study(chains, draws, 40);
    return SyntheticRun.create(
        folder.resolve(name), study, chain -> SyntheticRun.chain(chain, draws, name.length()));
  }

  private Candidates of(RunStore heavy, RunStore light) {
    var parts =
        List.of(
            new Part("heavy", heavy, 0.75, heavy.weights()),
            new Part("light", light, 0.25, light.weights()));
    return Candidates.of(new Mixture(folder, parts, Optional.empty()));
  }

  private static double sum(Candidates.Of part) {
    return Arrays.stream(part.weights()).sum();
  }

  @Test
  void ofFewDrawsAllAreCandidatesWithTheirWeights() {
    try (var heavy = run("a", 4, 5);
        var light = run("bb", 2, 3)) {
      Candidates candidates = of(heavy, light);
      assertThat(candidates.count()).isEqualTo(26);
      double[] shares = new double[20];
      Arrays.fill(shares, 0.75 / 20);
      assertThat(candidates.parts().get(0).weights()).containsExactly(shares, within(1e-15));
      shares = new double[6];
      Arrays.fill(shares, 0.25 / 6);
      assertThat(candidates.parts().get(1).weights()).containsExactly(shares, within(1e-15));
    }
  }

  /** A model has as many of the 2048 as its weight says, and they keep its weight. */
  @Test
  void ofManyDrawsAModelHasItsShareOfTheCandidates() {
    try (var heavy = run("a", 4, 600);
        var light = run("bb", 2, 600)) {
      Candidates candidates = of(heavy, light);
      Candidates.Of first = candidates.parts().get(0);
      Candidates.Of second = candidates.parts().get(1);
      assertThat(first.draws().count()).isEqualTo(1536);
      assertThat(second.draws().count()).isEqualTo(512);
      assertThat(sum(first)).isCloseTo(0.75, within(1e-12));
      assertThat(sum(second)).isCloseTo(0.25, within(1e-12));
    }
  }

  @Test
  void allOf2048DrawsAreCandidates() {
    try (var heavy = run("a", 2, 1000);
        var light = run("bb", 1, 48)) {
      assertThat(of(heavy, light).count()).isEqualTo(2048);
    }
  }

  /** Numbers count through the models; a model of which none is chosen is not there. */
  @Test
  void chosenOnesKeepTheirDrawsAndWeights() {
    try (var heavy = run("a", 4, 5);
        var light = run("bb", 2, 3)) {
      Candidates candidates = of(heavy, light);
      List<Model> models = candidates.models(new int[] {23, 3, 19}, new double[] {0.2, 0.7, 0.1});
      assertThat(models).extracting(Model::name).containsExactly("heavy", "light");
      assertThat(models.get(0).weights()).containsExactly(0.7, 0.1);
      assertThat(models.get(1).weights()).containsExactly(0.2);
      var all = candidates.parts();
      assertThat(models.get(0).draws().draw(0)).isEqualTo(all.get(0).draws().draw(3));
      assertThat(models.get(0).draws().draw(1)).isEqualTo(all.get(0).draws().draw(19));
      assertThat(models.get(1).draws().draw(0)).isEqualTo(all.get(1).draws().draw(3));
      List<Model> one = candidates.models(new int[] {20}, new double[] {1});
      assertThat(one).extracting(Model::name).containsExactly("light");
    }
  }
}
