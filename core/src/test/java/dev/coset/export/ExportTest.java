package dev.coset.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import de.siegmar.fastcsv.reader.CsvReader;
import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.Engine;
import dev.coset.data.Dataset;
import dev.coset.data.InputException;
import dev.coset.data.Split;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.network.ParameterNames;
import dev.coset.posterior.Draws;
import dev.coset.sampler.NutsStatistics;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.store.MissingChains;
import dev.coset.store.RunStore;
import dev.coset.store.SyntheticRun;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ExportTest {
  private static final int DRAWS = 5;

  @TempDir Path folder;
  private RunStore run;

  /** Six chains, of which the second failed. */
  @BeforeEach
  void makeARun() {
    run =
        SyntheticRun.create(
            folder.resolve("run"),
            SyntheticRun.study(6, DRAWS, 40),
            c ->
                c == 1
                    ? new ChainOutcome.Failed(1, "No start was found.", 0.1)
                    : SyntheticRun.chain(c, DRAWS, 4));
    run.close();
  }

  private static JsonNode json(Path file) throws IOException {
    return JsonMapper.shared().readTree(Files.readString(file));
  }

  /** Reads an array of doubles by the specification, chunk by chunk. */
  private static double[] doubles(Path array) throws IOException {
    JsonNode meta = json(array.resolve(".zarray"));
    assertThat(meta.get("dtype").asString()).isEqualTo("<f8");
    int[] shape = ints(meta.get("shape"));
    int[] chunk = ints(meta.get("chunks"));
    double[] values = new double[Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
    for (int i = 0; i < values.length; i++) {
      var name = new StringBuilder();
      int within = 0;
      int rest = values.length;
      for (int k = 0, at = i; k < shape.length; k++) {
        rest /= shape[k];
        int index = at / rest;
        at %= rest;
        name.append(k == 0 ? "" : ".").append(index / chunk[k]);
        within = within * chunk[k] + index % chunk[k];
      }
      values[i] = inflated(array.resolve(name.toString())).getDouble(8 * within);
    }
    return values;
  }

  private static ByteBuffer inflated(Path file) throws IOException {
    var stream = new InflaterInputStream(new ByteArrayInputStream(Files.readAllBytes(file)));
    return ByteBuffer.wrap(stream.readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static int[] ints(JsonNode array) {
    return array.valueStream().mapToInt(JsonNode::asInt).toArray();
  }

  @Test
  void howAnArrayIsCutDoesNotMatter() throws IOException {
    Path whole = folder.resolve("whole.zarr");
    Path cut = folder.resolve("cut.zarr");
    assertThat(ExportFormat.ZARR.write(run, whole, 2).failed()).containsExactly(1);
    Files.createDirectory(cut);
    new ArvizLayout(FinishedChains.of(run, run.weights()), 100, 1).write(cut);
    for (String array :
        List.of("posterior/w1", "posterior/b2", "sample_stats/lp", "log_likelihood/y")) {
      assertThat(doubles(cut.resolve(array))).isEqualTo(doubles(whole.resolve(array)));
      assertThat(ints(json(cut.resolve(array).resolve(".zarray")).get("chunks")))
          .isNotEqualTo(ints(json(whole.resolve(array).resolve(".zarray")).get("chunks")));
    }
    double[] lp = run.draws().logDensity();
    assertThat(doubles(cut.resolve("sample_stats/lp"))).isEqualTo(lp);
  }

  /** Networks of components have them as inputs, which the features and the axes make. */
  @Test
  void componentsAreMadeFromTheFeatures() throws IOException {
    double[][] rows = new double[8][12];
    for (int i = 0; i < 8; i++) {
      int row = i;
      Arrays.setAll(rows[i], k -> (row + 1) * (k + 3) % 17);
    }
    var study =
        Study.of(
            Dataset.of(rows, new double[] {1, 2, 3, 4, 5, 6, 7, 9}),
            Split.shuffled(8, 0.25, 0),
            Configuration.of(new int[0], ChainPlan.of(1, 20, 1, 0)));
    try (var wide = RunStore.create(folder.resolve("wide"), study, "made up")) {
      MissingChains.sample(wide, Engine.local(1), SamplerMonitor.NONE);
    }
    ExportFormat.ZARR.write(RunStore.read(folder.resolve("wide")), folder.resolve("wide.zarr"), 1);
    Path data = folder.resolve("wide.zarr").resolve("constant_data");
    assertThat(ints(json(data.resolve("x_components/.zarray")).get("shape")))
        .containsExactly(12, 5);
    double[] mean = doubles(data.resolve("x_mean"));
    double[] deviation = doubles(data.resolve("x_deviation"));
    double[] axes = doubles(data.resolve("x_components"));
    double[] x = doubles(data.resolve("x"));
    for (int i = 0; i < 6; i++) {
      double[] row = rows[study.split().train()[i]];
      for (int c = 0; c < 5; c++) {
        double sum = 0;
        for (int k = 0; k < 12; k++) {
          sum += (row[k] - mean[k]) / deviation[k] * axes[5 * k + c];
        }
        assertThat(x[5 * i + c]).isCloseTo(sum, within(1e-12));
      }
    }
  }

  /** log p(q) is the log likelihood of all points, plus the log prior, with its Jacobian. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void logLikelihoodsAndPriorSumToTheLogDensity(boolean weighted) throws IOException {
    Path store = folder.resolve("store.zarr");
    if (weighted) {
      weighRows();
    }
    ExportFormat.ZARR.write(run, store, 2);
    Path ofRows = store.resolve("constant_data/row_weight");
    assertThat(Files.exists(ofRows)).isEqualTo(weighted);
    var y = run.study().posterior().data().y();
    if (weighted) {
      assertThat(doubles(ofRows)).isEqualTo(y.weights());
    }
    double[] logLikelihood = doubles(store.resolve("log_likelihood/y"));
    var density = run.study().posterior().density();
    Draws draws = run.draws();
    int points = logLikelihood.length / draws.count();
    for (int g = 0; g < draws.count(); g++) {
      double[] q = draws.draw(g);
      int first = g * points;
      double sum =
          IntStream.range(0, points).mapToDouble(i -> y.weight(i) * logLikelihood[first + i]).sum();
      double logPrior = q[13] - Math.exp(2 * q[13]) / 2 + Math.log(2);
      for (int j = 0; j < 13; j++) {
        logPrior -= q[j] * q[j] / 2;
      }
      logPrior -= 14 * Math.log(2 * Math.PI) / 2;
      assertThat(sum + logPrior)
          .isCloseTo(density.valueAndGradient(q, new double[14]), within(1e-9));
    }
  }

  /** The same chains of a run whose rows have weights. */
  private void weighRows() {
    Study plain = SyntheticRun.study(6, DRAWS, 40);
    double[] weights =
        IntStream.range(0, plain.data().rows()).mapToDouble(i -> 0.5 + i % 3).toArray();
    Study study = Study.of(plain.data().weighted(weights), plain.split(), plain.configuration());
    run =
        SyntheticRun.create(
            folder.resolve("weighted"), study, c -> SyntheticRun.chain(c, DRAWS, 4));
    run.close();
  }

  @Test
  void consolidatedMetadataAreThoseOfEveryFile() throws IOException {
    Path store = folder.resolve("store.zarr");
    ExportFormat.ZARR.write(run, store, 2);
    JsonNode all = json(store.resolve(".zmetadata"));
    assertThat(all.get("zarr_consolidated_format").asInt()).isEqualTo(1);
    List<Path> files;
    try (var walk = Files.walk(store)) {
      files =
          walk.filter(f -> f.getFileName().toString().matches("\\.z(array|attrs|group)")).toList();
    }
    assertThat(all.get("metadata").size()).isEqualTo(files.size());
    for (Path file : files) {
      String key = store.relativize(file).toString().replace('\\', '/');
      assertThat(all.get("metadata").get(key)).as(key).isEqualTo(json(file));
    }
  }

  @Test
  void aTableHasEveryDrawToTheLastBit() throws IOException {
    Path file = folder.resolve("draws.csv");
    ExportFormat.CSV.write(run, file, 2);
    Draws draws = run.draws();
    try (var csv = CsvReader.builder().ofNamedCsvRecord(file)) {
      var rows = csv.stream().toList();
      assertThat(rows).hasSize(draws.count());
      List<String> names = ParameterNames.of(run.study().posterior().network());
      for (int g = 0; g < draws.count(); g++) {
        var row = rows.get(g);
        assertThat(row.getField("chain")).isEqualTo(String.valueOf(draws.chain()[g]));
        assertThat(row.getField("draw")).isEqualTo(String.valueOf(g % DRAWS));
        assertThat(number(row.getField("lp"))).isEqualTo(draws.logDensity()[g]);
        assertThat(number(row.getField("energy"))).isEqualTo(NutsStatistics.of(draws).energy()[g]);
        assertThat(row.getField("diverging")).isEqualTo("false");
        for (int j = 0; j < names.size(); j++) {
          assertThat(number(row.getField(names.get(j)))).isEqualTo(draws.value(g, j));
        }
        assertThat(number(row.getField("sigma"))).isEqualTo(StrictMath.exp(draws.value(g, 13)));
      }
    }
  }

  private static double number(String cell) {
    return Double.parseDouble(cell);
  }

  @ParameterizedTest
  @EnumSource
  void anExportReplacesAnEarlierOneAndNothingElse(ExportFormat format) throws IOException {
    Path out = folder.resolve("new/folder/out");
    format.write(run, out, 2);
    Path lone = folder.resolve("lone");
    format.write(run, lone, 2);
    format.write(run, out, 2);
    assertThat(out.getParent()).isDirectoryNotContaining("glob:**pending**");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    format.write(run, empty, 2);
    assertThat(tree(empty)).isEqualTo(tree(out)).isEqualTo(tree(lone));

    Path file = folder.resolve("thesis.tex");
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
    Path theirs = Files.createDirectory(folder.resolve("theirs"));
    Files.writeString(theirs.resolve(".zattrs"), "{\"created_by\": \"someone\"}");
    for (Path other : List.of(file, theirs, run.folder(), folder)) {
      List<String> before = tree(folder);
      assertThatThrownBy(() -> format.write(run, other, 2))
          .isInstanceOf(InputException.class)
          .hasMessageContaining(other.toString());
      assertThat(tree(folder)).isEqualTo(before);
    }
    assertThatThrownBy(() -> format.write(run, file.resolve("below"), 2))
        .isInstanceOf(InputException.class);
  }

  @Test
  void whatAUserPutIntoAStoreIsNotLost() throws IOException {
    Path store = folder.resolve("store.zarr");
    ExportFormat.ZARR.write(run, store, 2);
    Files.createDirectory(store.resolve("posterior_predictive"));
    assertThatThrownBy(() -> ExportFormat.ZARR.write(run, store, 2))
        .isInstanceOf(InputException.class);
    assertThat(store.resolve("posterior_predictive")).exists();
  }

  @Test
  void aFailureLeavesWhatWasThere() throws IOException {
    Path out = folder.resolve("out");
    ExportFormat.CSV.write(run, out, 2);
    List<String> before = tree(folder);
    assertThatThrownBy(
            () ->
                PendingOutput.file(
                    out,
                    CsvLayout::isExport,
                    to -> {
                      Files.writeString(to, "half");
                      throw new IOException("disk full");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("disk full");
    assertThat(tree(folder)).isEqualTo(before);
  }

  @Test
  void aRunWithoutDrawsIsRefused() {
    try (var none =
        SyntheticRun.create(folder.resolve("none"), SyntheticRun.study(2, 1, 40), c -> null)) {
      for (ExportFormat format : ExportFormat.values()) {
        assertThatThrownBy(() -> format.write(none, folder.resolve("out"), 1))
            .isInstanceOf(InputException.class)
            .hasMessageContaining("Fit.resume");
      }
    }
    assertThat(folder.resolve("out")).doesNotExist();
  }

  /** Names and contents of all files below. */
  private static List<String> tree(Path root) throws IOException {
    try (var walk = Files.walk(root)) {
      return walk.filter(Files::isRegularFile)
          .map(f -> root.relativize(f) + " " + digest(f))
          .sorted()
          .toList();
    }
  }

  private static String digest(Path file) {
    try {
      return String.valueOf(Arrays.hashCode(Files.readAllBytes(file)));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
