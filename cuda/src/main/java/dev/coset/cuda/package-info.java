/**
 * Runs chains on an NVIDIA GPU: thousands at once, each in one thread block, with the same bytes as
 * the local engine. The kernels are CUDA C++ in the resources; read {@code chains.cu} there. Here:
 * {@link CudaEngine}, {@link DeviceChains}, {@link Layout}, {@link Device}.
 */
@NullMarked
package dev.coset.cuda;

import org.jspecify.annotations.NullMarked;
