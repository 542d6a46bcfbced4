package dev.coset.vectormath;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
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
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("dev.coset")
                    .stream()
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

  private static boolean isVector(JavaClass type) {
    return type.isAssignableTo(Vector.class);
  }
}
