package dev.coset.vectormath;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import dev.coset.CoreClasses;
import java.util.stream.Stream;
import jdk.incubator.vector.Vector;
import org.junit.jupiter.api.Test;

/**
 * No method takes or returns a vector. One that does is not always inlined (it depends on which
 * method is compiled first), and where it is not, every vector that crosses is boxed.
 */
class VectorsStayInMethodsTest {
  @Test
  void noMethodTakesOrReturnsAVector() {
    assertThat(
            CoreClasses.ALL.stream()
                .flatMap(type -> type.getCodeUnits().stream())
                .filter(
                    method ->
                        Stream.concat(
                                Stream.of(method.getRawReturnType()),
                                method.getRawParameterTypes().stream())
                            .anyMatch(VectorsStayInMethodsTest::isVector))
                .map(JavaCodeUnit::getFullName))
        .isEmpty();
  }

  /**
   * Vectors of one type have one class. Methods of the Vector API are compiled for the classes that
   * were seen in them, by whatever caller; with two, a sum that a loop carries along is boxed.
   */
  @Test
  void registersAreOfOneWidth() {
    assertThat(
            CoreClasses.ALL.stream()
                .flatMap(type -> type.getFieldAccessesFromSelf().stream())
                .map(access -> access.getTarget().getName())
                .filter(name -> name.startsWith("SPECIES_"))
                .distinct())
        .containsExactly("SPECIES_PREFERRED");
  }

  private static boolean isVector(JavaClass type) {
    return type.isAssignableTo(Vector.class);
  }
}
