package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.message.Setting;
import dev.coset.posterior.Draws;
import dev.coset.sampler.Check.Remedy;
import dev.coset.sampler.Check.Result;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class UbuChecksTest {

  private static Draws chain(int number, int reductions, double... temperatures) {
    Draws draws = Draws.ofSize(temperatures.length, 2, UbuStatistics.SCHEMA);
    Arrays.fill(draws.chain(), number);
    var statistics = UbuStatistics.of(draws);
    System.arraycopy(temperatures, 0, statistics.temperature(), 0, temperatures.length);
    Arrays.fill(statistics.reductions(), reductions);
    return draws;
  }

  private static Check check(Draws... chains) {
    List<Check> checks = UbuChecks.of(List.of(chains));
    assertThat(checks).hasSize(1);
    assertThat(checks.getFirst().about()).isEqualTo("temperature");
    return checks.getFirst();
  }

  @Test
  void aTemperatureNearOnePasses() {
    var check = check(chain(0, 0, 1.01, 0.99), chain(1, 0, 1.04, 1.04));
    assertThat(check.result()).isEqualTo(Result.PASSED);
    assertThat(check.sentence())
        .isEqualTo("The kinetic temperature is 1.02, and the target is 1 within 5%");
    assertThat(check.figures()).containsEntry("chains_with_shorter_steps", 0L);
  }

  @Test
  void chainsThatShortenedTheirStepAreCounted() {
    var check = check(chain(0, 2, 1, 1), chain(1, 0, 1, 1), chain(2, 1, 1, 1));
    assertThat(check.result()).isEqualTo(Result.PASSED);
    assertThat(check.sentence())
        .endsWith(". To reach it, 2 of 3 chains shortened the step and raised the friction");
  }

  @Test
  void chainsThatAreOffAreNamedWithARemedy() {
    var check =
        check(chain(3, 0, 1, 1), chain(4, 5, 1.2, 1.21), chain(5, 0, 0.9, 0.9), chain(6, 0, 1.5));
    assertThat(check.result()).isEqualTo(Result.FAILED);
    assertThat(check.chains()).containsExactly(4, 5, 6);
    assertThat(check.remedies()).containsExactly(Remedy.raise(Setting.WARMUP));
    assertThat(check.sentence())
        .isEqualTo("The kinetic temperature differs from 1 by over 5%, so draws may be biased");
  }

  /** Few parameters and few draws say little of the temperature. */
  @Test
  void chanceIsNoFault() {
    assertThat(check(chain(0, 0, 0.7, 1.5, 1.3, 0.9)).result()).isEqualTo(Result.PASSED);
  }
}
