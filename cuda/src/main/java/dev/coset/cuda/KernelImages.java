package dev.coset.cuda;

import dev.coset.parallel.StoppedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/**
 * Kernels that a driver can load, each made once: for the network by NVIDIA's compiler where that
 * is found, and kept; else the one for all, as PTX, which the driver itself compiles. Thread-safe.
 */
final class KernelImages {
  /** A kernel's arithmetic is written down to each fused multiply-add. */
  static final List<String> OPTIONS = List.of("--std=c++17", "--fmad=false");

  /** A compiler takes seconds of a processor, on which chains run meanwhile. */
  private static final int PROCESSORS_PER_COMPILER = 8;

  private final Semaphore compilers =
      new Semaphore(
          Math.ceilDiv(Runtime.getRuntime().availableProcessors(), PROCESSORS_PER_COMPILER), true);

  private final Map<String, FutureTask<byte[]>> images = new ConcurrentHashMap<>();
  private final FutureTask<Optional<Nvrtc>> compiler = new FutureTask<>(Nvrtc::find);

  /**
   * A kernel for a layout, or the one for all.
   *
   * @param kernel its name
   * @param stop once true, nothing more is compiled
   * @throws StoppedException instead of compiling after a stop
   */
  KernelImage of(
      Layout asked, String kernel, int architecture, int sharedBytes, BooleanSupplier stop) {
    Optional<Nvrtc> found = done(compiler);
    if (found.isEmpty()) {
      Layout general = Layout.general(asked.shape(), sharedBytes);
      String resource = GeneralKernels.resource(asked.shape().precision());
      return new KernelImage(general, KernelSource.read(resource));
    }
    Nvrtc nvrtc = found.get();
    List<String> options = options(asked, kernel, "sm_" + nvrtc.nearest(architecture));
    String key = nvrtc.version() + options + KernelSource.files();
    var image =
        images.computeIfAbsent(
            key,
            wanted ->
                new FutureTask<>(() -> KernelCache.of(wanted, () -> made(nvrtc, options, stop))));
    return new KernelImage(asked, done(image));
  }

  private byte[] made(Nvrtc nvrtc, List<String> options, BooleanSupplier stop) {
    compilers.acquireUninterruptibly();
    try {
      if (stop.getAsBoolean()) { // other kernels were compiled meanwhile
        throw new StoppedException();
      }
      return nvrtc.compile(KernelSource.files(), options);
    } finally {
      compilers.release();
    }
  }

  /** Does a task where nobody else has, or waits for it. */
  private static <T> T done(FutureTask<T> task) {
    task.run();
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while a kernel was compiled.", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** What the compiler is told. */
  static List<String> options(Layout layout, String kernel, String architecture) {
    List<String> options = new ArrayList<>(OPTIONS);
    options.add("--gpu-architecture=" + architecture);
    layout.macros().forEach(macro -> options.add("--define-macro=" + macro));
    options.add("--define-macro=SAMPLER=" + (kernel.equals("nuts") ? 0 : 1));
    return options;
  }
}
