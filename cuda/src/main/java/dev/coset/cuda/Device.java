package dev.coset.cuda;

import java.lang.foreign.MemorySegment;

/** What the engine asks of a GPU. For one thread at a time. */
interface Device extends AutoCloseable {
  String name();

  int multiprocessors();

  /** What a block may share at the most. */
  int sharedBytes();

  int sharedBytesPerMultiprocessor();

  long freeBytes();

  /**
   * The kernel of that name for a layout.
   *
   * @throws dev.coset.data.InputException where it cannot be had
   */
  Kernel kernel(Layout layout, String name);

  /** A kernel made ready. */
  interface Kernel {
    /** The layout that it follows, which may be another than was asked for. */
    Layout layout();

    /** How many blocks run at once on a multiprocessor. */
    int blocksPerMultiprocessor();

    /** Writes the plan that the next launch follows. */
    void plan(MemorySegment plan);

    /** Starts that many blocks, and returns at once. */
    void launch(int blocks);
  }

  /** Zeroed memory, which lasts as long as the device is open; its address there. */
  long allocate(long bytes);

  void write(long to, MemorySegment from);

  void read(MemorySegment to, long from);

  /** Waits for what was launched. */
  void await();

  @Override
  void close();
}
