package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetsTest {

  @Test
  void pickedPointsKeepTheirClasses() {
    Points points =
        new Points(
            new double[][] {{10, 11, 12, 13}}, Targets.classes(new double[] {2, 0, 1, 0}, 3));
    Points picked = points.select(new int[] {3, 0});
    assertThat(picked.x()[0]).containsExactly(13, 10);
    assertThat(picked.y()).isEqualTo(Targets.classes(new double[] {0, 2}, 3));
    assertThat(picked.y().classOf(1)).isEqualTo(2);
    assertThat(points.range(1, 3).y()).isEqualTo(Targets.classes(new double[] {0, 1}, 3));
    assertThat(points.evenly(2).y()).isEqualTo(Targets.classes(new double[] {2, 1}, 3));
  }

  @Test
  void pointsMayLackTargetsButNotSomeOfThem() {
    Points points = new Points(new double[][] {{1, 2, 3}}, Targets.NONE);
    assertThat(points.select(new int[] {2}).y().count()).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Points(new double[][] {{1, 2, 3}}, new double[] {1, 2}))
        .withMessageContaining("3 inputs but 2 targets");
  }

  @Test
  void classesAreNoNumbers() {
    double[] values = {1, 0, 1};
    assertThat(Targets.classes(values, 2).classes()).isEqualTo(2);
    assertThatIllegalStateException()
        .isThrownBy(() -> Targets.numbers(values).classes())
        .withMessageContaining("numbers");
    assertThat(Targets.numbers(values))
        .isEqualTo(Targets.numbers(values.clone()))
        .hasSameHashCodeAs(Targets.numbers(values.clone()))
        .isNotEqualTo(Targets.classes(values, 2))
        .isNotEqualTo(Targets.numbers(new double[] {1, 0, 0}));
    assertThat(Targets.classes(values, 2)).isNotEqualTo(Targets.classes(values, 3));
  }

  @ParameterizedTest
  @ValueSource(doubles = {2, -1, 0.5, Double.NaN})
  void aClassIsOneOfThem(double value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Targets.classes(new double[] {0, value}, 2))
        .withMessageContaining("is " + value + " where there are 2 classes");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 0, -1})
  void oneClassLeavesNothingToPredict(int classes) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Targets.classes(new double[] {0}, classes))
        .withMessageContaining("at least 2");
  }

  @Test
  void sharesAreHowFrequentClassesAre() {
    var targets = Targets.classes(new double[] {2, 0, 2, 2, 0, 3, 2, 2}, 5);
    assertThat(targets.shares())
        .containsExactly(new double[] {0.25, 0, 0.625, 0.125, 0}, within(1e-15));
    assertThat(targets.strata()).containsExactly(2, 0, 2, 2, 0, 3, 2, 2);
    assertThat(Targets.numbers(new double[] {2, 0, 1}).strata()).containsExactly(0, 0, 0);
    assertThat(targets).hasToString("8 targets, 5 classes");
    assertThat(Targets.numbers(new double[3])).hasToString("3 targets, numbers");
  }

  /** Equal targets share a hash code; others have, as a rule, another. */
  @Test
  void hashCodesTellTargetsApart() {
    double[] values = {1, 0, 1};
    assertThat(Targets.classes(values, 2)).hasSameHashCodeAs(Targets.classes(values.clone(), 2));
    assertThat(Targets.classes(values, 2).hashCode())
        .isNotEqualTo(Targets.classes(values, 3).hashCode())
        .isNotEqualTo(Targets.classes(new double[] {1, 1, 1}, 2).hashCode());
  }
}
