// tanh over all floats: a hash of each 2^16 that follow one another.
#include "arithmetic.cuh"

extern "C" __constant__ int* PLAN;
__constant__ int* PLAN;

extern "C" __global__ void tanhs() {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int hash = 0;
  for (int i = 0; i < 1 << 16; i++) {
    float t[] = {__int_as_float((thread << 16) | i)};
    hyperbolicTangents(t);
    hash = 31 * hash + (t[0] != t[0] ? 0x7fc00000 : __float_as_int(t[0]));
  }
  PLAN[thread] = hash;
}
