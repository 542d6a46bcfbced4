package dev.coset.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coset.chains.Engine;
import dev.coset.chains.JobQueue;
import dev.coset.data.InputException;
import dev.coset.data.Table;
import dev.coset.data.TargetScale;
import dev.coset.distribution.NumberDistribution;
import dev.coset.message.Message;
import dev.coset.parallel.Parallel;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.Sampler;
import dev.coset.sampler.SamplerMonitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FitTest {
  private static final Map<String, ?> ROW = Map.of("size", 12, "town", "east");

  @TempDir Path folder;

  private static Map<String, List<Object>> columns() {
    Map<String, List<Object>> columns = new LinkedHashMap<>();
    List<Object> size = new ArrayList<>();
    List<Object> town = new ArrayList<>();
    List<Object> price = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      boolean east = i * 7 % 3 == 0;
      size.add(i * 13 % 29);
      town.add(east ? "east" : "west");
      price.add(100 + 3 * (i * 13 % 29) + (east ? 20 : 0) + i * 5 % 7);
    }
    columns.put("size", size);
    columns.put("town", town);
    columns.put("price", price);
    return columns;
  }

  private static Fit fit() {
    return Fit.of(Table.of(columns()), "price").coreSeconds(1, 1).seed(3);
  }

  private static Fit oneModel() {
    return Fit.of(Table.of(columns()), "price").hidden(4).chains(4).warmup(200).draws(5).seed(3);
  }

  private Path file() throws IOException {
    var columns = columns();
    var text = new StringBuilder(String.join(",", columns.keySet())).append('\n');
    for (int i = 0; i < 60; i++) {
      int row = i;
      text.append(
              String.join(
                  ",", columns.values().stream().map(c -> String.valueOf(c.get(row))).toList()))
          .append('\n');
    }
    return Files.writeString(folder.resolve("table.csv"), text);
  }

  private static void assertSame(NumberDistribution a, NumberDistribution b) {
    assertThat(a.mean()).isEqualTo(b.mean());
    assertThat(a.quantile(0.9)).isEqualTo(b.quantile(0.9));
  }

  @Test
  void aTableInMemoryIsFittedAsItsFile() throws IOException {
    Model ofFile = Fit.of(Table.read(file()), "price").coreSeconds(1, 1).seed(3).run();
    assertSame(fit().run().number(ROW), ofFile.number(ROW));
  }

  @Test
  void threadsAndEngineDoNotChangeTheModel() {
    Model one = fit().threads(1).run();
    Model two = fit().threads(2).engine(Engine.local(3)).run();
    assertSame(one.number(ROW), two.number(ROW));
  }

  @Test
  void aFitThatIsStoppedInAnyPhaseIsResumedToTheSameModel() {
    Path whole = folder.resolve("whole");
    fit().run(whole).close();
    var asked = new AtomicInteger();
    fit().listener(stoppingAfter(Integer.MAX_VALUE, asked)).run(folder.resolve("counted")).close();
    int all = asked.get();
    for (int part = 1; part < 6; part++) {
      Path place = folder.resolve("stopped-" + part);
      int after = all * part / 6;
      assertThatThrownBy(
              () -> fit().listener(stoppingAfter(after, new AtomicInteger())).run(place).close())
          .isInstanceOf(FitStopped.class);
      Fit.resume(place).run().close();
      assertSame(Model.load(place).number(ROW), Model.load(whole).number(ROW));
    }
  }

  private static FitListener stoppingAfter(int times, AtomicInteger asked) {
    return new FitListener() {
      @Override
      public boolean stopped() {
        return asked.incrementAndGet() > times;
      }
    };
  }

  @Test
  void aRunThatIsCompleteIsSaidToBe() {
    String complete = "The run is complete: nothing was computed.";
    Map<String, Fit> fits = Map.of("several", fit(), "one", oneModel());
    for (var each : fits.entrySet()) {
      Path place = folder.resolve(each.getKey());
      Fit fit = each.getValue();
      assertThat(notes(listener -> fit.listener(listener).run(place))).doesNotContain(complete);
      assertThat(notes(listener -> fit.listener(listener).run(place))).contains(complete);
      assertThat(notes(listener -> Fit.resume(place).listener(listener).run())).contains(complete);
      assertThat(notes(listener -> Fit.resume(place).chains(14).listener(listener).run()))
          .doesNotContain(complete);
    }
  }

  private static List<String> notes(Function<FitListener, FittedRun> fit) {
    List<String> notes = new ArrayList<>();
    fit.apply(
            new FitListener() {
              @Override
              public void note(Message sentence) {
                notes.add(sentence.toString());
              }
            })
        .close();
    return notes;
  }

  @Test
  void phasesComeInOrderAndEndAtTheirEnd() {
    List<String> heard = new ArrayList<>();
    fit()
        .listener(
            new FitListener() {
              @Override
              public void begins(FitPhase phase) {
                heard.add("begins " + phase.kind());
              }

              @Override
              public void ends(FitPhase phase) {
                heard.add("ends " + phase.kind());
                if (phase.kind() == FitPhase.Kind.SAMPLING) {
                  var state = phase.state();
                  assertThat(state.transitions())
                      .isPositive()
                      .isLessThanOrEqualTo(phase.transitions());
                  assertThat(state.chains()).isPositive().isLessThanOrEqualTo(state.of());
                }
              }
            })
        .run();
    assertThat(heard)
        .containsExactly("begins CHOOSING", "ends CHOOSING", "begins SAMPLING", "ends SAMPLING");
  }

  @Test
  void aSavedModelPredictsTheSameWithoutItsTrainingRows() throws IOException {
    Model model = oneModel().run();
    Path saved = folder.resolve("saved");
    model.save(saved);
    Files.delete(saved.resolve("data.bin"));
    Model loaded = Model.load(saved);
    assertSame(loaded.number(ROW), model.number(ROW));
    assertThat(loaded.columns()).containsExactly("size", "town");
    assertThat(loaded.extrapolation(Map.of("size", 1000, "town", "west"))).isGreaterThan(10);
    assertThatThrownBy(() -> model.save(saved)).isInstanceOf(InputException.class);
  }

  @Test
  void manyThreadsShareAModel() {
    Model model = oneModel().run();
    double mean = model.number(ROW).mean();
    double[] means = new double[200];
    Parallel.tasks(8, means.length, i -> means[i] = model.number(ROW).mean());
    assertThat(means).containsOnly(mean);
  }

  @Test
  void rowsTablesAndMatricesAreOne() {
    Model model = oneModel().run();
    double mean = model.number(ROW).mean();
    assertThat(model.predict(Table.row(ROW)).number(0).mean()).isEqualTo(mean);
    assertThat(model.featureNames()).containsExactly("size", "town=east", "town=west");
    assertThat(model.predict(new double[][] {{3, 0, 1}, {12, 1, 0}}).number(1).mean())
        .isEqualTo(mean);
    assertThatThrownBy(() -> model.predict(new double[][] {{3}}))
        .isInstanceOf(InputException.class);
    assertThatThrownBy(() -> model.number(Map.of("size", 3)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("town");
    assertThatThrownBy(() -> model.classes(ROW)).isInstanceOf(InputException.class);
  }

  @Test
  void crossValidationFitsEachPartAsAFitDoes() {
    List<Integer> tested =
        oneModel().crossValidate(3, null, run -> run.run().study().split().test().length);
    assertThat(tested).hasSize(3);
    assertThat(tested.stream().mapToInt(n -> n).sum()).isEqualTo(60);
  }

  @Test
  void settingsThatContradictEachOtherAreRefusedBeforeTheTableIsRead() {
    Table none = Table.read(folder.resolve("absent.csv"));
    for (Fit wrong :
        List.of(
            Fit.of(none, "y").chooseModel().sampler("nuts"),
            Fit.of(none, "y").chooseModel().superchains(2),
            Fit.of(none, "y").chains(3).coreSeconds(1, 1),
            Fit.of(none, "y").activation("sine"),
            Fit.of(none, "y").testAfter("t").testGroup("g"),
            Fit.of(none, "y").maxRows(0))) {
      assertThatThrownBy(() -> wrong.run(folder.resolve("run")))
          .isInstanceOf(InputException.class)
          .hasMessageNotContaining("absent.csv");
    }
    assertThat(folder.resolve("run")).doesNotExist();
  }

  /** What an engine cannot run is refused before a file is written. */
  @Test
  void aModelThatTheEngineCannotRunIsRefusedFirst() {
    var engine =
        new Engine() {
          @Override
          public String name() {
            return "none";
          }

          @Override
          public Engine with(Map<String, String> options) {
            return this;
          }

          @Override
          public void requireRuns(Posterior posterior, Sampler sampler) {
            throw new InputException("No kernel.");
          }

          @Override
          public void run(JobQueue queue, SamplerMonitor monitor) {
            throw new AssertionError("Nothing runs.");
          }
        };
    for (Fit fit : List.of(fit().targetScale(TargetScale.LINEAR), oneModel())) {
      Path run = folder.resolve("refused");
      assertThatThrownBy(() -> fit.engine(engine).run(run))
          .isInstanceOf(InputException.class)
          .hasMessage("No kernel.");
      assertThat(run).doesNotExist();
    }
  }
}
