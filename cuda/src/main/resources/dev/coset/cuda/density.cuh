// The log density of the posterior and its gradient, and inner products as dev.coset.vectormath.VectorMath has them.
#pragma once
#include "network.cuh"

// sum_i a_i b_i
struct Dot {
  const double *a, *b;
  int length;
};

// Inner products number 0 to count - 1 into shared.dots: eight threads, the lanes, take one at a time; warps that have none wait. Has barriers before and
// behind.
template <class F> DEVICE void dots(int count, F number) {
  const int lane = threadIdx.x & 7, team = threadIdx.x >> 3, teams = THREADS / 8;
  __syncthreads();
  for (int first = 0; first + (team & -4) < count; first += teams) {
    int which = min(first + team, count - 1); // threads beyond the last go along, for shuffles need them
    Dot d = number(which);
    const int whole = d.length & -8;
    double sum = 0;
#pragma unroll 16
    for (int i = lane; i < whole; i += 8) sum = fma(d.a[i], d.b[i], sum);
    sum = sum + __shfl_xor_sync(~0u, sum, 4);
    sum = sum + __shfl_xor_sync(~0u, sum, 2);
    sum = sum + __shfl_xor_sync(~0u, sum, 1);
    for (int i = whole; i < d.length; i++) sum = fma(d.a[i], d.b[i], sum);
    if (lane == 0 && first + team < count) shared.dots[which] = sum;
  }
  __syncthreads();
}

// Where entry k of theta lies among the weights in use.
#ifdef WIDTHS
template <int L = 1> DEVICE int placeOf(int k) {
  Layer<L> l;
  int at = k - l.at, matrix = l.neurons * l.columns, place = l.weights + (at < matrix ? at / l.inputs * l.pitch + at % l.inputs : l.neurons * l.pitch + at - matrix);
  if constexpr (L < LAYERS) return at < matrix + l.neurons ? place : placeOf<L + 1>(k);
  else return place;
}
#else
DEVICE int placeOf(int k) {
  int l = 1;
  while (l < LAYERS && k >= PLAN.at[l + 1]) l++;
  Layer layer(l);
  int at = k - layer.at, matrix = layer.neurons * layer.columns;
  return layer.weights + (at < matrix ? at / layer.inputs * layer.pitch + at % layer.inputs : layer.neurons * layer.pitch + at - matrix);
}
#endif

// Takes over entry k of q as a weight of the network, if it is one.
DEVICE void use(int k, double q, real* w) {
  if (k < PARAMETERS && (!ONE_HOTS || k >= FIRST_NEURONS * (COLUMNS + 1))) w[placeOf(k)] = (real)q;
}

// The first layer where inputs are levels of text columns. What these are at points of other levels is a part of its biases: one warp adds that up while
// the others take over weights.
DEVICE void useFirst(const double* q) {
  constexpr int WARP = 32;
  if (threadIdx.x < WARP) {
    for (int i = threadIdx.x; i < FIRST_NEURONS; i += WARP) {
      const double* of = q + i * COLUMNS;
      real bias = (real)q[FIRST_NEURONS * COLUMNS + i];
      for (int g = 0; g < ONE_HOTS; g++) {
        const int end = PLAN.oneHots[2 * g + 1];
#pragma unroll 8
        for (int j = PLAN.oneHots[2 * g]; j < end; j++) bias = multiplyAdd((real)of[j], PLAN.low[j], bias);
      }
      weights()[FIRST_NEURONS * FIRST_PITCH + i] = bias;
      levelRows()[LEVELS * levelPitch() + i] = 0;
    }
  } else {
#pragma unroll 4
    for (int k = threadIdx.x - WARP; k < FIRST_NEURONS * COLUMNS; k += THREADS - WARP) {
      const int i = k / COLUMNS, j = k % COLUMNS, place = PLAN.places[j];
      const real weight = (real)q[k];
      if (place < 0) levelRows()[~place * levelPitch() + i] = weight * PLAN.step[j];
      else weights()[i * FIRST_PITCH + place] = weight;
    }
  }
}
// Sums of deltas over the points of a level become the gradient by the weight of its input.
DEVICE void finishLevels(double* gradient) {
  const double* ofBiases = gradient + FIRST_NEURONS * COLUMNS;
  for (int k = threadIdx.x; k < FIRST_NEURONS * COLUMNS; k += THREADS) {
    const int j = k % COLUMNS;
    if (PLAN.places[j] < 0) gradient[k] = fma((double)PLAN.step[j], gradient[k], PLAN.low[j] * ofBiases[k / COLUMNS]);
  }
}

// What the likelihood's own parameter means, in shared memory: of a normal one, 1 / sigma^2 and sigma^2; of Student's t, g(n / 2), g'(n / 2) and n - 1, see
// gammaRatio, where n, the degrees of freedom, is returned. A few threads, each of another warp where that takes long, are ahead of the others' points.
DEVICE double takeNoise(double ofQ) {
  const int t = threadIdx.x;
  if (LOSS == SQUARED_ERROR) {
    if (t >= THREADS - 2) shared.noise[t % 2] = exponential((t % 2 ? 2 : -2) * ofQ);
  } else if (LOSS == STUDENT) {
    const double excess = exponential(ofQ), freedom = STUDENT_BOUND + excess;
    if (t == THREADS - 64) shared.noise[0] = gammaRatio(0.5 * freedom);
    if (t == THREADS - 32) shared.noise[1] = gammaRatioDerivative(0.5 * freedom);
    if (t == THREADS - 1) shared.noise[2] = excess;
    return freedom;
  }
  return 0;
}

// The gradient of the network's loss at q, whose weights were taken over; to be completed entry by entry, after the barrier that it ends with.
SELDOM void networkGradient(const double* q, double* gradient) {
  __syncthreads();
  const double shape = takeNoise(q[DIMENSION - 1]);
  if (ONE_HOTS) {
    useFirst(q);
    __syncthreads();
  }
  Passes(gradient, shape).run();
  __syncthreads();
  if (ONE_HOTS) {
    finishLevels(gradient);
    __syncthreads();
  }
}

// Entry k of the gradient of the log density.
DEVICE double completed(int k, double networks, double q) {
  if (LOSS == SQUARED_ERROR) {
    if (k == PARAMETERS) return -PLAN.totalWeight - 2 * shared.noise[0] * shared.loss[0] - shared.noise[1] + 1;
    networks *= shared.noise[0];
  } else if (LOSS == STUDENT && k == PARAMETERS) {
    const double byFreedom = shared.byShape[0] + PLAN.totalWeight * (0.5 * shared.noise[1]);
    return byFreedom * shared.noise[2] - (q - STUDENT_PRIOR_MEAN) / STUDENT_PRIOR_SD / STUDENT_PRIOR_SD;
  }
  return fma(k < PLAN.inputWeights ? -PLAN.inputPrecision : -PLAN.precision, q, networks);
}

// The squares of the entries of theta that share one prior precision, and of the others.
constexpr int SQUARES_OF_THETA = 2;
DEVICE Dot squares(const double* q, int number) {
  const int first = PLAN.inputWeights;
  return number == 0 ? Dot{q, q, first} : Dot{q + first, q + first, PARAMETERS - first};
}

// The log density, given those, which are the first of the inner products, and the likelihood's own parameter if it has one.
DEVICE double logDensity(double ofQ) {
  double fit = shared.loss[0];
  if (LOSS == SQUARED_ERROR) {
    const double LOG_2 = 0.69314718055994530942;
    double logLikelihood = shared.noise[0] * fit - PLAN.totalWeight * (ofQ + HALF_LOG_2_PI);
    double logPrior = LOG_2 - HALF_LOG_2_PI - shared.noise[1] / 2;
    fit = logLikelihood + logPrior + ofQ;
  } else if (LOSS == STUDENT) {
    double z = (ofQ - STUDENT_PRIOR_MEAN) / STUDENT_PRIOR_SD, heights = PLAN.totalWeight * (shared.noise[0] - HALF_LOG_2_PI);
    fit = fit + heights + (STUDENT_PRIOR_HEIGHT - 0.5 * z * z);
  } else {
    fit = fit + PLAN.likelihoodConstant;
  }
  return fit + (-(PLAN.inputPrecision * shared.dots[0] + PLAN.precision * shared.dots[1]) / 2 - PLAN.priorConstant);
}

// Density and gradient at q.
SELDOM void evaluate(const double* q, double* gradient) {
  real* w = weights();
  for EACH(k) use(k, q[k], w);
  networkGradient(q, gradient);
  for EACH(k) gradient[k] = completed(k, gradient[k], q[k]);
  dots(SQUARES_OF_THETA, [&](int number) { return squares(q, number); });
  if (threadIdx.x == 0) shared.value = logDensity(q[DIMENSION - 1]);
  __syncthreads();
}

// Uniform on (-2, 2) in every entry, tried anew until density and gradient are finite. Returns whether they became so.
SELDOM bool uniformStart(double* q, double* gradient) {
  Random random;
  random.begin(PLAN.seed, shared.chain.startIndex, START);
  for (int attempt = 1; attempt <= START_TRIES; attempt++) {
    for (int k = 0; k < DIMENSION; k++) {
      double u = START_RADIUS * (2 * random.uniform() - 1);
      if (k % THREADS == threadIdx.x) q[k] = u;
    }
    evaluate(q, gradient);
    bool finite = isFinite(shared.value);
    for EACH(k) finite = finite && isFinite(gradient[k]);
    if (__syncthreads_and(finite)) {
      if (threadIdx.x == 0) shared.chain.tries = attempt;
      return true;
    }
  }
  return false;
}
