package dev.coset.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.Engine;
import dev.coset.data.Points;
import dev.coset.posterior.Posterior;
import dev.coset.store.SyntheticRun;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParcelTest {
  private static final ChainPlan PLAN = ChainPlan.of(2, 30, 2, 5);

  private record Inner(int[] numbers, String text) {}

  private record Outer(Inner inner, double x, List<Inner> more) {}

  private record Foreign(Object what) {}

  @Test
  void whatIsUnpackedIsWhatWasPacked() {
    var inner = new Inner(new int[] {1, 2}, null);
    var whole = new Outer(inner, 0.1, List.of(inner, new Inner(new int[0], "ä")));
    assertThat(Parcel.unpack(Parcel.pack(whole)))
        .isNotSameAs(whole)
        .usingRecursiveComparison()
        .isEqualTo(whole);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPosteriorAndItsCopyHaveTheSameDensity(boolean weighted) {
    Posterior posterior = SyntheticRun.study(1, 1, 40).posterior();
    if (weighted) {
      double[] weights = new double[posterior.data().count()];
      Arrays.setAll(weights, i -> 0.5 + i % 3);
      var points = new Points(posterior.data().x(), posterior.data().y().weighted(weights));
      posterior = posterior.given(points);
    }
    var copy = (Posterior) Parcel.unpack(Parcel.pack(posterior));
    assertThat(copy.data().y()).isEqualTo(posterior.data().y());
    double[] q = new double[posterior.dimension()];
    double[] gradient = new double[q.length];
    double[] ofCopy = new double[q.length];
    Arrays.setAll(q, j -> Math.sin(j));
    assertThat(copy.density().valueAndGradient(q, ofCopy))
        .isEqualTo(posterior.density().valueAndGradient(q, gradient));
    assertThat(ofCopy).isEqualTo(gradient);
  }

  @Test
  void outcomesPassInFull() {
    var study = SyntheticRun.study(3, 2, 40);
    var finished = Chains.outcomes(Engine.local(1), study.posterior(), PLAN).values();
    List<ChainOutcome> outcomes = new ArrayList<>(finished);
    outcomes.add(new ChainOutcome.Failed(9, "no reason", 0.5));
    assertThat(ChainTask.outcomes(Parcel.pack(outcomes))).hasSize(3).isEqualTo(outcomes);
    assertThat(Parcel.unpack(Parcel.pack(PLAN))).isEqualTo(PLAN);
  }

  /** A class that any JVM has and that runs a comparator of its sender as it is read. */
  @Test
  void aForeignClassIsRefusedByName() throws IOException {
    assertRefused(
        serialised(new PriorityQueue<>(List.of(1, 2))), "holds a java.util.PriorityQueue,");
    assertRefused(Parcel.pack(new Foreign(new File("x"))), "holds a java.io.File,");
    assertRefused(Parcel.pack(new Foreign(new File[1])), "holds a [Ljava.io.File;,");
    assertRefused(Parcel.pack(new Foreign(Runtime.class)), "holds a java.lang.Runtime,");
    assertRefused(Parcel.pack(new Foreign(Parcel.class)), "holds a dev.coset.spark.Parcel,");
  }

  @Test
  void anArrayThatTheParcelCannotHoldIsRefused() {
    byte[] parcel = Parcel.pack(new double[3]);
    int length = parcel.length - 3 * Double.BYTES - Integer.BYTES;
    ByteBuffer.wrap(parcel).putInt(length, Integer.MAX_VALUE);
    assertRefused(
        parcel, "holds an array of 2147483647 elements in %d bytes,".formatted(parcel.length));
  }

  @Test
  void bottomlessNestingIsRefused() {
    Object nested = "";
    for (int i = 0; i < 100; i++) {
      nested = new Foreign(nested);
    }
    assertRefused(Parcel.pack(nested), "holds values nested more than 40 deep,");
  }

  private static void assertRefused(byte[] parcel, String why) {
    assertThatThrownBy(() -> Parcel.unpack(parcel))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(why);
  }

  private static byte[] serialised(Object object) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return bytes.toByteArray();
  }

  @Test
  void whatCannotTravelIsNamed() {
    assertThatThrownBy(() -> Parcel.pack(new Foreign(new Object())))
        .hasMessage("A java.lang.Object cannot travel to other machines: make it a record.");
  }
}
