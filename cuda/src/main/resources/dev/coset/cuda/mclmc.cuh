// Microcanonical Langevin Monte Carlo, as dev.coset.sampler has it: Microcanonical, MclmcWarmup, Mclmc.
#pragma once
#include "nuts.cuh"

// Arrays of a step; those of NUTS that have another use.
constexpr int U = R, Q_BEFORE = MASS, G_BEFORE = TOTAL;
static_assert(G_BEFORE + 1 == MCLMC_ARRAYS);

DEVICE void normalise() {
  double* u = array(U);
  dots(1, [&](int) { return Dot{u, u, DIMENSION}; });
  double scale = 1 / sqrt(shared.dots[0]);
  for EACH(k) u[k] *= scale;
}

// Draws the direction anew, or a part of it.
SELDOM void drawDirection(bool anew, double nu) {
  double* u = array(U);
  Random random = shared.chain.random;
  for (int k = 0; k < DIMENSION; k++) {
    uint64 bits = random.next();
    if (k % THREADS == threadIdx.x) u[k] = anew ? standardNormal(bits) : fma(nu, standardNormal(bits), u[k]);
  }
  __syncthreads();
  if (threadIdx.x == 0) shared.chain.random = random;
  normalise();
}

// Turns the direction towards the gradient; returns the change of the kinetic energy.
SELDOM double turn(double size) {
  double *u = array(U), *g = array(G);
  const int d = DIMENSION;
  dots(2, [&](int number) { return Dot{number ? u : g, g, d}; });
  double norm = sqrt(shared.dots[0]);
  if (norm == 0) return 0;
  double delta = size * norm / (d - 1), zeta = exponential(-delta), c = shared.dots[1] / norm;
  double towards = (1 - zeta) * (1 + zeta + c * (1 - zeta)) / norm, stays = 2 * zeta;
  for EACH(k) u[k] = fma(towards, g[k], stays * u[k]);
  normalise();
  return (d - 1) * (delta - 0x1.62e42fefa39efp-1 + logarithm(1 + c + (1 - c) * zeta * zeta));
}

DEVICE void move(double length) {
  double *q = array(Q), *u = array(U);
  for EACH(k) q[k] = fma(length, u[k], q[k]);
  evaluate(q, array(G));
}

// One step; returns its energy error, NaN where it was taken back.
DEVICE double microcanonicalStep(double size) {
  double *q = array(Q), *g = array(G), *qBefore = array(Q_BEFORE), *gBefore = array(G_BEFORE);
  for EACH(k) {
    qBefore[k] = q[k];
    gBefore[k] = g[k];
  }
  const double before = shared.chain.logDensity;
  double kinetic = turn(SPLITTING * size);
  move(size / 2);
  kinetic += turn((1 - 2 * SPLITTING) * size);
  move(size / 2);
  const double value = shared.value;
  kinetic += turn(SPLITTING * size);
  double error = kinetic - value + before;
  const bool taken = fabs(error) <= greatest(LEAST_MOST_ERROR, MOST_ERROR * sqrt((double)DIMENSION)); // else it has left its path
  if (!taken) {
    for EACH(k) {
      q[k] = qBefore[k];
      g[k] = gBefore[k];
    }
    error = __longlong_as_double(0x7ff8000000000000);
  }
  __syncthreads();
  if (threadIdx.x == 0) shared.chain.logDensity = taken ? value : before;
  return error;
}

// The energy variance per dimension that is tolerated now: it falls by equal factors to the wanted one.
DEVICE double tolerated(int step) {
  if (step >= PLAN.firstEnd || PLAN.target >= START_VARIANCE) return PLAN.target;
  return START_VARIANCE * exponential((double)step / PLAN.firstEnd * logarithm(PLAN.target / START_VARIANCE));
}

DEVICE void adaptStep(Chain& c, double energyError, int step) {
  if (isNaN(energyError)) {
    c.most = STEP_SHRINK * c.stepSize;
    c.stepSize = c.most;
    return;
  }
  c.most *= STEP_GROW;
  double xi = energyError * energyError / (DIMENSION * tolerated(step)) + ERROR_FLOOR;
  double far = logarithm(xi) / ERROR_TRUST, weight = exponential(-far * far / 2), size3 = c.stepSize * c.stepSize * c.stepSize;
  double memory = step > PLAN.firstEnd ? 1 : ERROR_MEMORY;
  c.errors = memory * c.errors + weight * xi / (size3 * size3);
  c.weights = memory * c.weights + weight;
  c.stepSize = least(exponential(-logarithm(c.errors / c.weights) / 6), c.most);
}

// The effective sample size of a path for its mean, by Geyer's initial monotone sequence over its halves; see EffectiveSampleSize.
struct Halves {
  const double* values;
  int length, draws;
  double mean[2];

  DEVICE double at(int half, int i) const { return values[half ? length - draws + i : i]; }
  DEVICE double covariance(int lag) const {
    double sum = 0;
    for (int h = 0; h < 2; h++) {
      double ofHalf = 0;
      for (int i = lag; i < draws; i++) ofHalf += (at(h, i) - mean[h]) * (at(h, i - lag) - mean[h]);
      sum += ofHalf;
    }
    return sum / 2 / draws;
  }
};
DEVICE double effectiveSize(const double* values, double* rho) {
  Halves x = {values, PLAN.pathLength, PLAN.pathLength / 2, {}};
  const int draws = x.draws;
  const double size = 2.0 * draws;
  if (PLAN.pathLength < 4) return __longlong_as_double(0x7ff8000000000000);
  double low = x.at(0, 0), high = low;
  for (int h = 0; h < 2; h++) {
    double sum = 0;
    for (int i = 0; i < draws; i++) {
      double v = x.at(h, i);
      sum += v - x.at(h, 0);
      low = v < low ? v : low;
      high = v > high ? v : high;
    }
    x.mean[h] = x.at(h, 0) + sum / draws;
  }
  if (high - low < RESOLUTION) return size;
  const double variance = x.covariance(0), within = variance * draws / (draws - 1);
  const double mean = x.mean[0] + (0.0 + (x.mean[1] - x.mean[0])) / 2, a = x.mean[0] - mean, b = x.mean[1] - mean;
  const double total = variance + (a * a + b * b) / 1;
  for (int i = 0; i <= draws; i++) rho[i] = 0;
  double even = 1, odd = 1 - (within - x.covariance(1)) / total;
  rho[0] = even;
  rho[1] = odd;
  int lag = 1;
  while (lag < draws - 3 && even + odd > 0) {
    even = 1 - (within - x.covariance(lag + 1)) / total;
    odd = 1 - (within - x.covariance(lag + 2)) / total;
    if (even + odd >= 0) {
      rho[lag + 1] = even;
      rho[lag + 2] = odd;
    }
    lag += 2;
  }
  const int last = lag - 2;
  if (even > 0) rho[last + 1] = even;
  for (int i = 1; i <= last - 2; i += 2)
    if (rho[i + 1] + rho[i + 2] > rho[i - 1] + rho[i]) rho[i + 1] = rho[i + 2] = (rho[i - 1] + rho[i]) / 2;
  double tau = -1 + rho[last + 1];
  for (int i = 0; i <= last; i++) tau += 2 * rho[i];
  return size / greatest(tau, PLAN.mostSize);
}

// The decoherence length by how slowly parameters forget.
SELDOM void learnSlowness() {
  for (int k = threadIdx.x; k < PLAN.pathRows; k += THREADS) {
    double* row = path() + (int64)k * PLAN.pathStride;
    double* rho = row + PLAN.pathLength;
    rho[0] = PLAN.pathLength / effectiveSize(row, rho);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    double sum = 0;
    for (int k = 0; k < PLAN.pathRows; k++) sum += path()[(int64)k * PLAN.pathStride + PLAN.pathLength];
    double length = LENGTH_PER_TIME * shared.chain.stepSize * PLAN.every * sum / PLAN.pathRows;
    if (isFinite(length) && length > 0) shared.chain.decoherence = length;
  }
}

SELDOM void learnStep(double energyError) {
  Chain& c = shared.chain;
  const double* q = array(Q);
  const int step = c.transition + 1;
  __syncthreads();
  if (threadIdx.x == 0 && step <= PLAN.widthEnd) adaptStep(c, energyError, step);
  if (step > PLAN.firstEnd && step <= PLAN.widthEnd) {
    addToVariance(q, step - PLAN.firstEnd);
    __syncthreads();
    if (threadIdx.x == 0 && step == PLAN.widthEnd) {
      double sum = 0;
      for (int k = 0; k < DIMENSION; k++) sum += kept(SQUARES)[k];
      c.decoherence = sqrt(sum / max(1, step - PLAN.firstEnd - 1));
    }
  } else if (step > PLAN.widthEnd) {
    if ((step - PLAN.widthEnd) % PLAN.every == 0 && c.times < PLAN.pathLength)
      for (int k = threadIdx.x; k < PLAN.pathRows; k += THREADS)
        path()[(int64)k * PLAN.pathStride + c.times] = q[(int)((int64)k * DIMENSION / PLAN.pathRows)];
    __syncthreads();
    if (threadIdx.x == 0 && (step - PLAN.widthEnd) % PLAN.every == 0) c.times++;
    if (step == PLAN.warmup) learnSlowness();
  }
}

// One more draw, with its statistics, where the chain is still to be trusted.
DEVICE void keepMclmcDraw() {
  Chain& c = shared.chain;
  const int i = (c.transition + 1 - PLAN.warmup) / PLAN.thinning - 1;
  double* to = results();
  double* draw = to + (1 + MCLMC_STATISTICS) * (int64)PLAN.draws + (int64)i * DIMENSION;
  for EACH(k) draw[k] = array(Q)[k];
  if (threadIdx.x == 0) {
    const double told[] = {c.logDensity, c.squares / c.taken / DIMENSION, c.decoherence, 2.0 * PLAN.thinning, c.taken < PLAN.thinning ? 1.0 : 0.0};
    for (int s = 0; s <= MCLMC_STATISTICS; s++) to[(int64)s * PLAN.draws + i] = told[s];
    if (c.taken == 0) c.status = NO_MOVE;
    else if (c.logDensity < c.lowest) c.status = LEFT;
    else if (i == PLAN.draws - 1) c.status = FINISHED;
    c.divergences += c.taken < PLAN.thinning;
    c.squares = c.taken = 0;
  }
}

SELDOM void beginMclmc() {
  double *q = array(Q), *g = array(G);
  bool started = true;
  if (PLAN.uniform) {
    started = uniformStart(q, g);
  } else {
    for EACH(k) q[k] = kept(POSITION)[k];
    evaluate(q, g);
  }
  for EACH(k) kept(MEAN)[k] = kept(SQUARES)[k] = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    Chain& c = shared.chain;
    c.status = started ? RUNNING : NO_START;
    c.logDensity = shared.value;
    c.lowest = c.logDensity - FAR * DIMENSION;
    c.random.begin(PLAN.seed, c.chain, PLAN.purpose);
    c.stepSize = START_STEP;
    c.most = __longlong_as_double(0x7ff0000000000000);
    c.decoherence = greatest(sqrt((double)DIMENSION), LEAST_DECOHERENCE);
    c.errors = c.weights = c.squares = 0;
  }
  __syncthreads();
  if (started) drawDirection(true, 0);
}

// One step, from a direction that is partly new; wholly new after one that was taken back.
DEVICE void advanceMclmc() {
  Chain& c = shared.chain;
  const double size = c.stepSize;
  drawDirection(false, sqrt(exponentialMinusOne(2 * size / c.decoherence) / DIMENSION));
  const double error = microcanonicalStep(size);
  const bool warmup = c.transition < PLAN.warmup, taken = !isNaN(error);
  if (!taken) drawDirection(true, 0);
  if (warmup) {
    learnStep(error);
  } else {
    __syncthreads();
    if (threadIdx.x == 0 && taken) {
      c.squares = fma(error, error, c.squares);
      c.taken++;
    }
    __syncthreads();
    if ((c.transition + 1 - PLAN.warmup) % PLAN.thinning == 0) keepMclmcDraw();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    c.steps += 2;
    if (warmup) {
      c.warmupSteps += 2;
      c.warmupDivergences += !taken;
    }
    c.transition++;
  }
}

DEVICE void loadMclmc() {
  for EACH(k) {
    array(Q)[k] = kept(POSITION)[k];
    array(G)[k] = kept(GRADIENT)[k];
    array(U)[k] = kept(DIRECTION)[k];
  }
}
DEVICE void saveMclmc() {
  for EACH(k) {
    kept(POSITION)[k] = array(Q)[k];
    kept(GRADIENT)[k] = array(G)[k];
    kept(DIRECTION)[k] = array(U)[k];
  }
}
