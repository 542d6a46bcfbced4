package dev.coset.vectormath;

/**
 * Whether the Vector API can be used. It is an incubator module: present only where the JVM was
 * started with it.
 */
final class Simd {
  static final boolean AVAILABLE =
      ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()
          && SimdMath.fitsThisMachine();

  private Simd() {}
}
