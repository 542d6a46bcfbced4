package dev.coset.vectormath;

import dev.ludovic.netlib.blas.BLAS;
import dev.ludovic.netlib.lapack.JavaLAPACK;
import dev.ludovic.netlib.lapack.LAPACK;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * BLAS and LAPACK: the system's where it has them and this program may load native code, else pure
 * Java. Netlib's own search announces itself in the log and, where the system has none, on standard
 * error from native code; here it is kept from both. Its numbers may differ in their last digits
 * from machine to machine, so what decides a result uses {@link #javaLapack}.
 */
public final class Netlib {
  // Held, as the log manager forgets the level of a logger that nobody holds.
  private static final Logger LOG = Logger.getLogger("dev.ludovic.netlib");

  static {
    LOG.setLevel(Level.WARNING);
    allowOnly("dev.ludovic.netlib.blas", "libblas");
    allowOnly("dev.ludovic.netlib.lapack", "liblapack");
  }

  private Netlib() {}

  /** Basic operations on vectors and matrices, column by column. */
  public static BLAS blas() {
    return BLAS.getInstance();
  }

  /** Factorisations and eigenvalues. */
  public static LAPACK lapack() {
    return LAPACK.getInstance();
  }

  /** Factorisations and eigenvalues in pure Java: the same numbers on every machine. */
  public static LAPACK javaLapack() {
    return JavaLAPACK.getInstance();
  }

  /** Keeps netlib from looking for a native library that is not there; an explicit wish stands. */
  private static void allowOnly(String netlib, String library) {
    String wish = netlib + ".allowNative";
    if (System.getProperty(wish) == null && !present(library)) {
      System.setProperty(wish, "false");
    }
  }

  @SuppressWarnings("restricted") // only where it is allowed
  private static boolean present(String library) {
    if (!Netlib.class.getModule().isNativeAccessEnabled()) {
      return false; // loading it all the same makes the JVM warn
    }
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    String file = library + (system.contains("mac") ? ".dylib" : ".so.3");
    try (Arena arena = Arena.ofConfined()) {
      SymbolLookup.libraryLookup(file, arena);
      return true;
    } catch (IllegalArgumentException absent) {
      return false;
    }
  }
}
