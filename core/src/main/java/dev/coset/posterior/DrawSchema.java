package dev.coset.posterior;

import java.util.HashSet;
import java.util.List;

/**
 * What a sampler tells of each of its draws besides the log density: named columns, each of a type.
 * A sampler brings its own; stores and exports follow it.
 */
public record DrawSchema(List<Statistic> statistics) {
  /** Of draws that no sampler made. */
  public static final DrawSchema NONE = new DrawSchema(List.of());

  /** The name under which every sampler says how many gradients a draw took. */
  public static final String STEPS = "n_steps";

  /** The name under which a sampler says that a draw's trajectory left the exact one. */
  public static final String DIVERGING = "diverging";

  /** What a column holds, and the bytes that a value takes on disk. */
  public enum Type {
    NUMBER(Double.BYTES),
    /** A whole number from 0. */
    COUNT(Integer.BYTES),
    /** 0 or 1. */
    TRUTH(1);

    private final int bytes;

    Type(int bytes) {
      this.bytes = bytes;
    }

    public int bytes() {
      return bytes;
    }
  }

  /**
   * One column.
   *
   * @param name as other programs, such as ArviZ, call it
   */
  public record Statistic(String name, Type type) {}

  public DrawSchema {
    statistics = List.copyOf(statistics);
    var names = new HashSet<String>();
    for (Statistic statistic : statistics) {
      if (!names.add(statistic.name())) {
        throw new IllegalArgumentException("There are two statistics " + statistic.name() + ".");
      }
    }
  }

  public int size() {
    return statistics.size();
  }

  /** The bytes of one draw's statistics. */
  public int bytes() {
    return statistics.stream().mapToInt(s -> s.type().bytes()).sum();
  }

  /** The column of that name, or -1. */
  public int place(String name) {
    for (int k = 0; k < statistics.size(); k++) {
      if (statistics.get(k).name().equals(name)) {
        return k;
      }
    }
    return -1;
  }
}
