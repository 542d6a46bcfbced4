package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class ThermostatTest {

  @Test
  void stepAndFrictionAreRelativeToTheFrequency() {
    var thermostat = new Thermostat(0.25, 0.3, 10);
    thermostat.frequency(50);
    assertThat(thermostat.step()).isEqualTo(0.005);
    assertThat(thermostat.friction()).isEqualTo(15);
  }

  /** Both change by one factor, so that heat by noise halves; friction stays below critical. */
  @Test
  void aReductionHalvesStepOverFriction() {
    var thermostat = new Thermostat(0.5, 0.4, 10);
    double before = thermostat.step() / thermostat.friction();
    for (int i = 1; i <= 4; i++) {
      thermostat.reduce();
      assertThat(thermostat.step() / thermostat.friction())
          .isCloseTo(before / (1 << i), within(1e-12));
    }
    for (int i = 0; i < 4; i++) {
      thermostat.reduce();
    }
    assertThat(thermostat.friction()).isEqualTo(2);
    assertThat(thermostat.reductions()).isEqualTo(8);
  }

  @Test
  void onlyHeatBeyondChanceIsTooHot() {
    var thermostat = new Thermostat(0.5, 0.4, 100);
    assertThat(thermostat.isTooHot()).isFalse();
    thermostat.learn(1.1, 10);
    assertThat(thermostat.isTooHot()).isFalse();
    thermostat.learn(1.1, 10_000);
    assertThat(thermostat.isTooHot()).isTrue();
    thermostat.reduce();
    assertThat(thermostat.isTooHot()).isFalse();
    thermostat.learn(0.8, 100_000);
    thermostat.learn(1.02, 10);
    assertThat(thermostat.isTooHot()).isFalse();
  }

  /** Of a flat density, whose temperature is 1. */
  @Test
  void theErrorOfATemperatureIsWhatChainsDifferBy() {
    int d = 5;
    int steps = 200;
    var thermostat = new Thermostat(0.3, 1, d);
    var random = RandomSource.XO_SHI_RO_256_PP.create(6);
    var passes =
        new BatchPasses(
            new ControlVariates(WholeDensity.of(Densities.plateau(d, 0))), new double[d], random);
    double squares = 0;
    int chains = 4000;
    for (int c = 0; c < chains; c++) {
      passes.begin(thermostat);
      for (int i = 0; i < steps; i++) {
        passes.pass();
      }
      squares += (passes.temperature() - 1) * (passes.temperature() - 1);
    }
    assertThat(Math.sqrt(squares / chains) / thermostat.error(steps)).isCloseTo(1, within(0.05));
  }
}
