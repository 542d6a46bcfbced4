package dev.coset.export;

import dev.coset.network.Network;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import dev.coset.store.Configuration;
import dev.coset.store.Version;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The groups, variables and dimensions that ArviZ knows:
 *
 * <pre>
 * posterior       w1 (chain, draw, hidden1, input), b1 (chain, draw, hidden1), w2 (chain, draw,
 *                 hidden2, hidden1), ..., the last layer to output; sigma (chain, draw)
 * sample_stats    lp, energy, acceptance_rate, tree_depth, n_steps, diverging, step_size
 * log_likelihood  y (chain, draw, obs)
 * observed_data   y (obs)
 * constant_data   x (obs, input), x_mean (input), x_deviation (input)
 * </pre>
 *
 * Data are as the network sees them, standardised; attributes say how to go back. {@code obs} is
 * numbered by the rows of the data, {@code input} is named, {@code chain} has the numbers of the
 * chains that finished.
 */
final class ArvizLayout {
  private static final String CREATED_BY = "coset";
  private static final List<String> GROUPS =
      List.of("posterior", "sample_stats", "log_likelihood", "observed_data", "constant_data");

  /** What one chunk holds, about: a run of any size is written in little memory. */
  private static final int CHUNK_BYTES = 1 << 22;

  /** Puts what a variable is for one draw. */
  private interface PerDraw {
    void put(ByteBuffer to, int chain, int draw);
  }

  private final FinishedChains chains;
  private final Posterior posterior;
  private final Network network;

  ArvizLayout(FinishedChains chains) {
    this.chains = chains;
    this.posterior = chains.study().posterior();
    this.network = posterior.network();
  }

  /** Whether a folder is an earlier export with nothing else in it. */
  static boolean isExport(Path folder) throws IOException {
    Path attributes = folder.resolve(ZarrStore.ATTRIBUTES);
    if (!Files.isRegularFile(attributes)) {
      return false;
    }
    var known = new java.util.HashSet<String>(GROUPS);
    known.addAll(Set.of(ZarrStore.ATTRIBUTES, ZarrStore.CONSOLIDATED, ZarrStore.GROUP));
    try (var files = Files.list(folder)) {
      var json = JsonMapper.shared().readTree(Files.readString(attributes));
      return CREATED_BY.equals(json.path("created_by").asString(""))
          && files.allMatch(f -> known.contains(f.getFileName().toString()));
    } catch (JacksonException notOurs) {
      return false;
    }
  }

  void write(Path folder) throws IOException {
    Map<String, Object> attributes = attributes();
    var store = new ZarrStore(folder, attributes);
    for (String group : GROUPS) {
      store.group(group, attributes);
    }
    posterior(store);
    statistics(store);
    logLikelihood(store);
    data(store);
    store.finish();
  }

  private Map<String, Object> attributes() {
    Configuration configuration = chains.study().configuration();
    var scaling = chains.study().scaling();
    Map<String, Object> attributes = new LinkedHashMap<>();
    attributes.put("created_by", CREATED_BY);
    attributes.put("version", Version.CURRENT);
    attributes.put("inference_library", CREATED_BY);
    attributes.put("inference_library_version", chains.manifest().version());
    attributes.put("source", chains.manifest().source());
    attributes.put("fingerprint", chains.manifest().fingerprint());
    attributes.put("seed", configuration.plan().seed());
    attributes.put("warmup", configuration.plan().sampler().warmup());
    attributes.put("hidden", configuration.hidden());
    attributes.put("activation", lower(configuration.activation()));
    attributes.put("prior_scale", configuration.prior().scale());
    attributes.put("precision", lower(configuration.precision()));
    attributes.put("target", chains.study().data().encoding().target());
    attributes.put("target_mean", scaling.targetMean());
    attributes.put("target_deviation", scaling.targetDeviation());
    attributes.put("failed_chains", chains.failed());
    return attributes;
  }

  private static String lower(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT);
  }

  private void posterior(ZarrStore store) throws IOException {
    String group = "posterior";
    chainAndDraw(store, group);
    layerNames(store, group);
    for (int l = 1; l <= network.layers(); l++) {
      int width = network.width(l);
      int below = network.width(l - 1);
      int weights = network.weight(l, 0, 0);
      int biases = network.bias(l, 0);
      perDraw(
          store,
          group,
          "w" + l,
          ZarrType.FLOAT,
          List.of(layer(l), layer(l - 1)),
          new int[] {width, below},
          () -> (to, c, t) -> putValues(to, chains.draws(c), t, weights, width * below));
      perDraw(
          store,
          group,
          "b" + l,
          ZarrType.FLOAT,
          List.of(layer(l)),
          new int[] {width},
          () -> (to, c, t) -> putValues(to, chains.draws(c), t, biases, width));
    }
    int logSigma = network.parameters();
    statistic(
        store,
        group,
        "sigma",
        ZarrType.FLOAT,
        (to, c, t) -> to.putDouble(StrictMath.exp(chains.draws(c).value(t, logSigma))));
  }

  private static void putValues(ByteBuffer to, Draws draws, int t, int from, int count) {
    for (int j = from; j < from + count; j++) {
      to.putDouble(draws.value(t, j));
    }
  }

  private String layer(int l) {
    if (l == 0) {
      return "input";
    }
    return l == network.layers() ? "output" : "hidden" + l;
  }

  private void layerNames(ZarrStore store, String group) throws IOException {
    texts(store, group, "input", inputs());
    for (int l = 1; l <= network.layers(); l++) {
      integers(store, group, layer(l), upTo(network.width(l)));
    }
  }

  private List<String> inputs() {
    List<String> names = chains.study().data().encoding().featureNames();
    return Arrays.stream(chains.study().scaling().kept()).mapToObj(names::get).toList();
  }

  private void statistics(ZarrStore store) throws IOException {
    String group = "sample_stats";
    chainAndDraw(store, group);
    statistic(
        store,
        group,
        "lp",
        ZarrType.FLOAT,
        (to, c, t) -> to.putDouble(chains.draws(c).logDensity()[t]));
    statistic(
        store,
        group,
        "energy",
        ZarrType.FLOAT,
        (to, c, t) -> to.putDouble(chains.draws(c).energy()[t]));
    statistic(
        store,
        group,
        "acceptance_rate",
        ZarrType.FLOAT,
        (to, c, t) -> to.putDouble(chains.draws(c).acceptance()[t]));
    statistic(
        store,
        group,
        "tree_depth",
        ZarrType.INTEGER,
        (to, c, t) -> to.putLong(chains.draws(c).depth()[t]));
    statistic(
        store,
        group,
        "n_steps",
        ZarrType.INTEGER,
        (to, c, t) -> to.putLong(chains.draws(c).steps()[t]));
    statistic(
        store,
        group,
        "diverging",
        ZarrType.BOOLEAN,
        (to, c, t) -> to.put((byte) (chains.draws(c).diverged()[t] ? 1 : 0)));
    statistic(
        store, group, "step_size", ZarrType.FLOAT, (to, c, t) -> to.putDouble(chains.stepSize(c)));
  }

  private void logLikelihood(ZarrStore store) throws IOException {
    String group = "log_likelihood";
    chainAndDraw(store, group);
    observations(store, group);
    perDraw(
        store,
        group,
        "y",
        ZarrType.FLOAT,
        List.of("obs"),
        new int[] {posterior.data().count()},
        () -> {
          var likelihood = new PointwiseLikelihood(posterior);
          return (to, c, t) -> {
            for (double value : likelihood.of(chains.draws(c).draw(t))) {
              to.putDouble(value);
            }
          };
        });
  }

  private void data(ZarrStore store) throws IOException {
    var points = posterior.data();
    observations(store, "observed_data");
    doubles(store, "observed_data", "y", List.of("obs"), points.y());
    String group = "constant_data";
    observations(store, group);
    texts(store, group, "input", inputs());
    doubles(store, group, "x_mean", List.of("input"), chains.study().scaling().means());
    doubles(store, group, "x_deviation", List.of("input"), chains.study().scaling().deviations());
    int[] shape = {points.count(), points.features()};
    var x = store.array(group, "x", ZarrType.FLOAT, List.of("obs", "input"), shape, shape);
    ByteBuffer chunk = x.newChunk();
    for (int i = 0; i < points.count(); i++) {
      for (double[] feature : points.x()) {
        chunk.putDouble(feature[i]);
      }
    }
    x.write(chunk, 0, 0);
  }

  private void chainAndDraw(ZarrStore store, String group) throws IOException {
    integers(store, group, "chain", chains.numbers());
    integers(store, group, "draw", upTo(chains.perChain()));
  }

  private void observations(ZarrStore store, String group) throws IOException {
    int[] rows = chains.study().split().train();
    integers(store, group, "obs", Arrays.stream(rows).asLongStream().toArray());
  }

  private static long[] upTo(int count) {
    return IntStream.range(0, count).asLongStream().toArray();
  }

  private void statistic(ZarrStore store, String group, String name, ZarrType type, PerDraw of)
      throws IOException {
    perDraw(store, group, name, type, List.of(), new int[0], () -> of);
  }

  /** A variable with dimensions chain, draw, and its own; its chunks are shared out to threads. */
  private void perDraw(
      ZarrStore store,
      String group,
      String name,
      ZarrType type,
      List<String> ownDimensions,
      int[] ownShape,
      Supplier<PerDraw> forOneThread)
      throws IOException {
    List<String> dimensions = new ArrayList<>(List.of("chain", "draw"));
    dimensions.addAll(ownDimensions);
    int[] shape = new int[2 + ownShape.length];
    shape[0] = chains.count();
    shape[1] = chains.perChain();
    System.arraycopy(ownShape, 0, shape, 2, ownShape.length);
    long bytesPerDraw = type.bytes() * (long) Arrays.stream(ownShape).reduce(1, (a, b) -> a * b);
    int[] chunk = shape.clone();
    chunk[1] = (int) Math.clamp(CHUNK_BYTES / bytesPerDraw, 1, shape[1]);
    chunk[0] = (int) Math.clamp(CHUNK_BYTES / (bytesPerDraw * chunk[1]), 1, shape[0]);
    ZarrArray array = store.array(group, name, type, dimensions, shape, chunk);
    try {
      IntStream.range(0, array.chunks(0) * array.chunks(1))
          .parallel()
          .forEach(
              place ->
                  write(
                      array,
                      forOneThread.get(),
                      place / array.chunks(1),
                      place % array.chunks(1),
                      (int) bytesPerDraw));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void write(
      ZarrArray array, PerDraw of, int chainChunk, int drawChunk, int bytesPerDraw) {
    int[] chunk = array.chunk();
    ByteBuffer elements = array.newChunk();
    for (int i = 0; i < chunk[0]; i++) {
      for (int j = 0; j < chunk[1]; j++) {
        int chain = chainChunk * chunk[0] + i;
        int draw = drawChunk * chunk[1] + j;
        if (chain < array.shape()[0] && draw < array.shape()[1]) {
          elements.position((i * chunk[1] + j) * bytesPerDraw);
          of.put(elements, chain, draw);
        }
      }
    }
    int[] place = new int[chunk.length];
    place[0] = chainChunk;
    place[1] = drawChunk;
    try {
      array.write(elements, place);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void doubles(
      ZarrStore store, String group, String name, List<String> dimensions, double[] values)
      throws IOException {
    int[] shape = {values.length};
    var array = store.array(group, name, ZarrType.FLOAT, dimensions, shape, shape);
    ByteBuffer chunk = array.newChunk();
    chunk.asDoubleBuffer().put(values);
    array.write(chunk, 0);
  }

  /** A coordinate of the dimension of its name. */
  private static void integers(ZarrStore store, String group, String name, long[] values)
      throws IOException {
    int[] shape = {values.length};
    var array = store.array(group, name, ZarrType.INTEGER, List.of(name), shape, shape);
    ByteBuffer chunk = array.newChunk();
    chunk.asLongBuffer().put(values);
    array.write(chunk, 0);
  }

  private static void texts(ZarrStore store, String group, String name, List<String> values)
      throws IOException {
    int[] shape = {values.size()};
    ZarrType type = ZarrType.text(values);
    var array = store.array(group, name, type, List.of(name), shape, shape);
    ByteBuffer chunk = array.newChunk();
    values.forEach(value -> type.putText(chunk, value));
    array.write(chunk, 0);
  }
}
