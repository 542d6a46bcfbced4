package dev.coset.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coset.posterior.Posterior;
import dev.coset.store.SyntheticRun;
import java.util.List;
import org.junit.jupiter.api.Test;

class ParcelTest {
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

  @Test
  void aPosteriorAndItsCopyHaveTheSameDensity() {
    Posterior posterior = SyntheticRun.study(1, 1, 40).posterior();
    var copy = (Posterior) Parcel.unpack(Parcel.pack(posterior));
    double[] q = new double[posterior.dimension()];
    double[] gradient = new double[q.length];
    double[] ofCopy = new double[q.length];
    java.util.Arrays.setAll(q, j -> Math.sin(j));
    assertThat(copy.density().valueAndGradient(q, ofCopy))
        .isEqualTo(posterior.density().valueAndGradient(q, gradient));
    assertThat(ofCopy).isEqualTo(gradient);
  }

  @Test
  void whatCannotTravelIsNamed() {
    assertThatThrownBy(() -> Parcel.pack(new Foreign(new Object())))
        .hasMessage("A java.lang.Object cannot travel to other machines: make it a record.");
  }
}
