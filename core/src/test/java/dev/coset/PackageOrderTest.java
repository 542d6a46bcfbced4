package dev.coset;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The packages of core, in reading order, each use only those above. Read from the class files. */
class PackageOrderTest {

  static final List<String> READING_ORDER =
      List.of(
          "message",
          "parallel",
          "vectormath",
          "statistics",
          "distribution",
          "data",
          "network",
          "posterior",
          "sampler",
          "chains",
          "model",
          "validation",
          "store",
          "predictive",
          "baselines",
          "sensitivity",
          "diagnostics",
          "symmetry",
          "modes",
          "optimisation",
          "ensembles",
          "laplace",
          "weights",
          "compression",
          "selection",
          "fit",
          "comparison",
          "export");

  @Test
  void everyPackageHasItsPlaceInTheReadingOrder() {
    assertThat(CoreClasses.ALL).isNotEmpty();
    assertThat(CoreClasses.ALL).filteredOn(type -> placeOf(type) < 0).isEmpty();
  }

  @Test
  void aPackageUsesOnlyThoseAboveIt() {
    List<String> backwards =
        CoreClasses.ALL.stream()
            .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
            .filter(use -> packageOf(use.getTargetClass()).startsWith("dev.coset"))
            .filter(use -> placeOf(use.getTargetClass()) > placeOf(use.getOriginClass()))
            .map(Dependency::getDescription)
            .sorted()
            .toList();
    assertThat(backwards).isEmpty();
  }

  static int placeOf(JavaClass type) {
    return READING_ORDER.indexOf(packageOf(type).replaceFirst("^dev\\.coset\\.", ""));
  }

  static String packageOf(JavaClass type) {
    return type.getBaseComponentType().getPackageName();
  }
}
