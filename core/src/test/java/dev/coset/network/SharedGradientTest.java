package dev.coset.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.data.DoubleTable;
import dev.coset.data.FloatTable;
import dev.coset.parallel.Team;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A gradient that several threads share has the bits of one thread's. */
@Timeout(120)
class SharedGradientTest {

  @ParameterizedTest
  @EnumSource(Precision.class)
  void theBitsDoNotDependOnWhoHelps(Precision precision) throws InterruptedException {
    for (int points : new int[] {300, 1_000, 5_000, 70_000}) {
      for (OutputKernel kernel : List.of(OutputKernel.HETEROSCEDASTIC, OutputKernel.STUDENT)) {
        Network network = Network.of(45, new int[] {5}, 2, Activation.TANH);
        GradientCase numbers = GradientCase.random(network, kernel, points, 3);
        check(precision, network, kernel, numbers);
        check(precision, network, kernel, numbers.oneHot(4, 20, 20));
      }
    }
  }

  private static void check(
      Precision precision, Network network, OutputKernel kernel, GradientCase c)
      throws InterruptedException {
    var team = new Team();
    BatchGradient shared =
        switch (precision) {
          case SINGLE ->
              BatchGradient.of(
                  network, new FloatTable(c.x(), c.y(), c.weights(), c.oneHots()), team);
          case DOUBLE ->
              BatchGradient.of(
                  network, new DoubleTable(c.x(), c.y(), c.weights(), c.oneHots()), team);
        };
    double[] expected = new double[network.parameters() + kernel.shapes()];
    double value =
        c.batch(network, precision).valueAndGradient(c.theta(), kernel, c.shape(), expected);
    double[] gradient = new double[expected.length];
    var end = new AtomicBoolean();
    List<Thread> helpers = new ArrayList<>();
    for (int count = 0; count < 4; count++) {
      for (int turn = 0; turn < 3; turn++) {
        assertThat(shared.valueAndGradient(c.theta(), kernel, c.shape(), gradient))
            .isEqualTo(value);
        assertThat(gradient).isEqualTo(expected);
      }
      helpers.add(Thread.ofPlatform().start(() -> team.help(end::get)));
      while (team.helpers() <= count) {
        Thread.onSpinWait();
      }
    }
    end.set(true);
    for (Thread helper : helpers) {
      helper.join();
    }
  }
}
