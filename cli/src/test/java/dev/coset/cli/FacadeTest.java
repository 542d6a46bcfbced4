package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The command line parses, calls the library's fit and prints: it knows nothing of how it is done.
 */
class FacadeTest {
  private static final Set<String> INSIDE =
      Set.of(
          "dev.coset.network",
          "dev.coset.posterior",
          "dev.coset.sampler",
          "dev.coset.selection",
          "dev.coset.validation",
          "dev.coset.vectormath");

  @Test
  void theCommandLineSeesOnlyTheFacade() {
    var classes =
        new ClassFileImporter()
            .withImportOption(new DoNotIncludeTests())
            .importPackages("dev.coset.cli");
    assertThat(classes).isNotEmpty();
    List<String> uses =
        classes.stream()
            .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
            .filter(
                use ->
                    INSIDE.contains(use.getTargetClass().getBaseComponentType().getPackageName()))
            .map(Dependency::getDescription)
            .sorted()
            .toList();
    assertThat(uses).isEmpty();
  }
}
