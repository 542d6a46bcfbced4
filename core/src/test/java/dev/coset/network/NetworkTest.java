package dev.coset.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class NetworkTest {

  @Test
  void thetaHasAPlaceForEveryWeightAndBiasAndNoOther() {
    var network = Network.of(5, new int[] {16, 3, 16}, 2, Activation.TANH);
    var places = new BitSet();
    int count = 0;
    for (int l = 1; l <= network.layers(); l++) {
      for (int i = 0; i < network.width(l); i++) {
        for (int j = 0; j < network.width(l - 1); j++) {
          places.set(network.weight(l, i, j));
          count++;
        }
        places.set(network.bias(l, i));
        count++;
      }
    }
    assertThat(count).isEqualTo(network.parameters());
    assertThat(places.cardinality()).isEqualTo(count);
    assertThat(places.length()).isEqualTo(count);
  }

  @Test
  void thePapersNetworksHaveTheirKnownSizes() {
    assertThat(Network.of(1, new int[] {3}, 1, Activation.TANH).parameters()).isEqualTo(10);
    assertThat(Network.of(5, new int[] {16, 16, 16}, 1, Activation.TANH).parameters())
        .isEqualTo(657);
  }

  @Test
  void aSmallNetworkByHand() {
    var network = Network.of(1, new int[] {2}, 1, Activation.TANH);
    double[] theta = {0.5, -1, 0.1, 0.2, 3, 4, -2};
    double expected = 3 * Math.tanh(0.5 * 0.7 + 0.1) + 4 * Math.tanh(-0.7 + 0.2) - 2;
    assertThat(network.output(theta, new double[] {0.7})[0]).isCloseTo(expected, within(1e-14));
  }

  @Test
  void widthsBelowOneAreRefused() {
    assertThatThrownBy(() -> Network.of(1, new int[] {0}, 1, Activation.TANH))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1");
  }
}
