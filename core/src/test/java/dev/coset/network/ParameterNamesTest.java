package dev.coset.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ParameterNamesTest {
  @Test
  void everyEntryOfThetaHasTheNameOfItsPlace() {
    var network = Network.of(2, new int[] {3, 2}, 1, Activation.TANH);
    List<String> names = ParameterNames.of(network);
    assertThat(names).hasSize(network.parameters()).doesNotHaveDuplicates();
    assertThat(names.get(network.weight(2, 1, 2))).isEqualTo("w[2][1][2]");
    assertThat(names.get(network.weight(1, 2, 0))).isEqualTo("w[1][2][0]");
    assertThat(names.get(network.bias(3, 0))).isEqualTo("b[3][0]").isEqualTo(names.getLast());
  }
}
