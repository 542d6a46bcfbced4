package dev.coset.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.coset.data.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A GPU through NVIDIA's driver, {@code libcuda}. */
final class CudaDevice implements Device {
  private static final String LIBRARY = "libcuda.so.1";
  private static final int LEAST_ARCHITECTURE = 80;

  // CUresult
  private static final int OUT_OF_MEMORY = 2;
  private static final int NO_DEVICE = 100;
  private static final int UNSUPPORTED_PTX = 222;

  // CUdevice_attribute
  private static final int MULTIPROCESSORS = 16;
  private static final int MAJOR = 75;
  private static final int MINOR = 76;
  private static final int SHARED_PER_MULTIPROCESSOR = 81;
  private static final int SHARED_PER_BLOCK = 97;

  // CUfunction_attribute
  private static final int LOCAL_BYTES = 3;
  private static final int REGISTERS = 4;
  private static final int MAX_DYNAMIC_SHARED = 8;

  private final Native driver;
  private final Arena arena = Arena.ofShared();
  private final int device;
  private final String name;
  private final List<Long> allocated = new ArrayList<>();

  private CudaDevice(Native driver, int device) {
    this.driver = driver;
    this.device = device;
    try (var local = Arena.ofConfined()) {
      var text = local.allocate(256);
      check("cuDeviceGetName", text, 256, device);
      this.name = text.getString(0);
    }
    if (architecture() < LEAST_ARCHITECTURE) {
      throw new InputException(
          "The GPU %s is of compute capability %.1f, but the CUDA engine needs %.1f or newer: use another GPU, or --engine local."
              .formatted(name, architecture() / 10.0, LEAST_ARCHITECTURE / 10.0));
    }
  }

  /**
   * Throws where this machine has no such GPU, or none that serves.
   *
   * @param number from 0, of those that CUDA_VISIBLE_DEVICES shows
   */
  static void require(int number) {
    found(number).arena.close();
  }

  /** Opens one of this machine's GPUs for the calling thread. */
  static CudaDevice open(int number) {
    var device = found(number);
    try (var local = Arena.ofConfined()) {
      var context = local.allocate(ADDRESS);
      device.check("cuDevicePrimaryCtxRetain", context, number);
      device.check("cuCtxSetCurrent", context.get(ADDRESS, 0));
    }
    return device;
  }

  private static CudaDevice found(int number) {
    Native driver;
    try {
      driver = new Native(LIBRARY);
    } catch (IllegalArgumentException absent) {
      throw new InputException(
          "NVIDIA's driver (%s) is not installed here, and --engine cuda needs it: install it with a GPU, or use --engine local."
              .formatted(LIBRARY));
    }
    int status = driver.call("cuInit", 0);
    int count = 0;
    if (status == 0) {
      try (var local = Arena.ofConfined()) {
        var counted = local.allocate(JAVA_INT);
        status = driver.call("cuDeviceGetCount", counted);
        count = counted.get(JAVA_INT, 0);
      }
    }
    if (status != 0 && status != NO_DEVICE) {
      throw new InputException(
          "NVIDIA's driver cannot start (CUDA error %d): see what nvidia-smi says, or use --engine local."
              .formatted(status));
    }
    if (number >= count) {
      throw new InputException(
          "NVIDIA's driver finds no GPU here: make one visible (CUDA_VISIBLE_DEVICES hides those"
              + " that it does not name), or use --engine local.");
    }
    return new CudaDevice(driver, number);
  }

  /** Says in words what went wrong. */
  private void check(String function, Object... arguments) {
    int status = driver.call(function, arguments);
    if (status == OUT_OF_MEMORY) {
      throw new InputException(
          "The GPU %s has too little free memory: end what else runs on it, take fewer draws or a smaller network, or use --engine local."
              .formatted(name));
    }
    if (status == UNSUPPORTED_PTX) {
      throw new InputException(
          "NVIDIA's driver is too old for Coset's kernels: install one of CUDA 12.6 or newer, or"
              + " use --engine local.");
    }
    if (status != 0) {
      throw new UncheckedIOException(
          new IOException(
              "the GPU %s failed (%s: CUDA error %d), and the chains that it was running are given up; go on with coset resume"
                  .formatted(name, function, status)));
    }
  }

  private int attribute(int which) {
    try (var local = Arena.ofConfined()) {
      var value = local.allocate(JAVA_INT);
      check("cuDeviceGetAttribute", value, which, device);
      return value.get(JAVA_INT, 0);
    }
  }

  /** Such as 90 for compute capability 9.0. */
  int architecture() {
    return 10 * attribute(MAJOR) + attribute(MINOR);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int multiprocessors() {
    return attribute(MULTIPROCESSORS);
  }

  @Override
  public int sharedBytes() {
    return attribute(SHARED_PER_BLOCK);
  }

  @Override
  public int sharedBytesPerMultiprocessor() {
    return attribute(SHARED_PER_MULTIPROCESSOR);
  }

  @Override
  public long freeBytes() {
    try (var local = Arena.ofConfined()) {
      var free = local.allocate(JAVA_LONG);
      check("cuMemGetInfo_v2", free, local.allocate(JAVA_LONG));
      return free.get(JAVA_LONG, 0);
    }
  }

  @Override
  public Kernel kernel(Layout asked, String kernel) {
    var image = KernelImage.of(asked, kernel, architecture(), sharedBytes());
    return load(image.bytes(), image.layout(), kernel);
  }

  /** A kernel of machine code or PTX. */
  Kernel load(byte[] image, Layout layout, String kernel) {
    try (var local = Arena.ofConfined()) {
      var bytes = arena.allocate(image.length + 1L); // text ends in a zero
      MemorySegment.copy(image, 0, bytes, JAVA_BYTE, 0, image.length);
      var module = local.allocate(ADDRESS);
      check("cuModuleLoadData", module, bytes);
      var function = local.allocate(ADDRESS);
      check("cuModuleGetFunction", function, module.get(ADDRESS, 0), local.allocateFrom(kernel));
      var plan = local.allocate(JAVA_LONG);
      check(
          "cuModuleGetGlobal_v2",
          plan,
          local.allocate(JAVA_LONG),
          module.get(ADDRESS, 0),
          local.allocateFrom("PLAN"));
      var entry = function.get(ADDRESS, 0);
      check("cuFuncSetAttribute", entry, MAX_DYNAMIC_SHARED, layout.sharedBytes());
      var blocks = local.allocate(JAVA_INT);
      check(
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
        check("cuFuncGetAttribute", value, attribute, entry);
        return value.get(JAVA_INT, 0);
      }
    }

    @Override
    public void plan(MemorySegment plan) {
      write(place, plan);
    }

    @Override
    public void launch(int blocks) {
      check(
          "cuLaunchKernel",
          entry,
          blocks,
          1,
          1,
          layout.threads(),
          1,
          1,
          layout.sharedBytes(),
          MemorySegment.NULL,
          MemorySegment.NULL,
          MemorySegment.NULL);
    }
  }

  @Override
  public long allocate(long bytes) {
    try (var local = Arena.ofConfined()) {
      var address = local.allocate(JAVA_LONG);
      check("cuMemAlloc_v2", address, bytes);
      long at = address.get(JAVA_LONG, 0);
      allocated.add(at);
      check("cuMemsetD8_v2", at, 0, bytes);
      return at;
    }
  }

  @Override
  public void write(long to, MemorySegment from) {
    if (from.byteSize() > 0) {
      try (var local = Arena.ofConfined()) {
        var bytes = local.allocate(from.byteSize(), 8).copyFrom(from);
        check("cuMemcpyHtoD_v2", to, bytes, from.byteSize());
      }
    }
  }

  @Override
  public void read(MemorySegment to, long from) {
    try (var local = Arena.ofConfined()) {
      var bytes = local.allocate(to.byteSize(), 8);
      check("cuMemcpyDtoH_v2", bytes, from, to.byteSize());
      to.copyFrom(bytes);
    }
  }

  @Override
  public void await() {
    check("cuCtxSynchronize");
  }

  /** What fails here has failed before, and was told. */
  @Override
  public void close() {
    for (long at : allocated) {
      driver.call("cuMemFree_v2", at);
    }
    driver.call("cuDevicePrimaryCtxRelease_v2", device);
    arena.close();
  }
}
