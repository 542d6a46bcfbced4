// Whole chains on a GPU, each in one thread block, in the arithmetic of dev.coset's engine on processors, bit for bit. A launch lasts a slice of time:
// blocks take states of chains from a list, run each to its end or to the end of the slice, and leave the rest to the next launch.
// Read: arithmetic.cuh, random.cuh, plan.cuh, network.cuh, density.cuh, nuts.cuh, mclmc.cuh.
#include "mclmc.cuh"

__constant__ Plan PLAN;

DEVICE int64 now() {
#ifdef __CUDA_ARCH__
  int64 time;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(time));
  return time;
#else
  return emulatedTime();
#endif
}

template <bool NUTS> DEVICE void runChains() {
  const int64 began = now();
  for (;;) {
    __syncthreads();
    if (threadIdx.x == 0) {
      shared.late = now() - began > PLAN.nanoseconds;
      int number = shared.late ? PLAN.count : atomicAdd(PLAN.taken, 1);
      shared.index = number < PLAN.count ? PLAN.order[number] : -1;
      if (shared.index >= 0) shared.chain = *header();
      shared.began = now();
    }
    __syncthreads();
    if (shared.index < 0) return;
    if (NUTS) loadNuts();
    else loadMclmc();
    __syncthreads();
    if (shared.chain.status == FRESH) {
      if (NUTS) beginNuts();
      else beginMclmc();
    }
    __syncthreads();
    while (shared.chain.status == RUNNING && !shared.late) {
      if (NUTS) advanceNuts();
      else advanceMclmc();
      __syncthreads();
      if (threadIdx.x == 0) shared.late = now() - began > PLAN.nanoseconds;
      __syncthreads();
    }
    if (NUTS) saveNuts();
    else saveMclmc();
    __syncthreads();
    if (threadIdx.x == 0) {
      shared.chain.nanoseconds += now() - shared.began;
      *header() = shared.chain;
    }
  }
}

#if !defined(SAMPLER) || SAMPLER == 0
extern "C" __global__ void __launch_bounds__(THREADS, RESIDENT) nuts() { runChains<true>(); }
#endif
#if !defined(SAMPLER) || SAMPLER == 1
extern "C" __global__ void __launch_bounds__(THREADS, RESIDENT) mclmc() { runChains<false>(); }
#endif
