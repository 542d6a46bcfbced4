package dev.coset.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.coset.data.Column;
import dev.coset.data.Dataset;
import dev.coset.data.Encoding;
import dev.coset.data.Split;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFileTest {
  private static final Dataset DATA =
      Dataset.classes(
          List.of("x"), new double[][] {{1}, {2}, {3}, {4}}, "y", List.of("c", "a", "b", "a"));
  private static final Split SPLIT = new Split(new int[] {0, 1, 2}, new int[] {3});

  @TempDir Path folder;

  @Test
  void classesComeBackByTheEncoding() throws IOException {
    DataFile.write(folder, DATA, SPLIT);
    var content = DataFile.read(folder, DATA.encoding());
    assertThat(content.data().target()).containsExactly(2, 0, 1, 0);
    assertThat(DataFile.fingerprint(content.data(), content.split()))
        .isEqualTo(DataFile.fingerprint(DATA, SPLIT));
  }

  @Test
  void otherClassesAreOtherData() throws IOException {
    DataFile.write(folder, DATA, SPLIT);
    for (Column other : List.of(target("a", "b", "d"), target("b", "a", "c"), target())) {
      var content = DataFile.read(folder, new Encoding(other, DATA.encoding().columns()));
      assertThat(DataFile.fingerprint(content.data(), content.split()))
          .isNotEqualTo(DataFile.fingerprint(DATA, SPLIT));
    }
    Encoding tooFew = new Encoding(target("a", "b"), DATA.encoding().columns());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DataFile.read(folder, tooFew))
        .withMessageContainingAll("row 0", "2 classes");
  }

  private static Column target(String... classes) {
    return new Column("y", List.of(classes));
  }
}
