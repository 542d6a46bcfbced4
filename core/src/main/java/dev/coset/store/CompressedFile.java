package dev.coset.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coset.data.Encoding;
import dev.coset.data.InputException;
import dev.coset.data.Scaling;
import dev.coset.message.Setting;
import dev.coset.model.TrainingRange;
import dev.coset.network.Activation;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A compressed run as bytes, little-endian: magic, format, the length of the header; the header as
 * JSON, filled up with spaces to whole eights; then numbers of 8 bytes, namely the weights of all
 * draws, and of rows their numbers, the codes of one column after another, the target and, where
 * they have any, their weights; then the draws, floats; CRC32C of all before.
 */
final class CompressedFile {
  private static final byte[] MAGIC = "COSETRUN".getBytes(StandardCharsets.US_ASCII);
  private static final int FORMAT = 1;
  private static final int START = MAGIC.length + 2 * Integer.BYTES;
  private static final long MOST_BYTES = Integer.MAX_VALUE - 8; // of an array
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private CompressedFile() {}

  /** What is said before the numbers come. */
  private record Header(
      String version,
      String source,
      int trainRows,
      Encoding encoding,
      Scaling scaling,
      TrainingRange range,
      List<Model> models,
      CompressionLoss loss,
      @Nullable Rows rows) {
    Header {
      Objects.requireNonNull(source); // a file may lack anything
      Objects.requireNonNull(encoding);
      Objects.requireNonNull(scaling);
      Objects.requireNonNull(range);
      Objects.requireNonNull(loss);
      models = List.copyOf(models);
    }

    long draws() {
      return models.stream().mapToLong(Model::draws).sum();
    }

    /** How many bytes the numbers take; none are kept before it is known that they are there. */
    long bytes() {
      long bytes = Double.BYTES * draws();
      if (rows != null) {
        bytes +=
            Double.BYTES * rows.count * (encoding.columns().size() + (rows.hasWeights() ? 3L : 2L));
      }
      for (Model model : models) {
        long each = (long) Float.BYTES * model.posterior(scaling).dimension();
        bytes = Math.addExact(bytes, Math.multiplyExact(each, model.draws));
      }
      return bytes;
    }
  }

  private record Model(
      String name,
      int[] hidden,
      Activation activation,
      String likelihood,
      int draws,
      String manifest,
      int chains,
      int drawn) {
    Model {
      Objects.requireNonNull(hidden);
      Objects.requireNonNull(activation);
      Objects.requireNonNull(likelihood);
      if (draws < 1) {
        throw new IllegalArgumentException("a model has " + draws + " draws");
      }
    }

    static Model of(CompressedRun.Model model) {
      return new Model(
          model.name(),
          model.hidden(),
          model.activation(),
          model.likelihood(),
          model.draws().count(),
          model.manifest(),
          model.chains(),
          model.drawn());
    }

    Posterior posterior(Scaling scaling) {
      return CompressedRun.posterior(scaling, hidden, activation, likelihood);
    }
  }

  private record Rows(
      int count,
      boolean test,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean weighted) {
    Rows {
      if (count < 1 || count > KeptRows.MOST) {
        throw new IllegalArgumentException("there are " + count + " rows");
      }
    }

    /** Files of before say nothing of weights. */
    boolean hasWeights() {
      return weighted != null && weighted;
    }
  }

  static boolean isAt(Path path) {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (var in = Files.newInputStream(path)) {
      return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
    } catch (IOException unreadable) {
      return false;
    }
  }

  static void write(Path file, CompressedRun run) throws IOException {
    if (Files.exists(file) && !isAt(file)) {
      throw new InputException(
          "The path %s holds something other than a compressed run. Choose another path."
              .formatted(file));
    }
    Path place = file.toAbsolutePath();
    DurableFiles.replace(
        Objects.requireNonNull(place.getParent()), place.getFileName().toString(), bytes(run));
  }

  static byte[] bytes(CompressedRun run) {
    KeptRows rows = run.rows();
    var header =
        new Header(
            Version.CURRENT,
            run.source(),
            run.trainRows(),
            run.encoding(),
            run.scaling(),
            run.range(),
            run.models().stream().map(Model::of).toList(),
            run.loss(),
            rows == null
                ? null
                : new Rows(rows.count(), rows.test(), rows.weights() == null ? null : true));
    byte[] json = JSON.writeValueAsBytes(header);
    int padded = (json.length + 7) / 8 * 8;
    long size = START + padded + header.bytes() + Integer.BYTES;
    if (size > MOST_BYTES) {
      throw InputException.of(
          "The draws kept take %d bytes, more than the %d a file can hold. Allow a larger loss with"
              + " %s.",
          size, MOST_BYTES, Setting.KL);
    }
    var bytes = ByteBuffer.allocate((int) size).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(MAGIC).putInt(FORMAT).putInt(padded).put(json);
    while (bytes.position() < START + padded) {
      bytes.put((byte) ' ');
    }
    run.models().forEach(model -> put(bytes, model.weights()));
    if (rows != null) {
      put(bytes, Arrays.stream(rows.numbers()).asDoubleStream().toArray());
      for (double[] column : rows.codes()) {
        put(bytes, column);
      }
      put(bytes, rows.target());
      double[] weights = rows.weights();
      if (weights != null) {
        put(bytes, weights);
      }
    }
    for (CompressedRun.Model model : run.models()) {
      for (double value : model.draws().values()) {
        bytes.putFloat((float) value);
      }
    }
    return bytes.putInt(checksum(bytes.array(), bytes.position())).array();
  }

  static CompressedRun read(Path file) throws IOException {
    return of(DurableFiles.read(file.toRealPath(), MOST_BYTES), file);
  }

  /** The run that a file's content is of. */
  private static CompressedRun of(byte[] content, Path file) {
    int end = content.length - Integer.BYTES;
    var bytes = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    if (!Arrays.equals(Arrays.copyOf(content, MAGIC.length), MAGIC)) {
      throw new InputException(
          "There is no run in %s. Give the folder that a fit wrote, or a compressed run."
              .formatted(file));
    }
    try {
      if (end < START || bytes.getInt(end) != checksum(content, end)) {
        throw new IllegalArgumentException("its checksum does not fit");
      }
      int format = bytes.getInt(MAGIC.length);
      int length = bytes.getInt(START - Integer.BYTES);
      if (format != FORMAT) {
        throw new IllegalArgumentException(
            "it has format %d, and this version of Coset reads %d".formatted(format, FORMAT));
      }
      if (length < 0 || length > end - START || length % 8 != 0) {
        throw new IllegalArgumentException("its header has " + length + " bytes");
      }
      @Nullable Header header = JSON.readValue(content, START, length, Header.class);
      if (header == null || header.bytes() != end - START - length) {
        throw new IllegalArgumentException("its header counts other numbers than the file has");
      }
      return read(header, bytes.position(START + length));
    } catch (JacksonException | IllegalArgumentException | ArithmeticException e) {
      throw damaged(
          file, e instanceof JacksonException ? "its header is not readable" : e.getMessage(), e);
    } catch (NullPointerException lacking) {
      throw damaged(file, "its header is incomplete", lacking);
    }
  }

  private static InputException damaged(Path file, @Nullable String why, Throwable cause) {
    return new InputException(
        "The file %s is damaged or is not a compressed run (%s): restore it from a copy, or compress the run again."
            .formatted(file, why),
        cause);
  }

  private static CompressedRun read(Header header, ByteBuffer bytes) {
    List<double[]> weights = new ArrayList<>();
    for (Model model : header.models) {
      weights.add(doubles(bytes, model.draws));
    }
    KeptRows rows = header.rows == null ? null : rows(header, header.rows, bytes);
    List<CompressedRun.Model> models = new ArrayList<>();
    for (Model of : header.models) {
      Draws draws =
          Draws.ofSize(of.draws, of.posterior(header.scaling).dimension(), DrawSchema.NONE);
      for (int i = 0; i < draws.values().length; i++) {
        draws.values()[i] = bytes.getFloat();
      }
      Arrays.setAll(draws.chain(), g -> g);
      models.add(
          new CompressedRun.Model(
              of.name,
              of.hidden,
              of.activation,
              of.likelihood,
              of.manifest,
              of.chains,
              of.drawn,
              weights.get(models.size()),
              draws));
    }
    return new CompressedRun(
        header.source,
        header.trainRows,
        header.encoding,
        header.scaling,
        header.range,
        models,
        header.loss,
        rows);
  }

  private static KeptRows rows(Header header, Rows of, ByteBuffer bytes) {
    int[] numbers = Arrays.stream(doubles(bytes, of.count)).mapToInt(n -> (int) n).toArray();
    double[][] codes = new double[header.encoding.columns().size()][];
    for (int c = 0; c < codes.length; c++) {
      codes[c] = doubles(bytes, of.count);
    }
    double[] target = doubles(bytes, of.count);
    return new KeptRows(
        of.test, numbers, codes, target, of.hasWeights() ? doubles(bytes, of.count) : null);
  }

  private static void put(ByteBuffer bytes, double[] values) {
    for (double value : values) {
      bytes.putDouble(value);
    }
  }

  private static double[] doubles(ByteBuffer bytes, int count) {
    double[] values = new double[count];
    bytes.asDoubleBuffer().get(values);
    bytes.position(bytes.position() + count * Double.BYTES);
    return values;
  }

  private static int checksum(byte[] content, int length) {
    var crc = new CRC32C();
    crc.update(content, 0, length);
    return (int) crc.getValue();
  }
}
