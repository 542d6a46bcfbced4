package dev.coset.export;

import dev.coset.data.PrincipalComponents;
import dev.coset.data.TargetKind;
import dev.coset.model.Configuration;
import dev.coset.network.Network;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Nuisance;
import dev.coset.posterior.Posterior;
import dev.coset.store.Version;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The groups, variables and dimensions that ArviZ knows:
 *
 * <pre>
 * posterior       w1 (chain, draw, hidden1, input), b1 (chain, draw, hidden1),
 *                 w2 (chain, draw, hidden2, hidden1), ..., the last layer to output;
 *                 sigma (chain, draw)
 * sample_stats    lp, energy, acceptance_rate, tree_depth, n_steps, diverging, step_size;
 *                 weight, where draws are not weighted equally
 * log_likelihood  y (chain, draw, obs)
 * observed_data   y (obs)
 * constant_data   x (obs, input), x_mean (input), x_deviation (input);
 *                 of components of the features, x_components (feature, input), and the others
 *                 by feature
 * </pre>
 *
 * Data are as the network sees them, standardised; {@code x_mean}, {@code x_deviation} and the
 * attributes say how to go back. {@code obs} is numbered by the rows of the data, {@code input} is
 * named, {@code chain} has the numbers of the chains that finished.
 */
final class ArvizLayout {
  private static final String CREATED_BY = "coset";
  private static final String POSTERIOR = "posterior";
  private static final String SAMPLE_STATS = "sample_stats";
  private static final String LOG_LIKELIHOOD = "log_likelihood";
  private static final String OBSERVED_DATA = "observed_data";
  private static final String CONSTANT_DATA = "constant_data";
  private static final Set<String> ALL =
      Set.of(
          POSTERIOR,
          SAMPLE_STATS,
          LOG_LIKELIHOOD,
          OBSERVED_DATA,
          CONSTANT_DATA,
          ZarrStore.ATTRIBUTES,
          ZarrStore.CONSOLIDATED,
          ZarrStore.GROUP);

  /** Some megabytes read and write fast. */
  private static final int CHUNK_BYTES = 1 << 22;

  private final FinishedChains chains;
  private final int chunkBytes;
  private final int threads;
  private final Posterior posterior;
  private final Network network;

  ArvizLayout(FinishedChains chains, int threads) {
    this(chains, CHUNK_BYTES, threads);
  }

  ArvizLayout(FinishedChains chains, int chunkBytes, int threads) {
    this.chains = chains;
    this.chunkBytes = chunkBytes;
    this.threads = threads;
    this.posterior = chains.study().posterior();
    this.network = posterior.network();
  }

  /** Whether a folder is an earlier export with nothing else in it. */
  static boolean isExport(Path folder) throws IOException {
    Path attributes = folder.resolve(ZarrStore.ATTRIBUTES);
    if (!Files.isRegularFile(attributes)) {
      return false;
    }
    try (var files = Files.list(folder)) {
      var json = JsonMapper.shared().readTree(Files.readString(attributes));
      return CREATED_BY.equals(json.path("created_by").asString(""))
          && files.allMatch(f -> ALL.contains(f.getFileName().toString()));
    } catch (JacksonException notOurs) {
      return false;
    }
  }

  void write(Path folder) throws IOException {
    Map<String, Object> attributes = attributes();
    var store = new ZarrStore(folder, attributes);
    posterior(store.group(POSTERIOR, attributes));
    statistics(perDraw(store.group(SAMPLE_STATS, attributes)));
    logLikelihood(store.group(LOG_LIKELIHOOD, attributes));
    observedData(store.group(OBSERVED_DATA, attributes));
    constantData(store.group(CONSTANT_DATA, attributes));
    store.finish();
  }

  private DrawVariables perDraw(ZarrGroup group) throws IOException {
    return new DrawVariables(group, chains, chunkBytes, threads);
  }

  private Map<String, Object> attributes() {
    Configuration configuration = chains.study().configuration();
    var scaling = chains.study().scaling();
    Map<String, Object> attributes = new LinkedHashMap<>();
    attributes.put("created_by", CREATED_BY);
    attributes.put("version", Version.CURRENT);
    attributes.put("inference_library", CREATED_BY);
    attributes.put("inference_library_version", chains.manifest().version());
    attributes.put("source", chains.manifest().source().name());
    attributes.put("fingerprint", chains.manifest().fingerprint());
    attributes.put("seed", configuration.plan().seed());
    attributes.put("warmup", configuration.plan().sampler().warmup());
    attributes.put("hidden", configuration.hidden());
    attributes.put("activation", lower(configuration.activation()));
    attributes.put("prior_scale", configuration.prior().scale());
    attributes.put("prior_scale_of_inputs", configuration.prior().inputScale());
    attributes.put("precision", lower(configuration.precision()));
    attributes.put("target", chains.study().data().encoding().target().name());
    attributes.put("likelihood", configuration.likelihood());
    attributes.put("target_classes", chains.study().data().encoding().target().levels());
    attributes.put("target_scale", lower(scaling.target().scale()));
    attributes.put("target_center", scaling.target().center());
    attributes.put("target_spread", scaling.target().spread());
    attributes.put("failed_chains", chains.failed());
    attributes.put("weights", lower(chains.weights().used()));
    return attributes;
  }

  private static String lower(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT);
  }

  private void posterior(ZarrGroup group) throws IOException {
    group.coordinate(layer(0), inputs());
    var variables = perDraw(group);
    for (int l = 1; l <= network.layers(); l++) {
      int width = network.width(l);
      int below = network.width(l - 1);
      int weights = network.weight(l, 0, 0);
      int biases = network.bias(l, 0);
      if (l < network.layers()) {
        group.coordinate(layer(l), IntStream.range(0, width).asLongStream().toArray());
      } else {
        group.coordinate(layer(l), outputs());
      }
      variables.arrays(
          "w" + l,
          List.of(layer(l), layer(l - 1)),
          new int[] {width, below},
          () -> (to, c, t) -> putValues(to, chains.draws(c), t, weights, width * below));
      variables.arrays(
          "b" + l,
          List.of(layer(l)),
          new int[] {width},
          () -> (to, c, t) -> putValues(to, chains.draws(c), t, biases, width));
    }
    List<Nuisance> nuisance = posterior.likelihood().nuisance();
    for (int k = 0; k < nuisance.size(); k++) {
      int place = k;
      variables.numbers(
          nuisance.get(k).name(), (c, t) -> posterior.nuisance(chains.draws(c), t)[place]);
    }
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

  /** What each output speaks of: a class, or a function by its name. */
  private List<String> outputs() {
    var encoding = chains.study().data().encoding();
    int outputs = network.outputs();
    return switch (encoding.kind()) {
      case TargetKind.Number _ -> posterior.likelihood().functionNames(outputs);
      case TargetKind.Classes(int count) ->
          encoding.target().levels().subList(count - outputs, count);
    };
  }

  private List<String> features() {
    List<String> names = chains.study().data().encoding().featureNames();
    return Arrays.stream(chains.study().scaling().kept()).mapToObj(names::get).toList();
  }

  private List<String> inputs() {
    PrincipalComponents components = chains.study().scaling().components();
    return components == null
        ? features()
        : IntStream.rangeClosed(1, components.count()).mapToObj(c -> "component " + c).toList();
  }

  private void statistics(DrawVariables variables) throws IOException {
    variables.numbers("lp", (c, t) -> chains.draws(c).logDensity()[t]);
    for (int k = 0; k < chains.schema().size(); k++) {
      int place = k;
      var statistic = chains.schema().statistics().get(k);
      switch (statistic.type()) {
        case NUMBER ->
            variables.numbers(statistic.name(), (c, t) -> chains.draws(c).statistics()[place][t]);
        case COUNT ->
            variables.counts(
                statistic.name(), (c, t) -> (long) chains.draws(c).statistics()[place][t]);
        case TRUTH ->
            variables.truths(
                statistic.name(), (c, t) -> (long) chains.draws(c).statistics()[place][t]);
      }
    }
    variables.numbers("step_size", (c, t) -> chains.stepSize(c));
    if (chains.weighted()) {
      variables.numbers("weight", (c, t) -> chains.weight(c));
    }
  }

  private void logLikelihood(ZarrGroup group) throws IOException {
    observations(group);
    perDraw(group)
        .arrays(
            "y",
            List.of("obs"),
            new int[] {posterior.data().count()},
            () -> {
              var likelihood = new PointwiseLikelihood(posterior);
              return (to, c, t) -> {
                for (double value : likelihood.of(chains.draws(c), t)) {
                  to.putDouble(value);
                }
              };
            });
  }

  private void observedData(ZarrGroup group) throws IOException {
    observations(group);
    group.vector("y", "obs", posterior.data().y().values());
  }

  private void constantData(ZarrGroup group) throws IOException {
    observations(group);
    double[] weights = posterior.data().y().weights();
    if (weights != null) {
      group.vector("row_weight", "obs", weights);
    }
    group.coordinate("input", inputs());
    var scaling = chains.study().scaling();
    String feature = "input";
    if (scaling.components() != null) {
      feature = "feature";
      group.coordinate(feature, features());
      matrix(group, "x_components", List.of(feature, "input"), scaling.components().axes());
    }
    group.vector("x_mean", feature, scaling.means());
    group.vector("x_deviation", feature, scaling.deviations());
    matrix(group, "x", List.of("obs", "input"), posterior.data().x());
  }

  /**
   * Writes a variable of two dimensions.
   *
   * @param columns; each has a place in the second
   */
  private static void matrix(
      ZarrGroup group, String variable, List<String> dimensions, double[][] columns)
      throws IOException {
    int[] shape = {columns[0].length, columns.length};
    ZarrArray array = group.array(variable, ZarrType.FLOAT, dimensions, shape, shape);
    ByteBuffer chunk = array.newChunk();
    for (int i = 0; i < shape[0]; i++) {
      for (double[] column : columns) {
        chunk.putDouble(column[i]);
      }
    }
    array.write(chunk, 0, 0);
  }

  private void observations(ZarrGroup group) throws IOException {
    int[] rows = chains.study().split().train();
    group.coordinate("obs", Arrays.stream(rows).asLongStream().toArray());
  }
}
