package dev.coset.cuda;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/** Work that a device does in order, with memory of its own. For the thread that made it. */
interface DeviceStream extends AutoCloseable {
  /** Memory of the device that nobody uses. */
  long freeBytes();

  /**
   * The kernel of that name for a layout.
   *
   * @throws dev.coset.data.InputException where there is none
   */
  Kernel kernel(Layout layout, String name, BooleanSupplier stop);

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

  /** Zeroed memory, which lasts as long as the stream; its address there. */
  long allocate(long bytes);

  void write(long to, MemorySegment from);

  void read(MemorySegment to, long from);

  /** Waits for what was launched. */
  void await();

  @Override
  void close();
}
