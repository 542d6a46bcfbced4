package dev.coset.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A C library whose functions return a status. What an argument is, its Java type says.
 * Thread-safe.
 */
final class Native {
  private final SymbolLookup library;
  private final Map<String, MethodHandle> functions = new ConcurrentHashMap<>();

  /**
   * @throws IllegalArgumentException where there is no such library
   */
  Native(String library) {
    this.library = SymbolLookup.libraryLookup(library, Arena.global());
  }

  /** Calls a function with integers, longs and segments. */
  int call(String name, Object... arguments) {
    try {
      var function = functions.computeIfAbsent(name, n -> handle(n, arguments));
      return (int) function.invokeWithArguments(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private MethodHandle handle(String name, Object[] arguments) {
    var types = new MemoryLayout[arguments.length];
    for (int i = 0; i < types.length; i++) {
      types[i] =
          switch (arguments[i]) {
            case Integer number -> JAVA_INT;
            case Long number -> JAVA_LONG;
            case MemorySegment pointer -> ADDRESS;
            default -> throw new IllegalArgumentException("No C type: " + arguments[i]);
          };
    }
    return Linker.nativeLinker()
        .downcallHandle(library.findOrThrow(name), FunctionDescriptor.of(JAVA_INT, types));
  }
}
