package dev.coset.store;

import dev.coset.data.Encoding;
import dev.coset.data.Points;
import dev.coset.data.Scaling;
import dev.coset.data.Targets;
import dev.coset.distribution.Predictive;
import dev.coset.model.Configuration;
import dev.coset.model.TrainingRange;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Posterior;
import dev.coset.posterior.Prior;
import dev.coset.posterior.WeightedDraws;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A run thinned to few weighted draws, in one file: everything prediction needs, and nothing to
 * continue with. Draws are single precision, arithmetic is double.
 *
 * @param source where the data of the run came from, for people
 * @param trainRows how many the run was trained on
 * @param models whose weights together sum to 1
 * @param loss what was lost
 * @param rows of the data; null where none travel
 */
public record CompressedRun(
    String source,
    int trainRows,
    Encoding encoding,
    Scaling scaling,
    TrainingRange range,
    List<Model> models,
    CompressionLoss loss,
    @Nullable KeptRows rows)
    implements FittedModel {

  /**
   * One model of the run.
   *
   * @param name among several; empty where there is one
   * @param manifest the digest of the manifest of the run it comes from
   * @param chains how many that run has
   * @param drawn how many draws that run has
   * @param weights of the draws, in all models together
   * @param draws each entry a float
   */
  public record Model(
      String name,
      int[] hidden,
      Activation activation,
      String likelihood,
      String manifest,
      int chains,
      int drawn,
      double[] weights,
      Draws draws) {
    public Model {
      Objects.requireNonNull(name);
      Objects.requireNonNull(activation);
      Objects.requireNonNull(manifest);
      for (double value : draws.values()) {
        if (!Double.isFinite(value) || value != (float) value) {
          throw new IllegalArgumentException("a draw has the entry " + value);
        }
      }
      if (weights.length != draws.count() || weights.length == 0) {
        throw new IllegalArgumentException(
            "there are %d weights of %d draws".formatted(weights.length, draws.count()));
      }
      for (double weight : weights) {
        if (!(weight > 0 && weight <= 1)) {
          throw new IllegalArgumentException("a weight is " + weight);
        }
      }
    }

    /** Some draws, rounded, of a model of a run. */
    public static Model of(Mixture.Part part, double[] weights, Draws draws) {
      Configuration configuration = part.run().study().configuration();
      Draws all = part.run().draws();
      return new Model(
          part.name(),
          configuration.hidden(),
          configuration.activation(),
          configuration.likelihood(),
          part.run().manifest().hexDigest(),
          (int) Arrays.stream(all.chain()).distinct().count(),
          all.count(),
          weights,
          rounded(draws));
    }

    double weight() {
      return Arrays.stream(weights).sum();
    }

    Predictive predictive(Scaling scaling, double[][] x, int threads) {
      return WeightedDraws.of(draws, weights)
          .predictive(posterior(scaling, hidden, activation, likelihood), x, threads);
    }
  }

  public CompressedRun {
    models = List.copyOf(models);
    double sum = models.stream().mapToDouble(Model::weight).sum();
    if (!(Math.abs(sum - 1) < 1e-9)) {
      throw new IllegalArgumentException("the weights sum to " + sum);
    }
    Plausible.check(encoding, scaling);
    range.requireFits(scaling);
    if (rows != null) {
      rows.points(encoding, scaling); // refuses what no table could have
    }
  }

  /** A run thinned to these models. */
  public static CompressedRun of(
      Mixture run, List<Model> models, CompressionLoss loss, @Nullable KeptRows rows) {
    Manifest manifest = run.lead().manifest();
    return new CompressedRun(
        manifest.source().name(),
        manifest.trainRows(),
        run.encoding(),
        run.scaling(),
        run.range(),
        models,
        loss,
        rows);
  }

  /** The same without rows of the data. */
  public CompressedRun withoutRows() {
    return new CompressedRun(source, trainRows, encoding, scaling, range, models, loss, null);
  }

  /** The nearest draws of single precision. */
  public static Draws rounded(Draws draws) {
    return draws.withValues(
        Arrays.stream(draws.values()).map(value -> (double) (float) value).toArray());
  }

  static Posterior posterior(
      Scaling scaling, int[] hidden, Activation activation, String likelihood) {
    var kind = Likelihood.named(likelihood);
    var none = new Targets(new double[0], scaling.target().kind());
    kind.requireFits(none);
    return new Posterior(
        Network.of(scaling.inputs(), hidden, kind.outputs(none), activation),
        Prior.STANDARD_NORMAL,
        kind,
        Precision.DOUBLE,
        new Points(new double[scaling.inputs()][0], none));
  }

  /** Reads a file that {@link #write} wrote. */
  public static CompressedRun read(Path file) {
    try {
      return CompressedFile.read(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a path is a file that begins as one of a compressed run. */
  public static boolean isAt(Path path) {
    return CompressedFile.isAt(path);
  }

  /** Writes the file, whole or not at all; only an earlier one gives way to it. */
  public void write(Path file) {
    try {
      CompressedFile.write(file, this);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The bytes of the file. */
  public byte[] bytes() {
    return CompressedFile.bytes(this);
  }

  /** How many draws are kept. */
  public int draws() {
    return models.stream().mapToInt(model -> model.weights.length).sum();
  }

  /** How many draws the run has. */
  public int drawn() {
    return models.stream().mapToInt(Model::drawn).sum();
  }

  /** How many rows of the data travel with it. */
  public int keptRows() {
    return rows == null ? 0 : rows.count();
  }

  @Override
  public Points test() {
    return rows != null && rows.test()
        ? rows.points(encoding, scaling)
        : new Points(new double[scaling.inputs()][0], Targets.NONE);
  }

  @Override
  public boolean hasDraws() {
    return true;
  }

  @Override
  public void requireDraws() {}

  @Override
  public Predictive predictive(double[][] x, int threads) {
    return predictive(models, scaling, x, threads);
  }

  /** What models say of inputs (feature, point), in the likelihood's units. */
  public static Predictive predictive(
      List<Model> models, Scaling scaling, double[][] x, int threads) {
    return Predictive.mixed(
        models.stream().map(model -> model.predictive(scaling, x, threads)).toList(),
        models.stream().mapToDouble(Model::weight).toArray());
  }

  /** Nothing is held. */
  @Override
  public void close() {}
}
