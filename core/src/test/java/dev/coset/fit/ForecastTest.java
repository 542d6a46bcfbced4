package dev.coset.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.ChainPlan;
import dev.coset.sampler.Mclmc;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that are made up: so many gradients a second, and so many a transition. */
class ForecastTest {
  private static final int TRANSITIONS = 1000;
  private static final double LOOK_EVERY = 0.2;

  /**
   * @param chains one after another on each thread
   * @param gradients of a chain's transition, by its number
   * @param rate gradients a second of one thread, by the time
   */
  private record Run(
      int chains, int threads, IntToDoubleFunction gradients, DoubleUnaryOperator rate) {}

  /** What was said first, when, and how long it took in truth; the first rough word too. */
  private record Told(Optional<TimeRange> rough, double when, double seconds, double truth) {}

  private static Told tell(ChainPlan plan, OptionalInt atOnce, Run run) {
    var forecast = new Forecast(plan, atOnce);
    Optional<TimeRange> rough = Optional.empty();
    double when = Double.NaN;
    double told = Double.NaN;
    double seconds = 0;
    double look = LOOK_EVERY;
    double done = 0;
    int transitions = 0; // of each thread
    int rounds = Math.ceilDiv(run.chains, run.threads);
    while (transitions < rounds * TRANSITIONS) {
      double cost = run.gradients.applyAsDouble(transitions % TRANSITIONS);
      seconds += cost / run.rate.applyAsDouble(seconds);
      done += cost;
      transitions++;
      if (seconds >= look) {
        look += LOOK_EVERY;
        int finished = transitions / TRANSITIONS * run.threads;
        forecast.observe(
            seconds, (long) transitions * run.threads, (long) (done * run.threads), finished);
        var range = forecast.of(run.chains);
        if (range.isPresent() && !range.get().close() && rough.isEmpty()) {
          rough = range;
        }
        if (range.isPresent() && range.get().close() && Double.isNaN(when)) {
          when = seconds;
          told = range.get().high();
        }
      }
    }
    return new Told(rough, when, told, seconds);
  }

  private static ChainPlan nuts(int chains) {
    return ChainPlan.of(chains, TRANSITIONS - 1, 1, 0);
  }

  private static ChainPlan mclmc(int chains) {
    var sampler = Mclmc.Settings.of(TRANSITIONS - 1, 1, 1);
    return nuts(chains).withSampler(sampler);
  }

  /** The compiler makes the first three seconds ten times slower. */
  private static double compiled(double seconds) {
    return seconds < 3 ? 100 : 1000;
  }

  @Test
  void whatTheCompilerSlowsDownIsNoMeasure() {
    var run = new Run(40, 2, transition -> 2, ForecastTest::compiled);
    Told told = tell(mclmc(40), OptionalInt.of(2), run);
    assertThat(told.when()).isBetween(3.0, 15.0);
    assertThat(told.seconds() / told.truth()).isBetween(1 / 1.2, 1.2);
  }

  /** The first tenth of a warm-up costs so many times what the rest does. */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.5, 1, 2, 4, 8})
  void aWarmUpsBeginningIsNoMeasure(double times) {
    var run = new Run(6, 2, i -> i < TRANSITIONS / 10 ? 50 * times : 50, seconds -> 1000);
    Told told = tell(nuts(6), OptionalInt.of(2), run);
    assertThat(told.when()).isLessThan(told.truth() / 3);
    assertThat(told.seconds() / told.truth()).isBetween(1 / 1.5, 1.5);
    assertThat(told.rough()).isPresent();
  }

  @Test
  void shortChainsAreWaitedFor() {
    var run = new Run(1000, 2, i -> i < 300 ? 5 : 1, seconds -> 10_000);
    Told told = tell(nuts(1000), OptionalInt.of(2), run);
    assertThat(told.when()).isLessThan(5);
    assertThat(told.seconds() / told.truth()).isBetween(1 / 1.3, 1.3);
  }

  @Test
  void theLastOfAnOddNumberKeepsTheOthersWaiting() {
    Told three = tell(mclmc(3), OptionalInt.of(2), new Run(3, 2, i -> 2, seconds -> 100));
    Told four = tell(mclmc(4), OptionalInt.of(2), new Run(4, 2, i -> 2, seconds -> 100));
    assertThat(three.seconds()).isEqualTo(four.seconds());
    assertThat(three.seconds() / three.truth()).isBetween(0.95, 1.05);
  }

  /** As on a GPU or a cluster: all that is known is what comes back. */
  @Test
  void whatRunsElsewhereIsJudgedByWhatComesBack() {
    var run = new Run(1000, 100, i -> i < 100 ? 20 : 10, seconds -> 1000);
    Told told = tell(nuts(1000), OptionalInt.empty(), run);
    assertThat(told.when()).isLessThan(told.truth() / 3);
    assertThat(told.seconds() / told.truth()).isBetween(1 / 1.5, 1.5);
  }

  @Test
  void whatIsSoonDoneIsNotForetold() {
    Told told = tell(nuts(10), OptionalInt.of(2), new Run(10, 2, i -> 1, seconds -> 10_000));
    assertThat(told.when()).isNaN();
    assertThat(told.rough()).isEmpty();
  }
}
