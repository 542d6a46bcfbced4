package dev.coset.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A device without arithmetic: in every slice each of its two blocks takes a chain, and ends the
 * chain of the slice before.
 */
final class FakeDevice implements Device, DeviceStream {

  final List<Integer> begun = new ArrayList<>();
  private final Arena arena = Arena.ofAuto();
  private final long freeBytes;
  private final int failingSlice;
  int slices;
  boolean closed;

  /**
   * @param failingSlice the slice in which it falls over
   */
  FakeDevice(long freeBytes, int failingSlice) {
    this.freeBytes = freeBytes;
    this.failingSlice = failingSlice;
  }

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public int multiprocessors() {
    return 1;
  }

  @Override
  public int sharedBytes() {
    return 48 << 10;
  }

  @Override
  public int sharedBytesPerMultiprocessor() {
    return 96 << 10;
  }

  @Override
  public long totalBytes() {
    return 1L << 40;
  }

  @Override
  public DeviceStream stream() {
    return this;
  }

  @Override
  public long freeBytes() {
    return freeBytes;
  }

  @Override
  public Kernel kernel(Layout layout, String name, BooleanSupplier stop) {
    return new Kernel() {
      private MemorySegment plan = MemorySegment.NULL;

      @Override
      public Layout layout() {
        return layout;
      }

      @Override
      public int blocksPerMultiprocessor() {
        return 2;
      }

      @Override
      public void plan(MemorySegment written) {
        plan = arena.allocate(written.byteSize(), 8).copyFrom(written);
      }

      @Override
      public void launch(int blocks) {
        slices++;
        var headers = plan.get(JAVA_LONG, PlanBytes.STRUCT.offset("headers"));
        var order = plan.get(JAVA_LONG, PlanBytes.STRUCT.offset("order"));
        int count = plan.get(JAVA_INT, PlanBytes.STRUCT.offset("count"));
        for (int i = 0; i < Math.min(blocks, count); i++) {
          int slot = at(order + 4L * i, 4).get(JAVA_INT, 0);
          var header = at(headers + (long) slot * ChainHeader.SIZE, ChainHeader.SIZE);
          int status = header.get(JAVA_INT, ChainHeader.STATUS);
          if (status == 0) {
            begun.add(header.get(JAVA_INT, 0));
          }
          header.set(JAVA_INT, ChainHeader.STATUS, status + 1);
          header.set(
              JAVA_INT, ChainHeader.TRANSITION, header.get(JAVA_INT, ChainHeader.TRANSITION) + 3);
        }
      }
    };
  }

  private static MemorySegment at(long address, long bytes) {
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  @Override
  public long allocate(long bytes) {
    return arena.allocate(bytes, 64).address();
  }

  @Override
  public void write(long to, MemorySegment from) {
    at(to, from.byteSize()).copyFrom(from);
  }

  @Override
  public void read(MemorySegment to, long from) {
    to.copyFrom(at(from, to.byteSize()));
  }

  @Override
  public void await() {
    if (slices == failingSlice) {
      throw new UncheckedIOException(new IOException("the GPU fell over"));
    }
  }

  /** Of the stream and of the device. */
  @Override
  public void close() {
    closed = true;
  }
}
