package dev.coset.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coset.data.Blocks;
import dev.coset.data.Column;
import dev.coset.data.Dataset;
import dev.coset.data.Encoding;
import dev.coset.data.InputException;
import dev.coset.data.Split;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    for (Column other : List.of(target("a", "b", "d"), target("b", "a", "c"))) {
      var content = DataFile.read(folder, new Encoding(other, DATA.encoding().columns()));
      assertThat(DataFile.fingerprint(content.data(), content.split()))
          .isNotEqualTo(DataFile.fingerprint(DATA, SPLIT));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Encoding(target(), DATA.encoding().columns()))
        .withMessageContaining("at least 2");
    Encoding tooFew = new Encoding(target("a", "b"), DATA.encoding().columns());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DataFile.read(folder, tooFew))
        .withMessageContainingAll("row 0", "2 classes");
  }

  private static Column target(String... classes) {
    return Column.text("y", List.of(classes));
  }

  @Test
  void numbersAndRowsComeBack() throws IOException {
    var data =
        Dataset.of(List.of("a", "b"), new double[][] {{1, 2}, {3, 4}, {5, 6}}, "y", new double[3]);
    var split = new Split(new int[] {2, 0}, new int[] {1});
    DataFile.write(folder, data, split);
    var content = DataFile.read(folder, data.encoding());
    assertThat(content.data().features()).isDeepEqualTo(data.features());
    assertThat(content.data().target()).containsExactly(data.target());
    assertThat(content.split()).isEqualTo(split);
  }

  @Test
  void weightsComeBackWithAndWithoutGroups() throws IOException {
    double[] weights = {0.5, 2, 0, 1e12};
    int[] of = {1, 0, 1, 2};
    for (Dataset plain :
        List.of(DATA, DATA.in(new Blocks(of, false)), DATA.in(new Blocks(of, true)))) {
      Dataset weighted = plain.weighted(weights);
      DataFile.write(folder, weighted, SPLIT);
      Dataset back = DataFile.read(folder, DATA.encoding()).data();
      assertThat(back.weights()).containsExactly(weights);
      assertThat(back.fingerprint()).isEqualTo(weighted.fingerprint());
      assertThat(back.fingerprint()).isNotEqualTo(plain.fingerprint());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatHangsTogetherComesBack(boolean inTime) throws IOException {
    Dataset blocked = DATA.in(new Blocks(new int[] {1, 0, 1, 2}, inTime));
    DataFile.write(folder, blocked, SPLIT);
    Dataset back = DataFile.read(folder, DATA.encoding()).data();
    assertThat(back.blocks()).usingRecursiveComparison().isEqualTo(blocked.blocks());
    assertThat(back.fingerprint()).isEqualTo(blocked.fingerprint());
    Dataset other = DATA.in(new Blocks(new int[] {1, 0, 1, 2}, !inTime));
    assertThat(List.of(DATA.fingerprint(), other.fingerprint()))
        .doesNotContain(blocked.fingerprint());
  }

  @Test
  void otherRolesOfRowsAreOtherData() {
    var exchanged = new Split(new int[] {0, 1, 3}, new int[] {2});
    var fewer = new Split(new int[] {0, 1}, new int[] {3});
    assertThat(
            List.of(
                DataFile.fingerprint(DATA, SPLIT),
                DataFile.fingerprint(DATA, exchanged),
                DataFile.fingerprint(DATA, fewer)))
        .doesNotHaveDuplicates();
  }

  /** Whichever byte is changed and wherever the file is cut. */
  @Test
  void damageIsRefused() throws IOException {
    DataFile.write(folder, DATA, SPLIT);
    Path file = folder.resolve("data.bin");
    byte[] bytes = Files.readAllBytes(file);
    for (int at = 0; at < bytes.length; at++) {
      byte[] flipped = bytes.clone();
      flipped[at] ^= 1;
      for (byte[] damaged : new byte[][] {flipped, Arrays.copyOf(bytes, at)}) {
        Files.write(file, damaged);
        assertThatThrownBy(() -> DataFile.read(folder, DATA.encoding()))
            .isInstanceOf(InputException.class)
            .hasMessageContaining("damaged");
      }
    }
  }

  /** Counts and rows that lie under a checksum that is right are still not believed. */
  @Test
  void whatDoesNotAddUpIsRefused() throws IOException {
    DataFile.write(folder, DATA, SPLIT);
    Path file = folder.resolve("data.bin");
    byte[] bytes = Files.readAllBytes(file);
    int lastRow = bytes.length - 8;
    for (int at : new int[] {8, 12, 16, 20, lastRow}) { // the four counts, and a row
      byte[] lying = bytes.clone();
      var buffer = ByteBuffer.wrap(lying);
      buffer.putInt(at, buffer.getInt(at) + 1);
      var crc = new CRC32C();
      crc.update(lying, 0, lying.length - 4);
      buffer.putInt(lying.length - 4, (int) crc.getValue());
      Files.write(file, lying);
      assertThatThrownBy(() -> DataFile.read(folder, DATA.encoding()))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("damaged");
    }
  }
}
