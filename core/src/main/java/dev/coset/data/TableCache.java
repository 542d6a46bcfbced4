package dev.coset.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Function;

/**
 * What was made of points, for as long as their inputs are in use: threads and models that are
 * given the same points share it. Thread-safe.
 */
final class TableCache<T> {
  /** What was made of these targets, and the inputs by which it is found. */
  private record Entry<T>(Targets y, List<OneHot> oneHots, T made) {}

  private final Map<double[][], List<Entry<T>>> made = new WeakHashMap<>(); // arrays are identities

  /** Returns what was made of the same arrays, or makes it. */
  synchronized T of(Points points, Function<Points, T> maker) {
    List<Entry<T>> ofInputs = made.computeIfAbsent(points.x(), x -> new ArrayList<>());
    for (Entry<T> entry : ofInputs) {
      if (entry.y == points.y() && entry.oneHots.equals(points.oneHots())) {
        return entry.made;
      }
    }
    T table = maker.apply(points);
    ofInputs.add(new Entry<>(points.y(), points.oneHots(), table));
    return table;
  }
}
