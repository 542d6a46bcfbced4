package dev.coset.cuda;

import dev.coset.data.OneHot;
import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Inputs that are levels of text columns, on a device. Levels are counted through all one-hots.
 *
 * @param low address of (input), of a level: what it is at points of another level
 * @param step address of (input), from there to what it is at points of this level
 * @param numbers address of (number), its input
 * @param places address of (input), its number, or the complement of its level
 * @param oneHots address of (one-hot), its first input and the one behind its last
 * @param levelOf address of (chunk, one-hot, point), its level; the number of levels where it has
 *     none
 * @param sorted address of (chunk, level), its input, levels of many points first
 * @param begins address of (chunk, level), where its points begin, and where the last one's end
 * @param points address of (chunk, one-hot, point), the points of a chunk by level, in order
 */
record DeviceLevels(
    long low,
    long step,
    long numbers,
    long places,
    long oneHots,
    long levelOf,
    long sorted,
    long begins,
    long points) {

  static DeviceLevels of(DeviceStream device, Layout.Shape shape) {
    Inputs inputs = shape.inputs();
    double[] low = new double[inputs.columns()];
    double[] step = new double[inputs.columns()];
    int[] places = new int[inputs.columns()];
    int[] ends = new int[2 * inputs.oneHots().size()];
    for (int j = 0; j < inputs.numbers().length; j++) {
      places[inputs.numbers()[j]] = j;
    }
    int level = 0;
    for (int g = 0; g < inputs.oneHots().size(); g++) {
      OneHot of = inputs.oneHots().get(g);
      ends[2 * g] = of.first();
      ends[2 * g + 1] = of.first() + of.levels();
      for (int k = 0; k < of.levels(); k++) {
        int j = of.first() + k;
        low[j] = of.low()[k];
        step[j] = of.high()[k] - of.low()[k];
        places[j] = ~level++;
      }
    }
    var byLevel = ByLevel.of(shape);
    return new DeviceLevels(
        DevicePoints.put(device, low, shape),
        DevicePoints.put(device, step, shape),
        put(device, inputs.numbers()),
        put(device, places),
        put(device, ends),
        put(device, byLevel.levelOf),
        put(device, byLevel.sorted),
        put(device, byLevel.begins),
        DevicePoints.put(device, MemorySegment.ofArray(byLevel.points)));
  }

  private static long put(DeviceStream device, int[] values) {
    return DevicePoints.put(device, MemorySegment.ofArray(values));
  }

  /** The points of each chunk, sorted by level. */
  private record ByLevel(int[] levelOf, int[] sorted, int[] begins, short[] points) {

    static ByLevel of(Layout.Shape shape) {
      Inputs inputs = shape.inputs();
      int block = shape.block();
      int oneHots = inputs.oneHots().size();
      int levels = inputs.levels();
      int[] input = new int[levels];
      int[] levelOf = levelOf(inputs, block, input);
      int chunks = levelOf.length / (oneHots * block);
      int[] sorted = new int[Math.multiplyExact(chunks, levels)];
      int[] begins = new int[Math.multiplyExact(chunks, levels + 1)];
      short[] points = new short[levelOf.length];
      for (int chunk = 0; chunk < chunks; chunk++) {
        int from = chunk * oneHots * block;
        int size = Math.min(block, shape.padded() - chunk * block);
        int[] count = new int[levels + 1];
        for (int g = 0; g < oneHots; g++) {
          for (int p = 0; p < size; p++) {
            count[levelOf[from + g * block + p]]++;
          }
        }
        int[] order =
            IntStream.range(0, levels)
                .boxed()
                .sorted(Comparator.comparingInt(level -> -count[level]))
                .mapToInt(Integer::intValue)
                .toArray();
        int[] next = new int[levels + 1]; // where the next point of a level goes
        int at = 0;
        for (int n = 0; n < levels; n++) {
          sorted[chunk * levels + n] = input[order[n]];
          begins[chunk * (levels + 1) + n] = at;
          next[order[n]] = at;
          at += count[order[n]];
        }
        begins[chunk * (levels + 1) + levels] = at;
        next[levels] = at; // of no level: behind all others
        for (int g = 0; g < oneHots; g++) {
          for (int p = 0; p < size; p++) {
            points[from + next[levelOf[from + g * block + p]]++] = (short) p;
          }
        }
      }
      return new ByLevel(levelOf, sorted, begins, points);
    }

    /**
     * Levels counted through all one-hots.
     *
     * @param input of a level, to be filled in
     */
    private static int[] levelOf(Inputs inputs, int block, int[] input) {
      int oneHots = inputs.oneHots().size();
      int[] levelOf = new int[inputs.codes().length];
      int before = 0;
      for (int g = 0; g < oneHots; g++) {
        OneHot of = inputs.oneHots().get(g);
        for (int k = 0; k < of.levels(); k++) {
          input[before + k] = of.first() + k;
        }
        for (int from = g * block; from < levelOf.length; from += oneHots * block) {
          for (int p = from; p < from + block; p++) {
            int code = inputs.codes()[p];
            levelOf[p] = code == of.levels() ? inputs.levels() : before + code;
          }
        }
        before += of.levels();
      }
      return levelOf;
    }
  }
}
