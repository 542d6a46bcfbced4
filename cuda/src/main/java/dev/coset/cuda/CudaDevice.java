package dev.coset.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.coset.data.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A GPU through NVIDIA's driver, {@code libcuda}. */
final class CudaDevice implements Device {
  private static final String LIBRARY = "libcuda.so.1";
  private static final int LEAST_ARCHITECTURE = 80;

  // CUresult
  private static final int OUT_OF_MEMORY = 2;
  private static final int NO_DEVICE = 100;
  private static final int UNSUPPORTED_PTX = 222;

  // CUctx_flags
  private static final int WAIT_WITHOUT_SPINNING = 4;

  // CUdevice_attribute
  private static final int MULTIPROCESSORS = 16;
  private static final int MAJOR = 75;
  private static final int MINOR = 76;
  private static final int SHARED_PER_MULTIPROCESSOR = 81;
  private static final int SHARED_PER_BLOCK = 97;

  private final Native driver;
  private final int device;
  private final String name;
  private final KernelImages images = new KernelImages();
  private MemorySegment context = MemorySegment.NULL;

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
    found(number);
  }

  /** Opens one of this machine's GPUs. */
  static CudaDevice open(int number) {
    var device = found(number);
    try (var local = Arena.ofConfined()) {
      var context = local.allocate(ADDRESS);
      // Refused where somebody in this process uses it already: then it waits as they want it.
      device.driver.call("cuDevicePrimaryCtxSetFlags_v2", number, WAIT_WITHOUT_SPINNING);
      device.check("cuDevicePrimaryCtxRetain", context, number);
      device.context = context.get(ADDRESS, 0);
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
  void check(String function, Object... arguments) {
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
              "the GPU %s failed (%s: CUDA error %d), and the chains that it was running are lost; continue with coset resume"
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

  /** Calls a function whose failure has been told before. */
  void release(String function, Object... arguments) {
    driver.call(function, arguments);
  }

  KernelImages images() {
    return images;
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
  public long totalBytes() {
    try (var local = Arena.ofConfined()) {
      var bytes = local.allocate(JAVA_LONG);
      check("cuDeviceTotalMem_v2", bytes, device);
      return bytes.get(JAVA_LONG, 0);
    }
  }

  @Override
  public DeviceStream stream() {
    check("cuCtxSetCurrent", context);
    return new CudaStream(this);
  }

  @Override
  public void close() {
    release("cuDevicePrimaryCtxRelease_v2", device);
  }
}
