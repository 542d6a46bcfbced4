package dev.coset.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Numbers as they come, in blocks: growing copies none but the first, and wastes one at most. */
final class Doubles {
  private static final int SHIFT = 16;
  private static final int BLOCK = 1 << SHIFT;

  private final List<double[]> blocks = new ArrayList<>(List.of(new double[16])); // all but 1 full
  private double[] end = blocks.getFirst();
  private int used; // of the last block

  void add(double value) {
    if (used == end.length) {
      grow();
    }
    end[used++] = value;
  }

  private void grow() {
    if (used < BLOCK) {
      end = Arrays.copyOf(end, 2 * used);
      blocks.removeLast();
    } else {
      end = new double[BLOCK];
      used = 0;
    }
    blocks.add(end);
  }

  double get(int i) {
    return blocks.get(i >> SHIFT)[i & (BLOCK - 1)];
  }

  int size() {
    return (blocks.size() - 1) * BLOCK + used;
  }

  /** Some of them, in ascending order. */
  double[] select(int[] places) {
    double[] selected = new double[places.length];
    if (places.length == size()) {
      for (int block = 0; block < blocks.size(); block++) {
        int from = block << SHIFT;
        System.arraycopy(
            blocks.get(block), 0, selected, from, Math.min(BLOCK, selected.length - from));
      }
    } else {
      Arrays.setAll(selected, i -> get(places[i]));
    }
    return selected;
  }
}
