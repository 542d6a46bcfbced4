package dev.coset.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A stream of CUDA's, beside others of the same GPU. */
final class CudaStream implements DeviceStream {
  private static final int NON_BLOCKING = 1; // CUstream_flags

  // CUfunction_attribute
  private static final int LOCAL_BYTES = 3;
  private static final int REGISTERS = 4;
  private static final int MAX_DYNAMIC_SHARED = 8;

  private final CudaDevice device;
  private final MemorySegment stream;
  private final List<Long> allocated = new ArrayList<>();
  private final List<MemorySegment> modules = new ArrayList<>();

  CudaStream(CudaDevice device) {
    this.device = device;
    try (var local = Arena.ofConfined()) {
      var made = local.allocate(ADDRESS);
      device.check("cuStreamCreate", made, NON_BLOCKING);
      this.stream = made.get(ADDRESS, 0);
    }
  }

  @Override
  public long freeBytes() {
    try (var local = Arena.ofConfined()) {
      var free = local.allocate(JAVA_LONG);
      device.check("cuMemGetInfo_v2", free, local.allocate(JAVA_LONG));
      return free.get(JAVA_LONG, 0);
    }
  }

  @Override
  public Kernel kernel(Layout asked, String kernel, BooleanSupplier stop) {
    var image =
        device.images().of(asked, kernel, device.architecture(), device.sharedBytes(), stop);
    return load(image.bytes(), image.layout(), kernel);
  }

  /** A kernel of machine code or PTX, with a plan of its own. */
  Kernel load(byte[] image, Layout layout, String kernel) {
    try (var local = Arena.ofConfined()) {
      var bytes = local.allocate(image.length + 1L); // text ends in a zero
      MemorySegment.copy(image, 0, bytes, JAVA_BYTE, 0, image.length);
      var loaded = local.allocate(ADDRESS);
      device.check("cuModuleLoadData", loaded, bytes);
      MemorySegment module = loaded.get(ADDRESS, 0);
      modules.add(module);
      var function = local.allocate(ADDRESS);
      device.check("cuModuleGetFunction", function, module, local.allocateFrom(kernel));
      var plan = local.allocate(JAVA_LONG);
      device.check(
          "cuModuleGetGlobal_v2",
          plan,
          local.allocate(JAVA_LONG),
          module,
          local.allocateFrom("PLAN"));
      var entry = function.get(ADDRESS, 0);
      device.check("cuFuncSetAttribute", entry, MAX_DYNAMIC_SHARED, layout.sharedBytes());
      var blocks = local.allocate(JAVA_INT);
      device.check(
          "cuOccupancyMaxActiveBlocksPerMultiprocessor",
          blocks,
          entry,
          layout.threads(),
          (long) layout.sharedBytes());
      return new Loaded(
          layout, entry, plan.get(JAVA_LONG, 0), Math.max(1, blocks.get(JAVA_INT, 0)));
    }
  }

  private final class Loaded implements Kernel {
    private final Layout layout;
    private final MemorySegment entry;
    private final long place;
    private final int blocksPerMultiprocessor;

    Loaded(Layout layout, MemorySegment entry, long place, int blocksPerMultiprocessor) {
      this.layout = layout;
      this.entry = entry;
      this.place = place;
      this.blocksPerMultiprocessor = blocksPerMultiprocessor;
    }

    @Override
    public Layout layout() {
      return layout;
    }

    @Override
    public int blocksPerMultiprocessor() {
      return blocksPerMultiprocessor;
    }

    @Override
    public String toString() {
      return "%s kernel, %d registers, %d bytes of local memory"
          .formatted(layout.special() ? "special" : "general", told(REGISTERS), told(LOCAL_BYTES));
    }

    private int told(int attribute) {
      try (var local = Arena.ofConfined()) {
        var value = local.allocate(JAVA_INT);
        device.check("cuFuncGetAttribute", value, attribute, entry);
        return value.get(JAVA_INT, 0);
      }
    }

    @Override
    public void plan(MemorySegment plan) {
      write(place, plan);
    }

    @Override
    public void launch(int blocks) {
      device.check(
          "cuLaunchKernel",
          entry,
          blocks,
          1,
          1,
          layout.threads(),
          1,
          1,
          layout.sharedBytes(),
          stream,
          MemorySegment.NULL,
          MemorySegment.NULL);
    }
  }

  @Override
  public long allocate(long bytes) {
    try (var local = Arena.ofConfined()) {
      var address = local.allocate(JAVA_LONG);
      device.check("cuMemAllocAsync", address, bytes, stream);
      long at = address.get(JAVA_LONG, 0);
      allocated.add(at);
      device.check("cuMemsetD8Async", at, 0, bytes, stream);
      return at;
    }
  }

  @Override
  public void write(long to, MemorySegment from) {
    if (from.byteSize() > 0) {
      try (var local = Arena.ofConfined()) {
        var bytes = local.allocate(from.byteSize(), 8).copyFrom(from);
        device.check("cuMemcpyHtoDAsync_v2", to, bytes, from.byteSize(), stream);
        await();
      }
    }
  }

  @Override
  public void read(MemorySegment to, long from) {
    try (var local = Arena.ofConfined()) {
      var bytes = local.allocate(to.byteSize(), 8);
      device.check("cuMemcpyDtoHAsync_v2", bytes, from, to.byteSize(), stream);
      await();
      to.copyFrom(bytes);
    }
  }

  @Override
  public void await() {
    device.check("cuStreamSynchronize", stream);
  }

  /** What fails here has failed before, and was told. */
  @Override
  public void close() {
    for (long at : allocated) {
      device.release("cuMemFreeAsync", at, stream);
    }
    device.release("cuStreamSynchronize", stream);
    modules.forEach(module -> device.release("cuModuleUnload", module));
    device.release("cuStreamDestroy_v2", stream);
  }
}
