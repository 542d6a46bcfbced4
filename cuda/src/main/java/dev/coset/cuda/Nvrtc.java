package dev.coset.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** NVIDIA's compiler at run time, {@code libnvrtc}; it needs no GPU. */
final class Nvrtc {
  private final Native library;

  private Nvrtc(Native library) {
    this.library = library;
  }

  /** The first that can be loaded of those that {@link NvrtcPlaces} knows. */
  static Optional<Nvrtc> find() {
    for (String place : NvrtcPlaces.all()) {
      var found = at(place);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  static Optional<Nvrtc> at(String file) {
    try {
      return Optional.of(new Nvrtc(new Native(file)));
    } catch (IllegalArgumentException absent) {
      return Optional.empty();
    }
  }

  String version() {
    try (var arena = Arena.ofConfined()) {
      var major = arena.allocate(JAVA_INT);
      var minor = arena.allocate(JAVA_INT);
      check("nvrtcVersion", major, minor);
      return major.get(JAVA_INT, 0) + "." + minor.get(JAVA_INT, 0);
    }
  }

  /** The architecture to compile for: the device's own, or the newest before it that is known. */
  int nearest(int architecture) {
    try (var arena = Arena.ofConfined()) {
      var count = arena.allocate(JAVA_INT);
      check("nvrtcGetNumSupportedArchs", count);
      var known = arena.allocate(JAVA_INT, count.get(JAVA_INT, 0));
      check("nvrtcGetSupportedArchs", known);
      int best = 0;
      for (int i = 0; i < count.get(JAVA_INT, 0); i++) {
        int each = known.getAtIndex(JAVA_INT, i);
        if (each <= architecture) {
          best = Math.max(best, each);
        }
      }
      return best;
    }
  }

  /**
   * Machine code, or PTX where the architecture is a virtual one.
   *
   * @param files by name; the first is compiled, and includes the others
   */
  byte[] compile(Map<String, String> files, List<String> options) {
    try (var arena = Arena.ofConfined()) {
      List<String> names = new ArrayList<>(files.keySet());
      var program = arena.allocate(ADDRESS);
      List<String> headers = names.subList(1, names.size());
      check(
          "nvrtcCreateProgram",
          program,
          arena.allocateFrom(files.get(names.getFirst())),
          arena.allocateFrom(names.getFirst()),
          headers.size(),
          strings(headers.stream().map(files::get).toList(), arena),
          strings(headers, arena));
      var handle = program.get(ADDRESS, 0);
      int status =
          library.call("nvrtcCompileProgram", handle, options.size(), strings(options, arena));
      if (status != 0) {
        byte[] log = output("nvrtcGetProgramLogSize", "nvrtcGetProgramLog", handle);
        throw new IllegalStateException(
            "NVRTC %s refused the kernel: %s".formatted(version(), new String(log)));
      }
      boolean real = options.stream().anyMatch(o -> o.startsWith("--gpu-architecture=sm_"));
      byte[] image =
          real
              ? output("nvrtcGetCUBINSize", "nvrtcGetCUBIN", handle)
              : output("nvrtcGetPTXSize", "nvrtcGetPTX", handle);
      check("nvrtcDestroyProgram", program);
      return image;
    }
  }

  private static MemorySegment strings(List<String> texts, Arena arena) {
    var array = arena.allocate(ADDRESS, Math.max(1, texts.size()));
    for (int i = 0; i < texts.size(); i++) {
      array.setAtIndex(ADDRESS, i, arena.allocateFrom(texts.get(i)));
    }
    return array;
  }

  private byte[] output(String sizeOf, String get, MemorySegment program) {
    try (var arena = Arena.ofConfined()) {
      var size = arena.allocate(JAVA_LONG);
      check(sizeOf, program, size);
      var bytes = arena.allocate(size.get(JAVA_LONG, 0));
      check(get, program, bytes);
      return bytes.toArray(JAVA_BYTE);
    }
  }

  private void check(String function, Object... arguments) {
    int status = library.call(function, arguments);
    if (status != 0) {
      throw new IllegalStateException("NVRTC failed: %s says %d.".formatted(function, status));
    }
  }
}
