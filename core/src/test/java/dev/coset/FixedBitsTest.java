package dev.coset;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What core computes has the same bits on every machine. Of {@link Math}, these functions may be
 * rounded otherwise by another processor or JVM; {@code Elementary} and {@link StrictMath} may not.
 * Read from the class files.
 */
class FixedBitsTest {
  private static final Set<String> INEXACT =
      Set.of(
          "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp",
          "expm1", "log", "log10", "log1p", "pow", "cbrt", "hypot");

  /** Of these libraries, whose functions call those of {@link Math}. */
  private static final List<String> LIBRARIES =
      List.of("org.apache.commons.statistics.", "org.apache.commons.numbers.gamma.");

  /** They describe results, and nothing is decided by them. */
  private static final Set<String> DESCRIBE =
      Set.of(
          "dev.coset.diagnostics.LogDensityLevels",
          "dev.coset.diagnostics.MixingVerdict",
          "dev.coset.diagnostics.NoiseTrend",
          "dev.coset.diagnostics.NumberVerdict",
          "dev.coset.distribution.LogMixture",
          "dev.coset.distribution.LognormalMoments",
          "dev.coset.distribution.MixtureTails",
          "dev.coset.distribution.Quantiles",
          "dev.coset.distribution.Shape$Normal",
          "dev.coset.distribution.Spread",
          "dev.coset.distribution.StudentShape",
          "dev.coset.predictive.ReliabilityByChance",
          "dev.coset.predictive.SimultaneousBands",
          "dev.coset.predictive.Slice",
          "dev.coset.statistics.RankNormalisation");

  @Test
  void noFunctionIsCalledWhoseRoundingIsLeftOpen() {
    List<String> found =
        CoreClasses.ALL.stream()
            .flatMap(type -> type.getAccessesFromSelf().stream())
            .filter(use -> use.getTargetOwner().isEquivalentTo(Math.class))
            .filter(use -> INEXACT.contains(use.getTarget().getName()))
            .map(JavaAccess::getDescription)
            .sorted()
            .toList();
    assertThat(found).isEmpty();
  }

  /** Both ways: a class that no longer uses them leaves the list. */
  @Test
  void librariesWithSuchFunctionsOnlyDescribeResults() {
    List<String> users =
        CoreClasses.ALL.stream()
            .filter(
                type ->
                    type.getDirectDependenciesFromSelf().stream()
                        .map(use -> use.getTargetClass().getBaseComponentType().getName())
                        .anyMatch(used -> LIBRARIES.stream().anyMatch(used::startsWith)))
            .map(JavaClass::getName)
            .toList();
    assertThat(users).containsExactlyInAnyOrderElementsOf(DESCRIBE);
  }
}
