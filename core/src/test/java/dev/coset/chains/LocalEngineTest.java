package dev.coset.chains;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LocalEngineTest {

  @Test
  void isFoundByNameWithItsThreads() {
    Engine engine = Engine.named("local", Map.of("threads", "3"));
    assertThat(engine).isInstanceOf(LocalEngine.class);
    assertThat(engine.name()).isEqualTo("local");
    assertThat(engine.atOnce()).hasValue(3);
    assertThat(engine.with(Map.of()).atOnce()).hasValue(3);
    assertThat(Engine.named("local", Map.of()).atOnce())
        .hasValue(Runtime.getRuntime().availableProcessors());
    assertThat(Engine.local(1).atOnce()).hasValue(1);
  }

  @Test
  void whatIsNoEngineIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Engine.local(0))
        .withMessage("The number of threads must be at least 1, but was 0.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Engine.named("cloud", Map.of()))
        .withMessageContaining("no engine named 'cloud'")
        .withMessageContaining("local");
  }
}
