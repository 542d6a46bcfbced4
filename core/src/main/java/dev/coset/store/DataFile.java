package dev.coset.store;

import dev.coset.data.Blocks;
import dev.coset.data.Dataset;
import dev.coset.data.Encoding;
import dev.coset.data.InputException;
import dev.coset.data.Split;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;

/**
 * The encoded data and the split, so that a run needs nothing else to continue: magic, rows,
 * features, train and test counts, the features one after another, the target, the row numbers, the
 * block of each row where rows are grouped, their weights where they have any, CRC32C of all
 * before.
 */
final class DataFile {
  private static final String NAME = "data.bin";
  private static final long MOST_BYTES = Integer.MAX_VALUE - 8; // of an array
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
    double[][] features = data.features();
    int[] train = split.train();
    int[] test = split.test();
    Blocks blocks = data.blocks();
    var buffer = ByteBuffer.allocate((int) bytes(data, split));
    buffer.putLong(magic(data)).putInt(data.rows()).putInt(features.length);
    buffer.putInt(train.length).putInt(test.length);
    for (double[] feature : features) {
      put(buffer, feature);
    }
    put(buffer, data.target());
    put(buffer, train);
    put(buffer, test);
    if (blocks != null) {
      put(buffer, blocks.of());
    }
    double[] weights = data.weights();
    if (weights != null) {
      put(buffer, weights);
    }
    buffer.putInt(checksum(buffer, buffer.position()));
    DurableFiles.replace(folder, NAME, buffer.array());
  }

  static Content read(Path folder, Encoding encoding) throws IOException {
    Path file = folder.resolve(NAME);
    var buffer = ByteBuffer.wrap(bytesOf(file));
    long magic = buffer.getLong();
    int rows = buffer.getInt();
    double[][] features = new double[buffer.getInt()][];
    int[] train = new int[buffer.getInt()];
    int[] test = new int[buffer.getInt()];
    for (int j = 0; j < features.length; j++) {
      features[j] = doubles(buffer, rows);
    }
    double[] target = doubles(buffer, rows);
    ints(buffer, train);
    ints(buffer, test);
    if (IntStream.concat(Arrays.stream(train), Arrays.stream(test)).anyMatch(row -> row >= rows)) {
      throw damaged(file);
    }
    var data = new Dataset(encoding, features, target);
    if (blocks(magic) != MAGIC) {
      int[] blockOf = new int[rows];
      ints(buffer, blockOf);
      data = data.in(new Blocks(blockOf, blocks(magic) == MAGIC_IN_TIME));
    }
    if (isWeighted(magic)) {
      data = data.weighted(doubles(buffer, rows));
    }
    return new Content(data, new Split(train, test));
  }

  /** The file's bytes, once checksum and sizes are known to be right. */
  private static byte[] bytesOf(Path file) throws IOException {
    byte[] content;
    try {
      content = DurableFiles.read(file, MOST_BYTES);
    } catch (NoSuchFileException absent) {
      throw new InputException(
          "The file " + file + " is missing: restore it from a copy, or fit again.", absent);
    }
    var buffer = ByteBuffer.wrap(content);
    int end = content.length - Integer.BYTES;
    if (end < HEADER
        || !isMagic(buffer.getLong(0))
        || buffer.getInt(end) != checksum(buffer, end)
        || content.length
            != bytes(
                buffer.getLong(0),
                buffer.getInt(8),
                buffer.getInt(12),
                buffer.getInt(16),
                buffer.getInt(20))) {
      throw damaged(file);
    }
    return content;
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

  private static int checksum(ByteBuffer buffer, int length) {
    var crc = new CRC32C();
    crc.update(buffer.array(), 0, length);
    return (int) crc.getValue();
  }

  private static void put(ByteBuffer buffer, double[] values) {
    buffer.asDoubleBuffer().put(values);
    buffer.position(buffer.position() + values.length * Double.BYTES);
  }

  private static void put(ByteBuffer buffer, int[] values) {
    buffer.asIntBuffer().put(values);
    buffer.position(buffer.position() + values.length * Integer.BYTES);
  }

  private static double[] doubles(ByteBuffer buffer, int count) {
    double[] values = new double[count];
    buffer.asDoubleBuffer().get(values);
    buffer.position(buffer.position() + count * Double.BYTES);
    return values;
  }

  private static void ints(ByteBuffer buffer, int[] values) {
    buffer.asIntBuffer().get(values);
    buffer.position(buffer.position() + values.length * Integer.BYTES);
  }
}
