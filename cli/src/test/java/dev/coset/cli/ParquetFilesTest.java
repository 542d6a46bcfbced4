package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.cli.Coset.Result;
import dev.coset.data.Table;
import dev.coset.fit.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands take Parquet where they take CSV. */
class ParquetFilesTest {
  private static final Path FILES =
      Path.of("..", "parquet", "src", "test", "resources", "dev", "coset", "parquet");
  private static final Path CSV = FILES.resolve("table.csv");
  private static final Path PANDAS = FILES.resolve("pandas.parquet");

  @TempDir private static Path folder;
  private static Path ofText;
  private static Path ofParquet;

  private static Result fit(Path table, Path run, Object... more) {
    List<Object> words = new ArrayList<>(List.of("fit", table, "--target", "y", "--out", run));
    words.addAll(List.of("--hidden", 2, "--chains", 2, "--warmup", 40, "--draws", 3));
    words.add("--no-report");
    words.addAll(Arrays.asList(more));
    return Coset.run(words.toArray());
  }

  @BeforeAll
  static void fitBoth() {
    ofText = folder.resolve("text-run");
    ofParquet = folder.resolve("parquet-run");
    assertThat(fit(CSV, ofText)).extracting(Result::exitCode).isEqualTo(0);
    assertThat(fit(PANDAS, ofParquet)).extracting(Result::exitCode).isEqualTo(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pandas", "duckdb-zstd", "spark-snappy"})
  void predictionsAndScoresAreThoseOfText(String writer) {
    Path file = FILES.resolve(writer + ".parquet");
    for (String command : List.of("predict", "score")) {
      Result expected = Coset.run(command, ofText, CSV);
      assertThat(expected.exitCode()).as(expected.err()).isZero();
      assertThat(Coset.run(command, ofText, file)).isEqualTo(expected);
      assertThat(Coset.run(command, ofParquet, file).out()).isEqualTo(expected.out());
    }
  }

  @Test
  void aTableOfJavaMayBeParquet() {
    var text = Model.load(ofText).predict(Table.read(CSV));
    var parquet = Model.load(ofParquet).predict(Table.read(PANDAS));
    for (int row = 0; row < text.points(); row++) {
      assertThat(parquet.number(row).mean()).isEqualTo(text.number(row).mean());
    }
  }

  @Test
  void aDamagedFileIsOneSentence() throws IOException {
    byte[] whole = Files.readAllBytes(PANDAS);
    Path cut = folder.resolve("cut.parquet");
    Files.write(cut, Arrays.copyOf(whole, whole.length / 2));
    for (Result result :
        List.of(Coset.run("predict", ofText, cut), fit(cut, folder.resolve("none")))) {
      assertThat(result.exitCode()).isEqualTo(2);
      assertThat(result.out()).isEmpty();
      assertThat(result.err())
          .containsOnlyOnce("\n")
          .contains("cut.parquet' is not a Parquet file, or damaged");
    }
  }

  @Test
  void aColumnThatIsNoCellIsNamedWithTheOption() {
    Path types = FILES.resolve("types.parquet");
    Result result = Coset.run("fit", types, "--target", "last", "--out", folder.resolve("none"));
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("column 'binary' is binary data", "--ignore binary");
  }
}
