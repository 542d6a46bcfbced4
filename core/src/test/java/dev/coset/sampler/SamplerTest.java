package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** What holds for the settings of every sampler. */
class SamplerTest {
  private static final JsonMapper JSON = JsonMapper.shared();

  /** The form of every run so far, whose manifests have a checksum of it. */
  @Test
  void settingsAreWrittenAsRunsHaveThem() {
    assertThat(JSON.writeValueAsString(new Nuts.Settings(60, 3, 0.8, 10)))
        .isEqualTo(
            "{\"name\":\"nuts\",\"warmup\":60,\"draws\":3,\"targetAcceptance\":0.8,\"maxDepth\":10}");
    assertThat(JSON.writeValueAsString(Mclmc.Settings.of(500, 10, 20)))
        .isEqualTo(
            "{\"name\":\"mclmc\",\"warmup\":500,\"draws\":10,\"thinning\":20,"
                + "\"energyVariance\":0.005,\"mass\":\"IDENTITY\"}");
    assertThat(JSON.writeValueAsString(new Ubu.Settings(500, 10, 20, 0.25, 0.3)))
        .isEqualTo(
            "{\"name\":\"ubu\",\"warmup\":500,\"draws\":10,\"thinning\":20,"
                + "\"step\":0.25,\"friction\":0.3}");
  }

  @Test
  void oldSettingsOfMclmcHaveNoMass() {
    Sampler old =
        JSON.readValue(
            "{\"name\":\"mclmc\",\"warmup\":500,\"draws\":10,\"thinning\":20,\"energyVariance\":0.005}",
            Sampler.class);
    assertThat(old).isEqualTo(Mclmc.Settings.of(500, 10, 20));
  }

  @ParameterizedTest
  @ValueSource(strings = {"nuts", "mclmc", "ubu", "walk"})
  void settingsComeBackFromTheirText(String name) {
    Sampler usual = Sampler.named(name);
    assertThat(usual.name()).isEqualTo(name);
    assertThat(JSON.readValue(JSON.writeValueAsString(usual), Sampler.class)).isEqualTo(usual);
    Sampler other = usual.ofLength(77, 5, usual.thinning());
    assertThat(other.warmup()).isEqualTo(77);
    assertThat(other.draws()).isEqualTo(5);
    assertThat(other.settings()).isEqualTo(usual.settings());
    assertThat(other.withDraws(usual.draws()).draws()).isEqualTo(usual.draws());
    assertThat(usual.brief(9).draws()).isEqualTo(9);
    assertThat(usual.brief(9).transitions()).isLessThan(usual.transitions());
    for (var setting : usual.settings().entrySet()) {
      assertThat(usual.with(setting.getKey(), setting.getValue())).isEqualTo(usual);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "nuts, target acceptance, 0.9",
    "nuts, max depth, 7",
    "mclmc, energy variance, 0.02",
    "mclmc, mass, diagonal",
    "ubu, step, 0.1",
    "ubu, friction, 0.5",
    "walk, step size, 0.5",
    "walk, pace, half"
  })
  void aSettingIsChangedByItsName(String sampler, String setting, String value) {
    Sampler usual = Sampler.named(sampler);
    Sampler changed = usual.with(setting, value);
    assertThat(changed).isNotEqualTo(usual);
    assertThat(changed.settings()).containsEntry(setting, value);
    assertThat(changed.transitions()).isEqualTo(usual.transitions());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "nuts|mass|diagonal|The sampler nuts has no setting 'mass'; it has: target acceptance, max"
            + " depth.",
        "nuts|warmup|3|The sampler nuts has no setting 'warmup'; it has: target acceptance, max"
            + " depth.",
        "nuts|max depth|21|The maximum depth must lie between 1 and 20, but was 21.",
        "mclmc|energy variance|much|The sampler mclmc has no energy variance of 'much'.",
        "mclmc|mass|heavy|The sampler mclmc has no mass of 'heavy'.",
        "ubu|step|2|The step must lie between 0 and 1, but was 2.0.",
        "ubu|friction|0|The friction must lie between 0 and 10, but was 0.0.",
        "walk|step size|-1|The step size must be positive, not -1.0."
      })
  void aWrongSettingGetsASentence(String sampler, String setting, String value, String sentence) {
    assertThatThrownBy(() -> Sampler.named(sampler).with(setting, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(sentence);
  }

  @Test
  void anUnknownNameGetsASentence() {
    assertThatThrownBy(() -> Sampler.named("gibbs"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("There is no sampler named 'gibbs'; choose one of: mclmc, nuts, ubu, walk.");
  }

  @Test
  void nutsKeepsEveryDraw() {
    assertThatThrownBy(() -> new Nuts.Settings().ofLength(20, 3, 2))
        .hasMessage("NUTS keeps every draw: they are 1 step apart, not 2.");
  }
}
