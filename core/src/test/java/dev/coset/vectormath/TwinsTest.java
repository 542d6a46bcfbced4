package dev.coset.vectormath;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What exists in single and in double precision is written once: the double file is the single file
 * with the words of the other precision, but for where lines break. After a change of the single
 * file, run this test with {@code -Dtwins=write} to write the double one, and lay it out.
 */
class TwinsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "vectormath/FloatLayer",
        "vectormath/ScalarFloatLayer",
        "vectormath/SimdFloatLayer",
        "vectormath/SimdFloatTiles",
        "vectormath/SimdFloatNeuron",
        "vectormath/SimdFloatLoss",
        "vectormath/SimdFloatRows",
        "data/FloatTable",
        "network/FloatRows",
        "network/FloatPass",
      })
  void theDoubleFileIsGeneratedFromTheSingleFile(String name) throws IOException {
    Path sources = Path.of("src/main/java/dev/coset");
    String single = Files.readString(sources.resolve(name + ".java"));
    String twin =
        single
            .replace("LANES = 16", "LANES = 8")
            .replace("single", "double")
            .replace("float", "double")
            .replace("Float", "Double");
    Path file = sources.resolve(name.replace("Float", "Double") + ".java");
    if ("write".equals(System.getProperty("twins"))) {
      Files.writeString(file, twin);
    }
    assertThat(joined(Files.readString(file))).isEqualTo(joined(twin));
  }

  /** The text without line breaks, spaces and the stars of comments. */
  private static String joined(String text) {
    return text.replaceAll("\\n\\s*\\*", "").replaceAll("\\s", "");
  }
}
