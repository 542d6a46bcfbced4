package dev.coset.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class PriorTest {
  private final JsonMapper json = JsonMapper.builder().build();

  @Test
  void aFileMayHaveOneScaleOrTwo() {
    assertThat(json.readValue("{\"scale\": 2}", Prior.class)).isEqualTo(new Prior(2));
    var two = new Prior(1, 0.25);
    assertThat(json.readValue(json.writeValueAsString(two), Prior.class)).isEqualTo(two);
  }

  @Test
  void itIsWrittenAsTheCommandLineTakesIt() {
    assertThat(new Prior(2)).hasToString("2");
    assertThat(new Prior(1, 0.25)).hasToString("0.25,1");
    assertThat(new Prior(0.5, 0.5)).hasToString("0.5").isEqualTo(new Prior(0.5));
  }

  @Test
  void bothScalesArePositive() {
    for (double scale : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> new Prior(scale, 1.0)).hasMessageContaining("positive number");
      assertThatThrownBy(() -> new Prior(1, scale)).hasMessageContaining("positive number");
    }
  }
}
