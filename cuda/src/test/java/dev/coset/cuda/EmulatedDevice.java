package dev.coset.cuda;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A device that runs the kernels on a processor, one thread block after another: the same source,
 * compiled by g++ with the little of CUDA that {@code emulator.h} has.
 */
final class EmulatedDevice implements Device, DeviceStream {
  private final Arena arena = Arena.ofAuto();
  private final Path folder;
  private final boolean special;

  /**
   * @param folder where compiled kernels are kept
   * @param special whether kernels are made for a network; else the one for all is taken
   */
  EmulatedDevice(Path folder, boolean special) {
    this.folder = folder;
    this.special = special;
  }

  static boolean isAvailable() {
    if (!System.getProperty("os.arch").equals("amd64")
        || !System.getProperty("os.name").equals("Linux")) {
      return false;
    }
    try {
      return new ProcessBuilder("g++", "--version")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException absent) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public String name() {
    return "emulated";
  }

  @Override
  public int multiprocessors() {
    return 1;
  }

  @Override
  public int sharedBytes() {
    return 227 << 10;
  }

  @Override
  public int sharedBytesPerMultiprocessor() {
    return 228 << 10;
  }

  @Override
  public long totalBytes() {
    return 1L << 30;
  }

  @Override
  public DeviceStream stream() {
    return this;
  }

  @Override
  public long freeBytes() {
    return 1L << 30;
  }

  @Override
  public Kernel kernel(Layout asked, String name, BooleanSupplier stop) {
    Layout layout = special ? asked : Layout.general(asked.shape(), sharedBytes());
    try {
      var library = SymbolLookup.libraryLookup(compiled(layout, name), arena);
      var plan = library.findOrThrow("PLAN").reinterpret(PlanBytes.STRUCT.size());
      var launch =
          Linker.nativeLinker()
              .downcallHandle(
                  library.findOrThrow("run"), FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT));
      return new Emulated(layout, plan, launch);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized Path compiled(Layout layout, String name) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of("g++", "-O1", "-std=c++17", "-mfma", "-ffp-contract=off", "-shared", "-fPIC"));
    layout.macros().forEach(macro -> command.add("-D" + macro));
    for (var file : KernelSource.files().entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
    Files.write(folder.resolve("emulator.h"), KernelSource.read("emulator.h"));
    String key = Integer.toHexString((name + command).hashCode());
    Path made = folder.resolve(key + ".so");
    if (Files.exists(made)) {
      return made;
    }
    Path source = folder.resolve(key + ".cc");
    Files.writeString(
        source,
        """
        #include "emulator.h"
        #include "chains.cu"
        extern "C" void run(int grid) { launch(%s, grid, THREADS); }
        """
            .formatted(name));
    command.addAll(List.of(source.toString(), "-o", made.toString()));
    var process = new ProcessBuilder(command).inheritIO().start();
    try {
      if (process.waitFor() != 0) {
        throw new IllegalStateException("g++ refused the kernel.");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return made;
  }

  /** Kernels of several streams run one after another: a library has one plan and one block. */
  private static final class Emulated implements Kernel {
    private final Layout layout;
    private final MemorySegment place;
    private final MethodHandle entry;
    private MemorySegment plan = MemorySegment.NULL;

    Emulated(Layout layout, MemorySegment place, MethodHandle entry) {
      this.layout = layout;
      this.place = place;
      this.entry = entry;
    }

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
      plan = written;
    }

    @Override
    public void launch(int blocks) {
      synchronized (EmulatedDevice.class) {
        place.copyFrom(plan);
        try {
          entry.invokeExact(blocks);
        } catch (Throwable e) {
          throw new AssertionError(e);
        }
      }
    }
  }

  @Override
  public long allocate(long bytes) {
    return arena.allocate(bytes, 64).address();
  }

  @Override
  public void write(long to, MemorySegment from) {
    MemorySegment.ofAddress(to).reinterpret(from.byteSize()).copyFrom(from);
  }

  @Override
  public void read(MemorySegment to, long from) {
    to.copyFrom(MemorySegment.ofAddress(from).reinterpret(to.byteSize()));
  }

  @Override
  public void await() {}

  @Override
  public void close() {}
}
