// Enough of CUDA for a processor to run the kernels, one thread block after another: each thread of a block is a fibre, which waits at barriers.
#pragma once
#include <setjmp.h>
#include <ucontext.h>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <vector>
#define __device__
#define __forceinline__ inline
#define __noinline__ inline
#define __global__
#define __shared__
#define __constant__
#define __align__(n)
#define __launch_bounds__(...)
using std::fabs;
using std::fma;
using std::max;
using std::min;
using std::sqrt;

static inline float __fmaf_rn(float a, float b, float c) { return std::fma(a, b, c); }
static inline double __fma_rn(double a, double b, double c) { return std::fma(a, b, c); }
template <class To, class From> To bits(From x) {
  To y;
  memcpy(&y, &x, sizeof y);
  return y;
}
static inline double __longlong_as_double(long long x) { return bits<double>(x); }
static inline long long __double_as_longlong(double x) { return bits<long long>(x); }
static inline float __int_as_float(int x) { return bits<float>(x); }
static inline int __float_as_int(float x) { return bits<int>(x); }
static inline int __popc(int x) { return __builtin_popcount(x); }
static inline int atomicAdd(int* to, int x) {
  int was = *to;
  *to += x;
  return was;
}

struct Index {
  int x;
};
static std::vector<ucontext_t> fibres;
static jmp_buf places[1024]; // where fibres stand that have begun: a jump is faster than a change of context
static bool begun[1024];
static ucontext_t ground;
static Index threadIdx, blockIdx;
static int threads, ended;

struct Barrier {
  int arrived = 0, all = 1;
  unsigned passed = 0;
};
static Barrier block, warps[64];
static double exchanged[2048];

static inline void pass(int to) {
  int from = threadIdx.x;
  threadIdx.x = to;
  if (_setjmp(places[from]) == 0) {
    if (begun[to]) _longjmp(places[to], 1);
    begun[to] = true;
    setcontext(&fibres[to]);
  }
  threadIdx.x = from;
}
// Others go on meanwhile, those of a group of so many threads.
static inline void await(Barrier& b, int group) {
  unsigned was = b.passed;
  int t = threadIdx.x;
  if (++b.arrived == b.all) {
    b.arrived = 0;
    b.passed++;
  } else {
    while (b.passed == was) pass(t / group * group + (t + 1) % group);
  }
}
static inline void __syncthreads() { await(block, threads); }
static inline bool __syncthreads_and(bool holds) {
  exchanged[threadIdx.x] = holds;
  await(block, threads);
  bool all = true;
  for (int t = 0; t < threads; t++) all = all && exchanged[t] != 0;
  await(block, threads);
  return all;
}
template <class T> T __shfl_xor_sync(unsigned, T x, int mask) {
  Barrier& warp = warps[threadIdx.x / 32];
  exchanged[threadIdx.x] = x;
  await(warp, 32);
  T y = (T)exchanged[threadIdx.x ^ mask];
  await(warp, 32);
  return y;
}
template <class T> T __shfl_sync(unsigned, T x, int from) {
  Barrier& warp = warps[threadIdx.x / 32];
  exchanged[threadIdx.x] = x;
  await(warp, 32);
  T y = (T)exchanged[threadIdx.x / 32 * 32 + from];
  await(warp, 32);
  return y;
}
static inline void __syncwarp() { await(warps[threadIdx.x / 32], 32); }
static inline long long emulatedTime() { return std::chrono::steady_clock::now().time_since_epoch().count(); }
alignas(64) unsigned char memory[1 << 20];
static void (*kernel)();
static inline void fibre() {
  kernel();
  ended++;
  for (;;) {
    if (ended == threads) setcontext(&ground);
    pass((threadIdx.x + 1) % threads);
  }
}
static inline void launch(void (*entry)(), int grid, int size) {
  kernel = entry;
  threads = size;
  const size_t stack = 1 << 17;
  std::vector<char> stacks(stack * size);
  for (blockIdx.x = 0; blockIdx.x < grid; blockIdx.x++) {
    fibres.assign(size, {});
    ended = 0;
    memset(begun, 0, sizeof begun);
    begun[0] = true;
    block = {0, size, 0};
    for (int w = 0; w * 32 < size; w++) warps[w] = {0, 32, 0};
    for (int t = 0; t < size; t++) {
      getcontext(&fibres[t]);
      fibres[t].uc_stack.ss_sp = stacks.data() + t * stack;
      fibres[t].uc_stack.ss_size = stack;
      fibres[t].uc_link = nullptr;
      makecontext(&fibres[t], (void (*)())fibre, 0);
    }
    threadIdx.x = 0;
    swapcontext(&ground, &fibres[0]);
  }
}
