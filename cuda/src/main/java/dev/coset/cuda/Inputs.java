package dev.coset.cuda;

import dev.coset.data.DoubleTable;
import dev.coset.data.FloatTable;
import dev.coset.data.OneHot;
import dev.coset.data.Points;
import dev.coset.network.Precision;
import java.util.List;

/**
 * A network's inputs as the processors' gradients have them: numbers, and levels of text columns.
 *
 * @param columns all inputs of the network
 * @param numbers the inputs that are numbers, in order
 * @param oneHots the other inputs
 * @param codes (chunk, one-hot, point of the chunk): its level there, or the number of levels where
 *     it has none; the last point fills up the last chunk
 */
record Inputs(int columns, int[] numbers, List<OneHot> oneHots, short[] codes) {

  static Inputs of(Points points, Precision precision) {
    return switch (precision) {
      case SINGLE -> {
        var table = FloatTable.of(points);
        yield new Inputs(points.features(), table.numbers, table.oneHots, table.levels);
      }
      case DOUBLE -> {
        var table = DoubleTable.of(points);
        yield new Inputs(points.features(), table.numbers, table.oneHots, table.levels);
      }
    };
  }

  /** The levels of all one-hots together. */
  int levels() {
    return columns - numbers.length;
  }
}
