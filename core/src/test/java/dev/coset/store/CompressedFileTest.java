package dev.coset.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coset.data.InputException;
import dev.coset.distribution.NumberDistribution;
import dev.coset.model.Study;
import dev.coset.store.CompressionLoss.Divergence;
import dev.coset.store.CompressionLoss.Lppd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class CompressedFileTest {
  private static final int START = 16; // magic, format, length of the header
  @TempDir Path folder;
  private Path file;
  private byte[] bytes = {};

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("small.coset");
    write("run", SyntheticRun.study(2, 2, 40));
  }

  private void write(String name, Study study) throws IOException {
    try (var run =
        SyntheticRun.create(folder.resolve(name), study, c -> SyntheticRun.chain(c, 2, 1))) {
      var part = Mixture.of(run).parts().getFirst();
      var kl = new Divergence(0.001, 0.01, 30);
      var loss = new CompressionLoss(0.01, kl, kl, kl, true, new Lppd(-1, -1.1, 30), null);
      var model = CompressedRun.Model.of(part, new double[] {0.1, 0.2, 0.3, 0.4}, run.draws());
      CompressedRun.of(Mixture.of(run), List.of(model), loss, KeptRows.of(run.study())).write(file);
    }
    bytes = Files.readAllBytes(file);
  }

  private void assertRefused(byte[] content, String word) throws IOException {
    Files.write(file, content);
    assertThatThrownBy(() -> FittedModel.read(file))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(word);
  }

  @Test
  void whatIsReadIsWhatWasWritten() {
    CompressedRun run = CompressedRun.read(file);
    assertThat(run.bytes()).isEqualTo(bytes);
    assertThat(run.draws()).isEqualTo(4);
    assertThat(run.keptRows()).isEqualTo(10);
    assertThat(run.encoding().featureNames()).containsExactly("länge", "b");
  }

  /** As of version 0.3.0. */
  @Test
  void aFileWithoutTheRangeOfTrainingTargetsOpens() throws IOException {
    write("positive", Studies.positive(SyntheticRun.study(2, 2, 40)));
    assertThat(CompressedRun.read(file).scaling().target().clampIsGuessed()).isFalse();
    String header = new String(bytes, StandardCharsets.ISO_8859_1);
    String without =
        Pattern.compile(",\"clamp\":\\{[^}]*}")
            .matcher(header)
            .replaceFirst(found -> " ".repeat(found.group().length()));
    assertThat(without).isNotEqualTo(header);
    Files.write(
        file,
        checked(
            ByteBuffer.wrap(without.getBytes(StandardCharsets.ISO_8859_1))
                .order(ByteOrder.LITTLE_ENDIAN)));
    CompressedRun old = CompressedRun.read(file);
    assertThat(old.scaling().target().clampIsGuessed()).isTrue();
    double[][] far = {{1e30}, {-1e30}};
    var said =
        (NumberDistribution) old.predictive(far, 1).map(old.scaling().target()::original).at(0);
    assertThat(said.mean()).isFinite();
    assertThat(said.sd()).isFinite();
  }

  @Test
  void everyFlippedByteIsRefused() throws IOException {
    for (int i = 0; i < bytes.length; i++) {
      byte[] flipped = bytes.clone();
      flipped[i] ^= (byte) (1 << i % 8);
      assertRefused(flipped, ".");
    }
  }

  @Test
  void everyTruncationIsRefused() throws IOException {
    for (int length = 0; length < bytes.length; length++) {
      assertRefused(Arrays.copyOf(bytes, length), ".");
    }
    assertRefused(Arrays.copyOf(bytes, bytes.length + 8), ".");
  }

  /** Whatever a header says, with a checksum that is right. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/models/0/draws | 2147483647 | counts other numbers",
        "/models/0/draws | -4 | header",
        "/models/0/draws | 0 | header",
        "/models/0/hidden | [1000000000, 1000000000] | weights and biases",
        "/models/0/hidden | [] | counts other numbers",
        "/models/0/hidden | [-3] | at least 1",
        "/models/0/hidden | null | header",
        "/models/0/likelihood | \"poisson\" | no likelihood named",
        "/models/0/likelihood | \"categorical\" | is for classes",
        "/models/0/activation | \"GELU\" | header",
        "/models | [] | counts other numbers",
        "/models | null | header",
        "/rows/count | 2000000000 | header",
        "/rows/count | 11 | counts other numbers",
        "/scaling/kept | [0, 5] | does not exist",
        "/scaling/kept | [1, 0] | does not exist",
        "/scaling/deviations | [0, 1] | deviation",
        "/scaling/deviations | [\"NaN\", 1] | deviation",
        "/scaling/means | [1] | header",
        "/scaling/target/spread | \"Infinity\" | deviation",
        "/scaling/target/classes | 3 | classes",
        "/scaling/target/clamp | {\"low\": 3, \"high\": 1} | header",
        "/scaling/target/clamp | {\"low\": \"-Infinity\", \"high\": 1} | range",
        "/scaling/target | null | incomplete",
        "/range/low | [1e9, 0] | range",
        "/range/high | [\"NaN\", 0] | range",
        "/range/constants | [] | range",
        "/encoding/columns | [] | header",
        "/encoding/columns/0/form | null | incomplete",
        "/encoding/columns/0/fill | \"NaN\" | numbers",
        "/encoding/columns/0/kind | \"shell\" | header",
        "/encoding/target/name | null | header",
        "/loss | null | header",
        "/loss/train | null | header",
        "/source | null | header"
      })
  void hostileHeadersAreRefused(String place, String value, String word) throws IOException {
    assertRefused(withHeader(place, value), word);
  }

  private byte[] withHeader(String place, String value) {
    int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(12);
    var json = JsonMapper.shared();
    var header = (ObjectNode) json.readTree(bytes, START, length);
    int slash = place.lastIndexOf('/');
    var parent = (ObjectNode) header.at(place.substring(0, slash));
    assertThat(parent.has(place.substring(slash + 1))).isTrue();
    parent.set(place.substring(slash + 1), json.readTree(value));
    byte[] text = json.writeValueAsString(header).getBytes(StandardCharsets.UTF_8);
    int padded = (text.length + 7) / 8 * 8;
    var changed =
        ByteBuffer.allocate(bytes.length - length + padded).order(ByteOrder.LITTLE_ENDIAN);
    changed.put(bytes, 0, 12).putInt(padded).put(text);
    Arrays.fill(changed.array(), START + text.length, START + padded, (byte) ' ');
    changed.position(START + padded).put(bytes, START + length, bytes.length - START - length);
    return checked(changed);
  }

  private static byte[] checked(ByteBuffer content) {
    int end = content.array().length - 4;
    var crc = new CRC32C();
    crc.update(content.array(), 0, end);
    return content.putInt(end, (int) crc.getValue()).array();
  }

  /** Weights come first of the numbers, then 10 rows with 2 columns, then draws. */
  @ParameterizedTest
  @CsvSource({
    "0, NaN, a weight is NaN",
    "0, -0.1, a weight is -0.1",
    "0, 0.2, weights sum to",
    "34, NaN, too far to compute with"
  })
  void hostileNumbersAreRefused(int place, double value, String word) throws IOException {
    var changed = ByteBuffer.wrap(bytes.clone()).order(ByteOrder.LITTLE_ENDIAN);
    changed.putDouble(START + changed.getInt(12) + 8 * place, value);
    assertRefused(checked(changed), word);
  }

  @Test
  void aDrawThatIsNoNumberIsRefused() throws IOException {
    var changed = ByteBuffer.wrap(bytes.clone()).order(ByteOrder.LITTLE_ENDIAN);
    changed.putFloat(bytes.length - 8, Float.NaN);
    assertRefused(checked(changed), "a draw has the entry NaN");
  }

  @Test
  void onlyAnEarlierFileGivesWay() throws IOException {
    CompressedRun run = CompressedRun.read(file);
    run.write(file);
    Path other = Files.writeString(folder.resolve("notes.txt"), "mine");
    assertThatThrownBy(() -> run.write(other))
        .hasMessageContaining("something other than a compressed run");
    assertThat(other).hasContent("mine");
    try (var left = Files.list(folder)) {
      assertThat(left).hasSize(3);
    }
  }

  @Test
  void whoeverNeedsChainsSaysSo() {
    assertThatThrownBy(() -> Mixture.read(file))
        .isInstanceOf(InputException.class)
        .hasMessageContainingAll("compressed run", "no chains", "folder");
    assertThatThrownBy(() -> RunStore.open(file)).hasMessageContaining("no chains");
  }
}
