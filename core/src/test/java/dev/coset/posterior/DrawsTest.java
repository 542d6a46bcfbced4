package dev.coset.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coset.posterior.DrawSchema.Statistic;
import dev.coset.posterior.DrawSchema.Type;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Draws are picked, joined and compared with all that is known of them. */
class DrawsTest {
  private static final DrawSchema SCHEMA =
      new DrawSchema(
          List.of(
              new Statistic(DrawSchema.STEPS, Type.COUNT),
              new Statistic("energy", Type.NUMBER),
              new Statistic(DrawSchema.DIVERGING, Type.TRUTH)));

  /** No two numbers in them are equal. */
  private static Draws draws(int count) {
    Draws draws = Draws.ofSize(count, 3, SCHEMA);
    Arrays.setAll(draws.values(), k -> k + 0.5);
    Arrays.setAll(draws.chain(), g -> 100 + g);
    Arrays.setAll(draws.logDensity(), g -> -1 - g);
    for (int k = 0; k < SCHEMA.size(); k++) {
      int first = 1000 * (k + 1);
      Arrays.setAll(draws.statistics()[k], g -> first + g);
    }
    return draws;
  }

  @Test
  void aDrawIsPickedWithAllThatIsKnownOfIt() {
    Draws draws = draws(5);
    int[] which = {4, 0, 2, 2};
    Draws some = draws.select(Arrays.stream(which));
    assertThat(some.count()).isEqualTo(4);
    for (int i = 0; i < which.length; i++) {
      int g = which[i];
      assertThat(some.draw(i)).containsExactly(3 * g + 0.5, 3 * g + 1.5, 3 * g + 2.5);
      assertThat(some.value(i, 2)).isEqualTo(3 * g + 2.5);
      assertThat(some.chain()[i]).isEqualTo(draws.chain()[g]);
      assertThat(some.logDensity()[i]).isEqualTo(draws.logDensity()[g]);
      for (Statistic statistic : SCHEMA.statistics()) {
        assertThat(some.statistic(statistic.name())[i])
            .isEqualTo(draws.statistic(statistic.name())[g]);
      }
    }
  }

  @Test
  void partsGoTogetherToTheWhole() {
    Draws whole = draws(7);
    var parts =
        List.of(
            whole.select(IntStream.range(0, 2)),
            whole.select(IntStream.empty()),
            whole.select(IntStream.range(2, 7)));
    assertThat(Draws.concatenate(3, SCHEMA, parts)).isEqualTo(whole).hasSameHashCodeAs(whole);
    assertThatThrownBy(() -> Draws.concatenate(3, DrawSchema.NONE, parts))
        .hasMessageContaining("different samplers");
  }

  /** Steps between them differ by one at most, from before the first to the last. */
  @Test
  void evenlyPickedAreTheLastAndOthersAtEqualSteps() {
    for (int n = 1; n <= 12; n++) {
      for (int most = 1; most <= 14; most++) {
        int[] chain = draws(n).evenly(most).chain();
        assertThat(chain).hasSize(Math.min(n, most));
        assertThat(chain[chain.length - 1]).isEqualTo(100 + n - 1);
        for (int i = 0; i < chain.length; i++) {
          int step = chain[i] - (i == 0 ? 99 : chain[i - 1]);
          assertThat(step).isBetween(n / chain.length, (n + chain.length - 1) / chain.length);
        }
      }
    }
  }

  @Test
  void evenlyPickedAreSoAmongMillionsToo() {
    Draws many = Draws.ofSize(1 << 20, 0, DrawSchema.NONE);
    Arrays.setAll(many.chain(), g -> g);
    assertThat(many.evenly(1 << 12).chain())
        .containsExactly(IntStream.rangeClosed(1, 1 << 12).map(i -> (i << 8) - 1).toArray());
  }

  @Test
  void drawsAreEqualIfAllThatIsKnownOfThemIs() {
    Draws draws = draws(2);
    double[] values = draws.values();
    int[] chain = draws.chain();
    double[] logDensity = draws.logDensity();
    double[][] statistics = draws.statistics();
    double[][] others = {statistics[0], statistics[2], statistics[1]};
    var renamed =
        new DrawSchema(
            List.of(
                SCHEMA.statistics().get(0),
                SCHEMA.statistics().get(1),
                new Statistic("turned", Type.TRUTH)));
    assertThat(draws)
        .isEqualTo(draws.withValues(values.clone()))
        .isNotEqualTo(draws.withValues(new double[6]))
        .isNotEqualTo(new Draws(3, values, new int[2], logDensity, SCHEMA, statistics))
        .isNotEqualTo(new Draws(3, values, chain, new double[2], SCHEMA, statistics))
        .isNotEqualTo(new Draws(3, values, chain, logDensity, renamed, statistics))
        .isNotEqualTo(new Draws(3, values, chain, logDensity, SCHEMA, others))
        .isNotEqualTo("2 draws of dimension 3")
        .hasToString("2 draws of dimension 3");
    assertThat(draws).doesNotHaveSameHashCodeAs(draws.withValues(new double[6]));
    assertThat(Draws.ofSize(0, 3, SCHEMA)).isNotEqualTo(Draws.ofSize(0, 2, SCHEMA));
  }

  @Test
  void vectorsThatNoSamplerDrewAreChainsOfTheirOwnWithoutADensity() {
    double[][] q = {{1, 2}, {3, 4}, {5, 6}};
    Draws draws = Draws.independent(q);
    for (int g = 0; g < q.length; g++) {
      assertThat(draws.draw(g)).containsExactly(q[g]);
    }
    assertThat(draws.chain()).containsExactly(0, 1, 2);
    assertThat(draws.logDensity()).containsOnly(Double.NaN);
  }

  @Test
  void aStatisticIsFoundAndSummedByItsName() {
    Draws draws = draws(3);
    for (int k = 0; k < SCHEMA.size(); k++) {
      String name = SCHEMA.statistics().get(k).name();
      assertThat(SCHEMA.place(name)).isEqualTo(k);
      assertThat(draws.statistic(name)).isSameAs(draws.statistics()[k]);
      assertThat(draws.total(name)).isEqualTo((long) DoubleStream.of(draws.statistic(name)).sum());
    }
    assertThat(SCHEMA.place("tree_depth")).isNegative();
    assertThat(draws.total("tree_depth")).isZero();
    assertThatThrownBy(() -> draws.statistic("tree_depth")).hasMessageContaining("tree_depth");
  }

  @Test
  void aDrawsStatisticsTakeTheBytesOfTheirTypes() {
    assertThat(SCHEMA.bytes()).isEqualTo(Integer.BYTES + Double.BYTES + 1);
    assertThat(DrawSchema.NONE.bytes()).isZero();
  }

  @Test
  void whatDoesNotFitTogetherIsRefused() {
    var twice = new Statistic("energy", Type.NUMBER);
    assertThatThrownBy(() -> new DrawSchema(List.of(twice, twice)))
        .hasMessageContaining("two statistics energy");
    Draws draws = draws(2);
    assertThatThrownBy(() -> draws.withValues(new double[5]))
        .hasMessageContaining("5 values do not make 2 draws of dimension 3");
    assertThatThrownBy(
            () ->
                new Draws(
                    3, draws.values(), draws.chain(), draws.logDensity(), SCHEMA, new double[2][2]))
        .hasMessageContaining("2 columns of statistics where the schema has 3");
  }
}
