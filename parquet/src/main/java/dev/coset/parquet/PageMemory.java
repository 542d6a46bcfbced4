package dev.coset.parquet;

/** Counts the bytes of the pages that are held, so that a file cannot ask for all memory. */
final class PageMemory {
  private static final int SHARE = 4; // of the heap

  private final long most;
  private long held;

  PageMemory() {
    this(Runtime.getRuntime().maxMemory() / SHARE);
  }

  PageMemory(long most) {
    this.most = most;
  }

  void take(long bytes) throws UnsupportedException {
    held += bytes;
    if (held > most) {
      throw new UnsupportedException(
          "needs more than %d MB for one page of each column: write it with smaller row groups, or"
                  .formatted(most >> 20)
              + " give Java more memory");
    }
  }

  void give(long bytes) {
    held -= bytes;
  }
}
