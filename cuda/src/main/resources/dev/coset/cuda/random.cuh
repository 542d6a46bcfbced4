// Random numbers: the streams of dev.coset.chains.RandomStream, and StandardNormal.
#pragma once
#include "arithmetic.cuh"

// XoShiRo256++ of D. Blackman and S. Vigna.
struct Random {
  uint64 s[4];
  uint64 booleans; // those left of an integer, below a one

  DEVICE static uint64 mix(uint64 x) {
    x += 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
  }
  DEVICE void begin(int64 seed, int index, int purpose) {
    uint64 key = mix(mix(mix((uint64)seed) + (int64)index) + purpose);
    for (int i = 0; i < 4; i++) s[i] = mix(key += 0x9E3779B97F4A7C15ull);
    booleans = 1;
  }
  DEVICE static uint64 rotate(uint64 x, int by) { return (x << by) | (x >> (64 - by)); }
  DEVICE uint64 next() {
    uint64 result = rotate(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
  }
  DEVICE double uniform() { return (next() >> 11) * 0x1p-53; }
  DEVICE bool boolean() {
    uint64 bits = booleans;
    if (bits == 1) {
      bits = next();
      booleans = (bits >> 1) | 0x8000000000000000ull;
    } else {
      booleans = bits >> 1;
    }
    return bits & 1;
  }
};

template <int N> DEVICE double polynomial(const double (&c)[N], double r) {
  double a = c[N - 1];
#pragma unroll
  for (int i = N - 2; i >= 0; i--) a = fma(a, r, c[i]);
  return a;
}

// The draw from Normal(0, 1) that a random integer makes: AS 241 of M. Wichura.
SELDOM double standardNormal(uint64 bits) {
  const double ca[] = {3.3871328727963666080, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
      4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3};
  const double cb[] = {1, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
      2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3};
  const double ta[] = {1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550, 3.64784832476320460504,
      1.27045825245236838258, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4};
  const double tb[] = {1, 2.05319162663775882187, 1.67638483018380384940, 6.89767334985100004550e-1,
      1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9};
  const double fa[] = {6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580, 2.96560571828504891230e-1,
      2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7};
  const double fb[] = {1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
      7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15};
  double p = ((double)(bits >> 1) + 0.5) * 0x1p-64, q = 0.5 - p, z;
  if (q <= 0.425) {
    double r = fma(-q, q, 0.425 * 0.425);
    z = q * (polynomial(ca, r) / polynomial(cb, r));
  } else {
    double r = sqrt(-logarithm(p));
    z = r <= 5 ? polynomial(ta, r - 1.6) / polynomial(tb, r - 1.6) : polynomial(fa, r - 5) / polynomial(fb, r - 5);
  }
  return bits & 1 ? -z : z;
}
