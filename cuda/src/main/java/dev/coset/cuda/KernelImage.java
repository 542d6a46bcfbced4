package dev.coset.cuda;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A kernel that a driver can load: made for the network by NVIDIA's compiler where that is found,
 * and kept; else the one for all, as PTX, which the driver itself compiles.
 *
 * @param layout that it follows
 */
record KernelImage(Layout layout, byte[] bytes) {
  /** A kernel's arithmetic is written down to each fused multiply-add. */
  static final List<String> OPTIONS = List.of("--std=c++17", "--fmad=false");

  static KernelImage of(Layout asked, String kernel, int architecture, int sharedBytes) {
    Optional<Nvrtc> compiler = Nvrtc.find();
    if (compiler.isEmpty()) {
      Layout general = Layout.general(asked.shape(), sharedBytes);
      String resource = GeneralKernels.resource(asked.shape().precision());
      return new KernelImage(general, KernelSource.read(resource));
    }
    var nvrtc = compiler.get();
    List<String> options = options(asked, kernel, "sm_" + nvrtc.nearest(architecture));
    String key = nvrtc.version() + options + KernelSource.files();
    byte[] bytes = KernelCache.of(key, () -> nvrtc.compile(KernelSource.files(), options));
    return new KernelImage(asked, bytes);
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
