package dev.coset.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.Engine;
import dev.coset.model.Choice;
import dev.coset.model.Choice.Budget;
import dev.coset.model.Choice.Candidate;
import dev.coset.model.Choice.Chains;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.sampler.SamplerMonitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of format 5 do not say where training rows lie; those of format 6 do. */
class OlderFormatTest {
  private static final Study STUDY = Studies.small(3, 5);
  private static final double[][] X = {{-2, 0.3, 7}};

  @TempDir Path folder;

  private RunStore begun(String name, int format) throws IOException {
    Path place = folder.resolve(name);
    RunStore.create(place, STUDY, "test").close();
    Manifest.read(place).in(format).write(place);
    Files.delete(place.resolve("draws.journal"));
    RunStore run = RunStore.open(place);
    MissingChains.sample(run, Engine.local(1), SamplerMonitor.NONE);
    return run;
  }

  @Test
  void aRunOfFormat5PredictsTheSame() throws IOException {
    try (var older = begun("older", Manifest.FORMAT_WITHOUT_RANGES);
        var newer = begun("newer", Manifest.FORMAT)) {
      assertThat(older.manifest().ranges()).isNull();
      assertThat(older.draws()).isEqualTo(newer.draws());
    }
    try (var older = Mixture.read(folder.resolve("older"));
        var newer = Mixture.read(folder.resolve("newer"))) {
      assertThat(older.range()).isEqualTo(newer.range());
      assertThat(older.scaling().target()).isEqualTo(newer.scaling().target());
      assertThat(older.predictive(X, 1).number(0).mean())
          .isEqualTo(newer.predictive(X, 1).number(0).mean());
    }
  }

  @Test
  void predictionReadsNoTrainingRows() throws IOException {
    begun("run", Manifest.FORMAT).close();
    Path run = folder.resolve("run");
    double mean = Mixture.read(run).predictive(X, 1).number(0).mean();
    Files.delete(run.resolve("data.bin"));
    var mixture = Mixture.read(run);
    assertThat(mixture.predictive(X, 1).number(0).mean()).isEqualTo(mean);
    assertThat(mixture.range().low()).hasSize(1);
  }

  @Test
  void theModelsOfARunShareOneCopyOfTheData() throws IOException {
    Path place = folder.resolve("several");
    var configuration = STUDY.configuration();
    var one = Candidate.of("one", configuration);
    var two = Candidate.of("two", configuration.withHidden(new int[] {2}));
    var budget = new Budget(1, 1, Chains.AS_ASKED);
    var choice = new Choice(List.of(one, two), false, budget, "");
    try (var run = MixtureRun.create(place, STUDY, Source.of("test"), choice, Weighting.EQUAL)) {
      run.decide(
          new Choice(
              List.of(
                  new Candidate("one", one.configuration(), 0, 0, 0.75),
                  new Candidate("two", two.configuration(), 0, 0, 0.25)),
              false,
              budget,
              "3 rows"));
      try (var mixture = run.mixture(0)) {
        for (Mixture.Part part : mixture.parts()) {
          MissingChains.sample(part.run(), Engine.local(1), SamplerMonitor.NONE);
        }
      }
    }
    try (var files = Files.walk(place)) {
      assertThat(files.filter(file -> file.endsWith("data.bin"))).hasSize(1);
    }
    var mixture = Mixture.read(place);
    assertThat(mixture.parts().get(0).run().study().data())
        .isSameAs(mixture.parts().get(1).run().study().data());
    // One of them can be looked at alone.
    assertThat(RunStore.read(place.resolve("candidates/two")).study().split().train())
        .isEqualTo(STUDY.split().train());
  }
}
