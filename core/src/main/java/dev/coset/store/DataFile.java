package dev.coset.store;

import dev.coset.data.Blocks;
import dev.coset.data.Dataset;
import dev.coset.data.Encoding;
import dev.coset.data.InputException;
import dev.coset.data.Split;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The encoded data and the split, so that a run needs nothing else to continue: magic, rows,
 * features, train and test counts, the features one after another, the target, the row numbers, the
 * block of each row where rows are grouped, their weights where they have any, CRC32C of all
 * before.
 */
final class DataFile {
  private static final String NAME = "data.bin";
  private static final long MOST_BYTES = 1L << 36;
  private static final long MAGIC = 0x434F5345_54443031L; // COSETD01
  private static final long MAGIC_IN_GROUPS = 0x434F5345_54443032L; // COSETD02
  private static final long MAGIC_IN_TIME = 0x434F5345_54443033L; // COSETD03
  private static final long WEIGHTED = 3; // is added to those where rows have weights
  private static final int HEADER = Long.BYTES + 4 * Integer.BYTES;

  private DataFile() {}

  record Content(Dataset data, Split split) {}

  static boolean isOwn(String file) {
    return file.equals(NAME) || Pending.isOf(NAME, file);
  }

  static boolean isIn(Path folder) {
    return Files.exists(folder.resolve(NAME), LinkOption.NOFOLLOW_LINKS);
  }

  static void removePending(Path folder) {
    Pending.removeLeft(folder.resolve(NAME));
  }

  /** Refuses data that no file of a run can hold. */
  static void requireFits(Dataset data, Split split) {
    long bytes = bytes(data, split);
    if (bytes > MOST_BYTES) {
      throw new InputException(
          "The data take %d bytes, more than the %d a run can hold: use fewer rows or columns."
              .formatted(bytes, MOST_BYTES));
    }
  }

  private static long bytes(Dataset data, Split split) {
    return bytes(
        magic(data),
        data.rows(),
        data.features().length,
        split.train().length,
        split.test().length);
  }

  private static long magic(Dataset data) {
    Blocks blocks = data.blocks();
    return (blocks == null ? MAGIC : blocks.inTime() ? MAGIC_IN_TIME : MAGIC_IN_GROUPS)
        + (data.weights() == null ? 0 : WEIGHTED);
  }

  private static boolean isWeighted(long magic) {
    return magic > MAGIC_IN_TIME;
  }

  private static long blocks(long magic) {
    return isWeighted(magic) ? magic - WEIGHTED : magic;
  }

  private static long bytes(long magic, long rows, long features, long train, long test) {
    return HEADER
        + (features + 1) * rows * Double.BYTES
        + (train + test) * Integer.BYTES
        + (blocks(magic) == MAGIC ? 0 : rows * Integer.BYTES)
        + (isWeighted(magic) ? rows * Double.BYTES : 0)
        + Integer.BYTES;
  }

  static void write(Path folder, Dataset data, Split split) throws IOException {
    DurableFiles.replace(folder, NAME, channel -> write(new CheckedOutput(channel), data, split));
  }

  private static void write(CheckedOutput out, Dataset data, Split split) throws IOException {
    double[][] features = data.features();
    out.put(magic(data));
    out.put(new int[] {data.rows(), features.length, split.train().length, split.test().length});
    for (double[] feature : features) {
      out.put(feature);
    }
    out.put(data.target());
    out.put(split.train());
    out.put(split.test());
    Blocks blocks = data.blocks();
    if (blocks != null) {
      out.put(blocks.of());
    }
    double[] weights = data.weights();
    if (weights != null) {
      out.put(weights);
    }
    out.end();
  }

  static Content read(Path folder, Encoding encoding) throws IOException {
    Path file = folder.resolve(NAME);
    try (var channel = DurableFiles.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      DurableFiles.requireSize(file, size, MOST_BYTES);
      return read(new CheckedInput(channel), size, encoding).orElseThrow(() -> damaged(file));
    } catch (NoSuchFileException absent) {
      throw new InputException(
          "The file " + file + " is missing: restore it from a copy, or fit again.", absent);
    } catch (EOFException cut) {
      throw damaged(file);
    } catch (IOException e) {
      throw DurableFiles.about(file, e);
    }
  }

  /** The content; empty where checksum or sizes are not right. */
  private static Optional<Content> read(CheckedInput in, long size, Encoding encoding)
      throws IOException {
    long magic = in.number();
    int[] sizes = in.ints(4);
    int rows = sizes[0];
    if (!isMagic(magic)
        || Arrays.stream(sizes).anyMatch(count -> count < 0)
        || (sizes[1] + 1.0) * rows > size // which a product of longs may not show
        || size != bytes(magic, rows, sizes[1], sizes[2], sizes[3])) {
      return Optional.empty();
    }
    double[][] features = new double[sizes[1]][];
    for (int j = 0; j < features.length; j++) {
      features[j] = in.doubles(rows);
    }
    double[] target = in.doubles(rows);
    int[] train = in.ints(sizes[2]);
    int[] test = in.ints(sizes[3]);
    int[] blockOf = blocks(magic) == MAGIC ? null : in.ints(rows);
    double[] weights = isWeighted(magic) ? in.doubles(rows) : null;
    if (!in.endsRight()
        || IntStream.concat(Arrays.stream(train), Arrays.stream(test))
            .anyMatch(row -> row >= rows)) {
      return Optional.empty();
    }
    var data = new Dataset(encoding, features, target);
    if (blockOf != null) {
      data = data.in(new Blocks(blockOf, blocks(magic) == MAGIC_IN_TIME));
    }
    if (weights != null) {
      data = data.weighted(weights);
    }
    return Optional.of(new Content(data, new Split(train, test)));
  }

  private static boolean isMagic(long magic) {
    return magic >= MAGIC && magic <= MAGIC_IN_TIME + WEIGHTED;
  }

  private static InputException damaged(Path file) {
    return new InputException(
        "The file " + file + " is damaged: restore it from a copy, or fit again.");
  }

  /** Of data and split together: the same numbers in the same roles give the same fingerprint. */
  static String fingerprint(Dataset data, Split split) {
    try {
      var sha = MessageDigest.getInstance("SHA-256");
      sha.update(data.fingerprint().getBytes(java.nio.charset.StandardCharsets.US_ASCII));
      for (int[] rows : new int[][] {split.train(), split.test()}) {
        var buffer = ByteBuffer.allocate(Integer.BYTES * (rows.length + 1)).putInt(rows.length);
        put(buffer, rows);
        sha.update(buffer.flip());
      }
      return HexFormat.of().formatHex(sha.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void put(ByteBuffer buffer, int[] values) {
    buffer.asIntBuffer().put(values);
    buffer.position(buffer.position() + values.length * Integer.BYTES);
  }
}
