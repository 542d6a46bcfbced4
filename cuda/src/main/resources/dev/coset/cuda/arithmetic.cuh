// Numbers: the elementary functions of dev.coset.vectormath, operation by operation, so that they have its bits. Everything here relies on
// --fmad=false: a multiply-add is fused where fma is written, and nowhere else.
#pragma once
#define DEVICE __device__ __forceinline__
#define SELDOM __device__ __noinline__ // called from many places, or seldom: the code must fit its cache

typedef long long int64;
typedef unsigned long long uint64;

#ifdef DOUBLE
typedef double real;
#else
typedef float real;
#endif
// LANES of a sum over points; BLOCK points whose sums are rounded to the precision of real; points are counted in multiples of STEP.
#include "constants.cuh"
constexpr int TOGETHER = 32 / LANES; // groups of LANES threads in a warp: those of one lane are neighbours, so that what they share is read once

DEVICE float multiplyAdd(float a, float b, float c) { return __fmaf_rn(a, b, c); }
DEVICE double multiplyAdd(double a, double b, double c) { return __fma_rn(a, b, c); }
DEVICE double powerOfTwo(int64 bits) { return __longlong_as_double((bits + 1023) << 52); }
DEVICE float powerOfTwo(int bits) { return __int_as_float((bits + 127) << 23); }
DEVICE bool isNaN(double x) { return x != x; }
DEVICE bool isFinite(double x) { return fabs(x) <= 1.7976931348623157e308; }
// As Java's: NaN if one of them is.
DEVICE double least(double a, double b) { return isNaN(a) ? a : a < b ? a : b; }
DEVICE double greatest(double a, double b) { return isNaN(a) ? a : a > b ? a : b; }

constexpr double LOG2_E = 0x1.71547652b82fep0, LN2_HIGH = 0x1.62e42feep-1, LN2_LOW = 0x1.a39ef35793c76p-33, SQRT_HALF = 0x1.6a09e667f3bcdp-1;

// (e^r - 1 - r) / r^2
DEVICE double expTail(double r) {
  double r2 = r * r, r4 = r2 * r2;
  double a = fma(r, 1.0 / 6, 0.5), b = fma(r, 1.0 / 120, 1.0 / 24), c = fma(r, 1.0 / 5040, 1.0 / 720);
  double d = fma(r, 1.0 / 362880, 1.0 / 40320), e = fma(r, 1.0 / 39916800, 1.0 / 3628800), f = fma(r, 1.0 / 6227020800.0, 1.0 / 479001600);
  return fma(fma(fma(f, r2, e), r4, fma(d, r2, c)), r4, fma(b, r2, a));
}

SELDOM double exponential(double x) {
  const double ROUND = 0x1.8p52;
  double within = x < -746 ? -746 : x > 710 ? 710 : x;
  double rounded = fma(within, LOG2_E, ROUND), k = rounded - ROUND;
  double r = fma(-k, LN2_LOW, fma(-k, LN2_HIGH, within));
  double m = fma(r * r, expTail(r), r) + 1;
  int64 bits = __double_as_longlong(rounded), half = bits >> 1;
  return m * powerOfTwo(half) * powerOfTwo(bits - half);
}

SELDOM double exponentialMinusOne(double x) {
  const double ROUND = 0x1.8p52;
  if (!(fabs(x) < 40)) return x < 0 ? -1 : exponential(x);
  double rounded = fma(x, LOG2_E, ROUND), k = rounded - ROUND;
  double r = fma(-k, LN2_LOW, fma(-k, LN2_HIGH, x)), power = powerOfTwo(__double_as_longlong(rounded));
  return fma(power, fma(r * r, expTail(r), r), power - 1);
}

// k log 2 + log(1 + f) + correction
DEVICE double logarithmOf(double k, double f, double correction) {
  double s = f / (2 + f), z = s * s, w = z * z;
  double even = w * fma(w, fma(w, 0x1.39a09d078c69fp-3, 0x1.c71c51d8e78afp-3), 0x1.999999997fa04p-2);
  double odd = z * fma(w, fma(w, fma(w, 0x1.2f112df3e5244p-3, 0x1.7466496cb03dep-3), 0x1.2492494229359p-2), 0x1.5555555555593p-1);
  double halfSquare = 0.5 * f * f;
  double tail = fma(s, halfSquare + (even + odd), fma(k, LN2_LOW, correction));
  return fma(k, LN2_HIGH, f - (halfSquare - tail));
}

DEVICE double logarithmNear(double u, double correction) {
  int64 bits = __double_as_longlong(u), k = (bits - __double_as_longlong(SQRT_HALF)) >> 52;
  return logarithmOf((double)k, __longlong_as_double(bits - (k << 52)) - 1, correction);
}

DEVICE double logarithmAtTheEnds(double x) { return x == 0 ? -__longlong_as_double(0x7ff0000000000000) : x > 0 ? x : __longlong_as_double(0x7ff8000000000000); }

SELDOM double logarithm(double x) {
  if (x >= 0x1p-1022 && x < __longlong_as_double(0x7ff0000000000000)) return logarithmNear(x, 0);
  return x > 0 && x < 1 ? logarithmNear(x * 0x1p54, 0) - 54 * LN2_LOW - 54 * LN2_HIGH : logarithmAtTheEnds(x);
}

SELDOM double logarithmOfOnePlus(double x) {
  if (!(x > -1 && x < 0x1p53)) return x >= 0x1p53 ? logarithm(x) : logarithmAtTheEnds(x + 1);
  if (x > SQRT_HALF - 1 && x < 0x1.6a09e667f3bcdp0 - 1) return fabs(x) < 0x1p-54 ? x : logarithmOf(0, x, 0);
  double u = 1 + x, lost = x > 1 ? 1 - (u - x) : x - (u - 1);
  return logarithmNear(u, lost / u);
}

// log(e^a + e^b), and 1 / (1 + e^-x)
DEVICE double logSum(double a, double b) {
  double high = greatest(a, b), gap = least(a, b) - high;
  return gap > -40 ? high + logarithmOfOnePlus(exponential(gap)) : high;
}
DEVICE double expit(double x) { return 1 / (1 + exponential(-x)); }

// g(x) = log(Gamma(x + 1/2) / Gamma(x)) - log(x) / 2, and its derivative; see GammaRatio.
constexpr double GAMMA_FROM = 8, GAMMA_1 = -1.0 / 8, GAMMA_3 = 1.0 / 192, GAMMA_5 = -1.0 / 640, GAMMA_7 = 17.0 / 14336, GAMMA_9 = -31.0 / 18432,
    GAMMA_11 = 691.0 / 180224, GAMMA_13 = -5461.0 / 425984, GAMMA_15 = 929569.0 / 15728640;
SELDOM double gammaRatio(double x) {
  double at = x, ratio = 1;
  while (at < GAMMA_FROM) {
    ratio *= (at + 0.5) / at;
    at += 1;
  }
  double u = 1 / at, v = u * u;
  double p = fma(v, fma(v, fma(v, fma(v, fma(v, fma(v, fma(v, GAMMA_15, GAMMA_13), GAMMA_11), GAMMA_9), GAMMA_7), GAMMA_5), GAMMA_3), GAMMA_1);
  return at == x ? u * p : fma(u, p, 0.5 * logarithm(at / (x * ratio * ratio)));
}
SELDOM double gammaRatioDerivative(double x) {
  double at = x, sum = 0;
  while (at < GAMMA_FROM) {
    sum += 0.5 / (at * (at + 0.5));
    at += 1;
  }
  double v = 1 / (at * at), p = fma(v, -15 * GAMMA_15, -13 * GAMMA_13);
  p = fma(v, fma(v, fma(v, fma(v, fma(v, fma(v, p, -11 * GAMMA_11), -9 * GAMMA_9), -7 * GAMMA_7), -5 * GAMMA_5), -3 * GAMMA_3), -GAMMA_1);
  return at == x ? v * p : fma(v, p, sum + 0.5 / at - 0.5 / x);
}

DEVICE float exponential(float x) {
  const float ROUND = 0x1.8p23f;
  float within = x < -105 ? -105 : x > 89 ? 89 : x;
  float rounded = __fmaf_rn(within, 0x1.715476p0f, ROUND), k = rounded - ROUND;
  float r = __fmaf_rn(-k, 0x1.7f7d1cp-20f, __fmaf_rn(-k, 0x1.62e4p-1f, within)), r2 = r * r;
  float a = __fmaf_rn(r, 1.f / 6, 0.5f), b = __fmaf_rn(r, 1.f / 120, 1.f / 24), c = __fmaf_rn(r, 1.f / 5040, 1.f / 720);
  float m = __fmaf_rn(r2, __fmaf_rn(__fmaf_rn(c, r2, b), r2, a), r) + 1;
  int bits = __float_as_int(rounded), half = bits >> 1;
  return m * powerOfTwo(half) * powerOfTwo(bits - half);
}

DEVICE float logarithm(float x) {
  if (!(x >= 0x1p-126f && x < __int_as_float(0x7f800000))) return (float)logarithm((double)x);
  int bits = __float_as_int(x), exponent = (bits - __float_as_int(0x1.6a09e6p-1f)) >> 23;
  float f = __int_as_float(bits - (exponent << 23)) - 1, k = (float)exponent;
  float s = f / (2 + f), z = s * s, w = z * z;
  float even = w * __fmaf_rn(w, 0x1.f13c4cp-3f, 0x1.999c26p-2f), odd = z * __fmaf_rn(w, 0x1.23d3dcp-2f, 0x1.555554p-1f);
  float halfSquare = 0.5f * f * f, tail = __fmaf_rn(s, halfSquare + (even + odd), k * 0x1.7f7d1cp-20f);
  return __fmaf_rn(k, 0x1.62e4p-1f, f - (halfSquare - tail));
}

// What, as the logarithm of a class beside another, is negligible, as what e^x rounds to 0.
DEVICE float orZero(float x) { return x < -64 ? -105 : x; }
DEVICE double orZero(double x) { return x < -600 ? -746 : x; }

DEVICE float clamped(float x, float limit) {
#ifdef __CUDA_ARCH__
  float y;
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(y) : "f"(x), "f"(-limit));
  asm("min.NaN.f32 %0, %1, %2;" : "=f"(y) : "f"(y), "f"(limit));
  return y;
#else
  return x < -limit ? -limit : x > limit ? limit : x;
#endif
}

#ifdef __CUDA_ARCH__
DEVICE float approximateReciprocal(float x) {
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
#endif

// tanh of several numbers, one operation for all of them after another: each waits for the one before it.
#define ALL(k) _Pragma("unroll") for (int k = 0; k < N; k++)
template <int N> DEVICE void hyperbolicTangents(float (&x)[N]) {
  const float ROUND = 0x1.8p23f + 127;
  float r[N], s[N], u[N], p[N], n[N], d[N];
  ALL(k) x[k] = clamped(x[k], 40);
  ALL(k) s[k] = __fmaf_rn(x[k], 2.8853900817779268f, ROUND);
  ALL(k) p[k] = s[k] - ROUND;
  ALL(k) r[k] = __fmaf_rn(-p[k], 0.34657359027997264f, x[k]);
  ALL(k) s[k] = __int_as_float(__float_as_int(s[k]) << 23);
  ALL(k) u[k] = r[k] * r[k];
  ALL(k) p[k] = __fmaf_rn(-0.05299268150423197f, u[k], 0.1333223466864174f);
  ALL(k) p[k] = __fmaf_rn(p[k], u[k], -0.3333333149440696f);
  ALL(k) u[k] = r[k] * u[k];
  ALL(k) r[k] = __fmaf_rn(u[k], p[k], r[k]);
  ALL(k) u[k] = s[k] + 1;
  ALL(k) s[k] = s[k] - 1;
  ALL(k) d[k] = __fmaf_rn(r[k], s[k], u[k]);
  ALL(k) n[k] = __fmaf_rn(r[k], u[k], s[k]);
#ifdef __CUDA_ARCH__
  // n / d, rounded correctly: an approximate reciprocal, a corrected quotient (P. Markstein, 1990). That this suffices, a comparison over all floats
  // shows.
  float y[N];
  ALL(k) y[k] = approximateReciprocal(d[k]);
  ALL(k) x[k] = n[k] * y[k];
  ALL(k) u[k] = __fmaf_rn(-d[k], x[k], n[k]);
  ALL(k) x[k] = __fmaf_rn(u[k], y[k], x[k]);
#else
  ALL(k) x[k] = n[k] / d[k];
#endif
}

DEVICE double hyperbolicTangent(double x) {
  const double ROUND = 0x1.8p52 + 1023;
  double c = x < -300 ? -300 : x > 300 ? 300 : x, rounded = fma(c, 2.8853900817779268, ROUND), k = rounded - ROUND;
  double r = fma(-k, 0.34657359027997264, c), u = r * r;
  double p = fma(0.0034634160275729456, u, -0.008858902196927794);
  p = fma(fma(fma(fma(p, u, 0.021869421029706536), u, -0.05396825349211429), u, 0.13333333333210398), u, -0.3333333333333328);
  double t = fma(r * u, p, r), s = __longlong_as_double(__double_as_longlong(rounded) << 52);
  return fma(t, s + 1, s - 1) / fma(t, s - 1, s + 1);
}
template <int N> DEVICE void hyperbolicTangents(double (&x)[N]) {
  ALL(k) x[k] = hyperbolicTangent(x[k]);
}
