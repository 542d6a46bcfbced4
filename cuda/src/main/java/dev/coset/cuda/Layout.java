package dev.coset.cuda;

import dev.coset.data.InputException;
import dev.coset.message.Setting;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.vectormath.DoubleLayer;
import dev.coset.vectormath.FloatLayer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Where a thread block keeps what it works with, and how many threads it has. What every gradient
 * reads lies in shared memory as far as that goes; the rest in the device's.
 *
 * @param special whether a kernel is made for this network; else one for all reads its sizes
 * @param threads of a block
 * @param resident blocks that a multiprocessor holds at the least
 * @param pass points whose activations are kept at once
 * @param alternate whether rows of two hidden layers in turn are the only ones kept of them: those
 *     of lower layers wait in the device's memory for the backward pass
 * @param at where a layer begins in theta
 * @param weights where it begins among the weights in use, whose rows are padded
 * @param row where the rows of its activations begin
 * @param stride from the row of one point to the next, in reals; of layer 0, in x
 * @param levelRowsInShared of weights of the first layer, one for each level of a text column
 * @param workInRows whether arrays that lie where rows are when there are none have room there
 * @param sharedArrays how many arrays of the sampler lie in shared memory
 */
record Layout(
    Shape shape,
    boolean special,
    int threads,
    int resident,
    int pass,
    boolean alternate,
    int[] at,
    int[] weights,
    int[] row,
    int[] stride,
    int weightsSize,
    int rowsSize,
    boolean rowsInShared,
    boolean weightsInShared,
    boolean levelRowsInShared,
    boolean workInRows,
    int sharedArrays) {
  static final int GENERAL_THREADS = 128;
  static final int MOST_LAYERS = 32;
  private static final int MOST_REALS = 1 << 26; // offsets are integers of 32 bits

  /** Those that lie where rows are when there are none. */
  static final int WORK_ARRAYS = 5;

  /** What the kernel itself shares, at the most. */
  static final int SHARED_STRUCT = 2 << 10;

  /** And what the driver takes. */
  private static final int RESERVED = SHARED_STRUCT + (1 << 10);

  /**
   * What chains are of.
   *
   * @param weighted whether points have weights
   * @param inputs of the network
   * @param arrays of the length of a draw that the sampler works with
   */
  record Shape(
      Network network,
      Precision precision,
      Loss loss,
      int points,
      boolean weighted,
      Inputs inputs,
      int arrays) {
    int bytes() {
      return precision == Precision.SINGLE ? Float.BYTES : Double.BYTES;
    }

    int block() {
      return precision == Precision.SINGLE ? FloatLayer.BLOCK : DoubleLayer.BLOCK;
    }

    private int step() {
      return precision == Precision.SINGLE ? FloatLayer.STEP : DoubleLayer.STEP;
    }

    /** The points as they are counted: the last block is filled up to a multiple of a step. */
    int padded() {
      return Math.ceilDiv(points, step()) * step();
    }

    int dimension() {
      return network.parameters() + loss.nuisances();
    }

    /** Of the network's layers, with as many inputs as are numbers. */
    int[] widths() {
      int[] widths = network.widths();
      widths[0] = inputs.numbers().length;
      return widths;
    }

    /** Weights and biases of such a network. */
    private int parameters() {
      return network.parameters() - (inputs.columns() - inputs.numbers().length) * network.width(1);
    }

    /** In reals; an odd number of fours apart, and with one of zeros. */
    private int levelRows() {
      int pitch = 4 * (Math.ceilDiv(network.width(1), 4) | 1);
      return inputs.levels() == 0 ? 0 : (inputs.levels() + 1) * pitch;
    }

    private int log2OfChunks() {
      return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(Math.ceilDiv(points, block()));
    }

    /** Whether sums over chunks wait in arrays of their own, not in the gradient's alone. */
    boolean manyChunks() {
      return log2OfChunks() > 1;
    }

    /** Arrays of the sampler, and behind them those of sums that wait. */
    int allArrays() {
      return arrays + Math.max(0, log2OfChunks() - 1);
    }

    /** Whether squares are summed with the gradient, and not from what lies behind outputs. */
    private boolean squaresWithSums(boolean special) {
      return special && loss == Loss.SQUARED_ERROR && !weighted;
    }

    int arrayBytes() {
      return (dimension() + 1) / 2 * 2 * Double.BYTES;
    }
  }

  /** The kernel for all networks. */
  static Layout general(Shape shape, int sharedBytes) {
    return of(shape, false, GENERAL_THREADS, 1, shape.block(), false, sharedBytes - RESERVED);
  }

  /** A kernel for this network alone; the one for all where that would not be faster. */
  static Layout special(Shape shape, int sharedBytes, int sharedPerMultiprocessor) {
    int[] widths = shape.widths();
    int widest = Arrays.stream(widths).skip(1).max().orElseThrow();
    int reals = Arrays.stream(strides(shape, true)).skip(1).sum();
    int most = Math.min(shape.block(), shape.padded());
    if (reals * most * shape.bytes() <= 12 << 10) {
      int part = sharedPerMultiprocessor / 12 - RESERVED;
      return of(shape, true, 64, 12, shape.block(), false, part);
    }
    boolean codes = shape.inputs.levels() > 0; // arrays may be long beside weights
    int weights = shape.parameters() + 4 * shape.network.layers() * widest; // padded
    int whole = (reals * most + weights) * shape.bytes() + (codes ? 0 : shape.arrayBytes());
    int third = sharedPerMultiprocessor / 3 - RESERVED;
    if (whole <= third && widest <= 16) {
      return of(shape, true, 128, 3, shape.block(), false, third);
    }
    Layout alternating = of(shape, true, 128, 3, shape.block(), canAlternate(shape), third);
    if (alternating.alternate && alternating.rowsInShared && alternating.weightsInShared) {
      return alternating;
    }
    int half = sharedPerMultiprocessor / 2 - RESERVED;
    if (whole <= half && widest <= 32) {
      return of(shape, true, 128, 2, shape.block(), false, half);
    }
    if (!codes && widest <= 16 && widths[0] <= 16 && widths.length <= 5) {
      return of(shape, true, 128, 2, shape.block() / 2, false, half);
    }
    return widest <= 64 && shape.network.layers() <= 6
        ? of(shape, true, 128, 1, shape.block(), false, sharedBytes - RESERVED)
        : general(shape, sharedBytes);
  }

  /** Hidden layers have one width, and are so narrow that a thread holds a row. */
  private static boolean canAlternate(Shape shape) {
    int[] hidden = Arrays.copyOfRange(shape.network.widths(), 1, shape.network.layers());
    return hidden.length > 2
        && hidden[0] <= 16
        && Arrays.stream(hidden).allMatch(width -> width == hidden[0]);
  }

  private static Layout of(
      Shape shape,
      boolean special,
      int threads,
      int resident,
      int pass,
      boolean alternate,
      int budget) {
    Network network = shape.network;
    int[] widths = shape.widths();
    int layers = network.layers();
    int[] at = new int[layers + 1];
    int[] weights = new int[layers + 1];
    int[] row = new int[layers + 1];
    int[] stride = strides(shape, special);
    requireFits(shape);
    int place = 0;
    int rows = 0;
    int points = Math.min(pass, shape.padded());
    for (int l = 1; l <= layers; l++) {
      at[l] = network.weight(l, 0, 0);
      weights[l] = place;
      place += fours(widths[l] * fours(widths[l - 1]) + widths[l]);
      boolean again = alternate && l > 2 && l < layers;
      row[l] = again ? row[l - 2] : rows;
      rows += again ? 0 : fours(stride[l] * points) + 8;
    }
    int work = WORK_ARRAYS * shape.arrayBytes() / shape.bytes();
    boolean workInRows = shape.inputs.levels() == 0 || work <= rows;
    rows = workInRows ? Math.max(rows, work) : rows;
    int left = budget;
    boolean weightsFit = place * shape.bytes() <= left;
    left -= weightsFit ? place * shape.bytes() : 0;
    boolean rowsFit = rows * shape.bytes() <= left;
    left -= rowsFit ? rows * shape.bytes() : 0;
    boolean levelRowsFit = (long) shape.levelRows() * shape.bytes() <= left;
    left -= levelRowsFit ? shape.levelRows() * shape.bytes() : 0;
    int arrays = Math.min(shape.allArrays(), left / shape.arrayBytes());
    return new Layout(
        shape,
        special,
        threads,
        resident,
        pass,
        alternate,
        at,
        weights,
        row,
        stride,
        place,
        rows,
        rowsFit,
        weightsFit,
        levelRowsFit,
        workInRows,
        arrays);
  }

  /** Which of the activations that the kernels have. */
  static boolean isTanh(Network network) {
    return switch (network.activation()) {
      case TANH -> true;
      case RELU -> false;
    };
  }

  /** Refuses networks whose offsets would be too large. */
  static void requireFits(Shape shape) {
    long reals = Arrays.stream(strides(shape, false)).asLongStream().sum() * shape.block();
    if (shape.network.layers() > MOST_LAYERS
        || reals > MOST_REALS
        || shape.network.parameters() > MOST_REALS) {
      throw InputException.of(
          "The CUDA engine takes networks of at most %d neurons, %d parameters and %d layers. Use"
              + " %s.",
          MOST_REALS / shape.block(), MOST_REALS, MOST_LAYERS, Setting.ENGINE.to("local"));
    }
  }

  /**
   * Threads that read fours of neighbouring points must not collide: their number is odd, or a
   * power of two, where the kernel exchanges them by the point.
   */
  private static int[] strides(Shape shape, boolean special) {
    int[] widths = shape.widths();
    int[] stride = new int[widths.length];
    for (int l = 0; l < widths.length; l++) {
      boolean lossBehind = l == widths.length - 1 && !shape.squaresWithSums(special);
      int width = widths[l] + (lossBehind ? shape.loss.behind() : 0);
      int fours = Math.ceilDiv(width, 4);
      boolean turned = special && l < widths.length - 1 && Integer.bitCount(fours) == 1;
      stride[l] = special && width < 4 ? width : 4 * (l == 0 || turned ? fours : fours | 1);
    }
    return stride;
  }

  private static int fours(int n) {
    return Math.ceilDiv(n, 4) * 4;
  }

  /** Of a block, besides what the kernel itself shares. */
  int sharedBytes() {
    return sharedArrays * shape.arrayBytes()
        + (weightsInShared ? weightsSize * shape.bytes() : 0)
        + (rowsInShared ? rowsSize * shape.bytes() : 0)
        + (levelRowsInShared ? shape.levelRows() * shape.bytes() : 0);
  }

  /** Where they lie in a block's part of the device's memory if not in shared memory, in bytes. */
  long levelRowsAt() {
    int arrays = shape.allArrays() + (workInRows ? 0 : WORK_ARRAYS);
    return (long) (arrays - sharedArrays) * shape.arrayBytes();
  }

  /** Of a block, in the device's memory. */
  long scratchBytes() {
    long bytes =
        levelRowsAt()
            + (levelRowsInShared ? 0L : (long) shape.levelRows() * shape.bytes())
            + (weightsInShared ? 0L : (long) weightsSize * shape.bytes())
            + (rowsInShared ? 0L : (long) rowsSize * shape.bytes())
            + (alternate ? waitingLayers() * (long) shape.block() * stride[1] * shape.bytes() : 0);
    return Math.ceilDiv(bytes, 16L) * 16;
  }

  private int waitingLayers() {
    return shape.network.layers() - 3;
  }

  /** What the compiler is told, as options. */
  List<String> macros() {
    List<String> macros = new ArrayList<>();
    if (shape.precision == Precision.DOUBLE) {
      macros.add("DOUBLE");
    }
    if (special) {
      macros.add("WIDTHS=" + joined(shape.widths()));
      macros.add("ATS=" + joined(at));
      macros.add("WEIGHT_PLACES=" + joined(weights));
      macros.add("ROW_PLACES=" + joined(row));
      macros.add("STRIDES=" + joined(stride));
      macros.add("ROWS=" + rowsSize);
      macros.add("WEIGHT_COUNT=" + weightsSize);
      macros.add("PARAMETER_COUNT=" + shape.network.parameters());
      macros.add("ONE_HOTS=" + shape.inputs.oneHots().size());
      macros.add("LEVELS=" + shape.inputs.levels());
      macros.add("COLUMNS=" + shape.inputs.columns());
      macros.add("LOSS=" + shape.loss);
      macros.add("WEIGHTED=" + (shape.weighted ? 1 : 0));
      macros.add("MANY_CHUNKS=" + (shape.manyChunks() ? 1 : 0));
      macros.add("TANH=" + (isTanh(shape.network) ? 1 : 0));
      macros.add("THREADS=" + threads);
      macros.add("RESIDENT=" + resident);
      macros.add("PASS=" + pass);
      macros.add("ALTERNATE=" + (alternate ? 1 : 0));
      macros.add("SHARED_ARRAYS=" + sharedArrays);
      macros.add("ROWS_IN_SHARED=" + (rowsInShared ? 1 : 0));
      macros.add("WEIGHTS_IN_SHARED=" + (weightsInShared ? 1 : 0));
      macros.add("LEVEL_ROWS_IN_SHARED=" + (levelRowsInShared ? 1 : 0));
      macros.add("WORK_IN_ROWS=" + (workInRows ? 1 : 0));
    }
    return macros;
  }

  private static String joined(int[] numbers) {
    return Arrays.stream(numbers).mapToObj(String::valueOf).collect(Collectors.joining(","));
  }
}
