// The No-U-Turn sampler, as dev.coset.sampler has it: Hamiltonian, Trajectory, Warmup, DualAveraging, RunningVariance.
#pragma once
#include "density.cuh"

// Arrays of a transition; those that every leaf reads come first. The path grows at its end (Q, R, G); what grew before lies in OTHER.
enum { Q, R, G, MASS, TOTAL, OLDER0, BEFORE0, OTHER_R, SUM, CANDIDATE_Q, CANDIDATE_G = CANDIDATE_Q + 2, OTHER_Q = CANDIDATE_G + 2, OTHER_G, OLDER, };
static_assert(OLDER == NUTS_ARRAYS);
// (place): momenta at the start of a balanced subtree, and the sum of momenta before it. Where the compiler sees in which memory they lie, it reads faster.
DEVICE double* farArray(int k) { return SHARED_ARRAYS <= OLDER ? (double*)scratch() + (k - SHARED_ARRAYS) * padded(DIMENSION) : array(k); }
DEVICE double* older(int place) { return place == 0 ? array(OLDER0) : farArray(OLDER + 2 * (place - 1)); }
DEVICE double* before(int place) { return place == 0 ? array(BEFORE0) : farArray(OLDER + 2 * (place - 1) + 1); }

// Dual averaging of the log step size.
DEVICE void restartAveraging(Chain& c) {
  c.centre = logarithm(AVERAGING_REACH) + logarithm(c.stepSize);
  c.gap = c.logStep = c.logStepAverage = 0;
  c.averaged = 0;
}
DEVICE double clippedStep(double logStep) {
  double step = exponential(logStep);
  return step < 0x1p-1022 ? 0x1p-1022 : step > 1.7976931348623157e308 ? 1.7976931348623157e308 : step;
}
DEVICE void average(Chain& c, double acceptance) {
  double t = ++c.averaged, weight = 1 / (t + AVERAGING_T0);
  c.gap = (1 - weight) * c.gap + weight * (PLAN.target - acceptance);
  c.logStep = c.centre - sqrt(t) / AVERAGING_GAMMA * c.gap;
  double forgetting = exponential(-AVERAGING_KAPPA * logarithm(t));
  c.logStepAverage = (1 - forgetting) * c.logStepAverage + forgetting * c.logStep;
  c.stepSize = clippedStep(c.transition + 1 == PLAN.warmup ? c.logStepAverage : c.logStep);
}

// One more point for the running variance.
DEVICE void addToVariance(const double* q, int n) {
  double *mean = kept(MEAN), *squares = kept(SQUARES);
  for EACH(k) {
    double from = q[k] - mean[k], m = mean[k] + from / n;
    mean[k] = m;
    squares[k] = fma(from, q[k] - m, squares[k]);
  }
}
DEVICE void regularisedVariance(double* variance, int n) {
  double *mean = kept(MEAN), *squares = kept(SQUARES);
  double weight = n / (n + VARIANCE_WEIGHT), shrinkage = VARIANCE_TOWARDS * (VARIANCE_WEIGHT / (n + VARIANCE_WEIGHT));
  for EACH(k) {
    variance[k] = n > 1 ? fma(weight, squares[k] / (n - 1), shrinkage) : 1;
    mean[k] = squares[k] = 0;
  }
}

// Learns from a transition that led to q.
SELDOM void learn(const double* q) {
  Chain& c = shared.chain;
  const int step = c.transition + 1;
  const bool adaptsMass = c.window > 0 && c.window < PLAN.windowCount - 1, windowEnds = step == c.windowEnd && step < PLAN.warmup;
  if (adaptsMass) {
    addToVariance(q, c.seen + 1);
    if (windowEnds) regularisedVariance(array(MASS), c.seen + 1);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    average(c, shared.sumAcceptance / shared.steps);
    if (adaptsMass) c.seen++;
    if (windowEnds) {
      if (adaptsMass) {
        restartAveraging(c);
        c.seen = 0;
      }
      c.windowEnd += PLAN.windows[++c.window];
    }
  }
}

// What tells whether paths turned, those of the subtrees that end at a leaf at once as far as there is room: M^-1 r at the newer end, which they share, at
// the older ones, and rho. The leaf's momentum and position are there too.
enum { NEWER, LEAF_R, LEAF_Q, OLD, RHO }; // of work; the last two again and again
static_assert(RHO + 1 == WORK_ARRAYS);
DEVICE int treesAtOnce() { return min(6, (workArrays() - OLD) / 2); }
DEVICE void prepareTurn(int tree, int k, double m, double newer, double old, double sum, double before) {
  work(OLD + 2 * tree)[k] = m * old;
  work(RHO + 2 * tree)[k] = (sum - before) - (newer + old) / 2;
}
DEVICE Dot turnDot(int number) { return {work(number % 2 ? OLD + number - 1 : NEWER), work(RHO + number / 2 * 2), DIMENSION}; }
DEVICE bool turned(int first, int trees) {
  bool any = false;
  for (int i = first; i < first + 2 * trees; i++) any = any || !(shared.dots[i] > 0);
  return any;
}

// Loops over entries; that their arrays do not overlap lets loads run ahead of stores. They stand apart, so that no addresses wait in registers while the
// network works; where networks are small, calls would cost more.
#if RESIDENT > 8
#define APART DEVICE
#else
#define APART SELDOM
#endif
typedef double* __restrict__ Array;
typedef const double* __restrict__ Given;

// The first half of a leapfrog step, from a momentum, of an entry whose gradient and inverse mass are these.
DEVICE void driftEntry(int k, double step, double momentum, double gradient, double mass, double position, Array q, Array r, real* __restrict__ w) {
  momentum = fma(step / 2, gradient, momentum);
  position = fma(step * mass, momentum, position);
  r[k] = momentum;
  q[k] = position;
  use(k, position, w);
}
DEVICE void driftOver(Array q, Array r, Given g, Given m, real* __restrict__ w, double step) {
  EVERY(k) driftEntry(k, step, r[k], g[k], m[k], q[k], q, r, w);
}
APART void drift(double step) { driftOver(array(Q), array(R), array(G), array(MASS), weights(), step); }

// The second half, and the first of the next step if there is one: then Q and R are its own, and what the leaf has of them is in work. A leaf that no
// subtree ends at begins one, and is kept for that.
DEVICE void kickOver(Array q, Array r, Array g, Given m, Array total, real* __restrict__ w, double step, int leaf, int newest, int trees, bool last) {
  for (int first = 0; first < DIMENSION; first += STRIPS * THREADS) {
    double momentum[STRIPS], sum[STRIPS], mass[STRIPS];
#pragma unroll
    for (int s = 0; s < STRIPS; s++)
      if STRIP(first, s, k) {
        double position = q[k], gradient = completed(k, g[k], position), before = leaf == 0 ? 0 : total[k];
        mass[s] = m[k];
        momentum[s] = fma(step / 2, gradient, r[k]);
        sum[s] = leaf == 0 ? momentum[s] : before + momentum[s];
        g[k] = gradient;
        work(LEAF_R)[k] = momentum[s];
        work(LEAF_Q)[k] = position;
        total[k] = sum[s];
        work(NEWER)[k] = mass[s] * momentum[s];
        if (trees == 0) {
          older(newest)[k] = momentum[s];
          ::before(newest)[k] = before;
        }
        if (last) r[k] = momentum[s];
        else driftEntry(k, step, momentum[s], gradient, mass[s], position, q, r, w);
      }
    for (int tree = 0; tree < trees; tree++) {
      Given old = older(newest - tree), before = ::before(newest - tree);
#pragma unroll
      for (int s = 0; s < STRIPS; s++)
        if STRIP(first, s, k) prepareTurn(tree, k, mass[s], momentum[s], old[k], sum[s], before[k]);
    }
  }
}
APART void kick(double step, int leaf, int newest, int trees, bool last) {
  kickOver(array(Q), array(R), array(G), array(MASS), array(TOTAL), weights(), step, leaf, newest, trees, last);
}

// Subtree number tree, after those that there was room for.
APART void prepareLater(int newest, int tree) {
  const double *m = array(MASS), *r = work(LEAF_R), *total = array(TOTAL), *old = older(newest - tree), *before = ::before(newest - tree);
  for EACH(k) prepareTurn(0, k, m[k], r[k], old[k], total[k], before[k]);
}
// The leaf becomes the candidate of its subtree.
DEVICE void keepOver(Array toQ, Array toG, Given q, Given g) {
  EVERY(k) {
    toQ[k] = q[k];
    toG[k] = g[k];
  }
}
APART void keep() { keepOver(array(CANDIDATE_Q + 1 - shared.candidate), array(CANDIDATE_G + 1 - shared.candidate), work(LEAF_Q), array(G)); }

// The new leaf, by the first warp: its energy, its weight, whether it is chosen. Three exponentials at once, in three threads.
APART void weighLeaf(int leaf, double ofQ, int trees) {
  Shared& s = shared;
  const int lane = threadIdx.x;
  const double value = logDensity(ofQ), energy = s.dots[SQUARES_OF_THETA] / 2 - value;
  double error = energy - s.energy0;
  if (isNaN(error)) error = __longlong_as_double(0x7ff0000000000000);
  const double old = s.subtreeLogWeight, high = greatest(old, -error), gap = least(old, -error) - high;
  const double e = exponential(lane == 0 ? -error : lane == 1 ? -(-error - old) : gap);
  const double f = lane == 0 ? (error <= 0 ? 1 : e) : lane == 1 ? 1 / (1 + e) : gap > -40 ? high + logarithmOfOnePlus(e) : high;
  const double acceptance = __shfl_sync(~0u, f, 0), probability = __shfl_sync(~0u, f, 1), sum = __shfl_sync(~0u, f, 2);
  __syncwarp();
  if (lane == 0) {
    s.steps++;
    s.sumAcceptance += acceptance;
    s.choose = leaf == 0 || s.chain.random.uniform() < probability;
    s.subtreeLogWeight = leaf == 0 ? -error : sum;
    if (s.choose) {
      s.subtreeEnergy = energy;
      s.subtreeLogDensity = value;
    }
    s.diverged = error > DIVERGENCE;
    s.turned = turned(SQUARES_OF_THETA + 1, trees);
  }
}

// Adds as many leaves as the path has, from its end on; leaves diverged and turned.
DEVICE void grow(double step) {
  const int leaves = 1 << shared.depth;
  drift(step);
  for (int leaf = 0; leaf < leaves; leaf++) {
    networkGradient(array(Q), array(G));
    const int newest = __popc(leaf >> 1), subtrees = __popc(leaf & ~(leaf + 1)), trees = min(subtrees, treesAtOnce()); // that end here: trailing ones
    kick(step, leaf, newest, trees, leaf + 1 == leaves);
    dots(SQUARES_OF_THETA + 1 + 2 * trees, [&](int number) {
      const int other = number - SQUARES_OF_THETA;
      return other < 0 ? squares(work(LEAF_Q), number) : other == 0 ? Dot{work(NEWER), work(LEAF_R), DIMENSION} : turnDot(other - 1);
    });
    if (threadIdx.x < 32) weighLeaf(leaf, work(LEAF_Q)[DIMENSION - 1], trees);
    __syncthreads();
    if (shared.choose) keep();
    if (shared.diverged || shared.turned) return;
    for (int tree = trees; tree < subtrees; tree++) {
      prepareLater(newest, tree);
      dots(2, turnDot);
      if (turned(0, 1)) {
        __syncthreads();
        if (threadIdx.x == 0) shared.turned = true;
        __syncthreads();
        return;
      }
    }
  }
}

SELDOM void swapEnds() {
  const int ends[][2] = {{Q, OTHER_Q}, {R, OTHER_R}, {G, OTHER_G}};
#pragma unroll
  for (int e = 0; e < 3; e++) {
    double *a = array(ends[e][0]), *b = array(ends[e][1]);
    for EACH(k) {
      double x = a[k];
      a[k] = b[k];
      b[k] = x;
    }
  }
}

// From the candidate, which is the chain's point, to a point of the path through it.
DEVICE void transition() {
  Shared& s = shared;
  double *q = array(Q), *r = array(R), *g = array(G), *m = array(MASS), *sum = array(SUM), *total = array(TOTAL);
  double *fromQ = array(CANDIDATE_Q + s.candidate), *fromG = array(CANDIDATE_G + s.candidate);
  Random random = s.chain.random;
  for (int k = 0; k < DIMENSION; k++) { // every thread draws all, and keeps its own
    uint64 bits = random.next();
    if (k % THREADS == threadIdx.x) r[k] = standardNormal(bits) / sqrt(m[k]);
  }
  for EACH(k) {
    q[k] = array(OTHER_Q)[k] = fromQ[k];
    g[k] = array(OTHER_G)[k] = fromG[k];
    sum[k] = array(OTHER_R)[k] = r[k];
  }
  for EACH(k) work(NEWER)[k] = m[k] * r[k];
  dots(1, [&](int) { return Dot{work(NEWER), r, DIMENSION}; });
  if (threadIdx.x == 0) {
    s.chain.random = random;
    s.energy = s.energy0 = s.dots[0] / 2 - s.chain.logDensity;
    s.logWeight = s.sumAcceptance = 0;
    s.steps = s.depth = 0;
    s.diverged = s.turned = false;
  }
  bool forwards = true; // which end Q, R and G are
  __syncthreads();
  while (s.depth < PLAN.maxDepth && !s.turned && !s.diverged) {
    __syncthreads();
    if (threadIdx.x == 0) s.forwards = s.chain.random.boolean();
    __syncthreads();
    if (s.forwards != forwards) swapEnds();
    forwards = s.forwards;
    grow(forwards ? s.chain.stepSize : -s.chain.stepSize);
    for EACH(k) {
      sum[k] += total[k];
      work(NEWER)[k] = m[k] * r[k];
      prepareTurn(0, k, m[k], r[k], array(OTHER_R)[k], sum[k], 0);
    }
    dots(2, turnDot);
    if (threadIdx.x == 0) {
      s.depth++;
      bool grown = !s.diverged && !s.turned;
      if (grown && s.chain.random.uniform() < exponential(least(0, s.subtreeLogWeight - s.logWeight))) {
        s.candidate = 1 - s.candidate;
        s.energy = s.subtreeEnergy;
        s.chain.logDensity = s.subtreeLogDensity;
      }
      s.logWeight = logSum(s.logWeight, s.subtreeLogWeight);
      s.turned = s.turned || turned(0, 1);
    }
    __syncthreads();
  }
}

// One more draw, with its statistics.
DEVICE void keepNutsDraw(const double* q) {
  const int i = shared.chain.transition - PLAN.warmup;
  double* to = results();
  double* draw = to + (1 + NUTS_STATISTICS) * (int64)PLAN.draws + (int64)i * DIMENSION;
  for EACH(k) draw[k] = q[k];
  if (threadIdx.x == 0) {
    const double told[] = {shared.chain.logDensity, shared.energy, shared.sumAcceptance / shared.steps, (double)shared.depth, (double)shared.steps, (double)shared.diverged};
    for (int c = 0; c <= NUTS_STATISTICS; c++) to[(int64)c * PLAN.draws + i] = told[c];
  }
}

// Where the chain begins, in the first candidate.
SELDOM void beginNuts() {
  double *q = array(CANDIDATE_Q), *g = array(CANDIDATE_G);
  bool started = true;
  if (PLAN.uniform) {
    started = uniformStart(q, g);
  } else {
    for EACH(k) q[k] = kept(POSITION)[k];
    evaluate(q, g);
  }
  for EACH(k) {
    array(MASS)[k] = 1;
    kept(MEAN)[k] = kept(SQUARES)[k] = 0;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    Chain& c = shared.chain;
    c.status = started ? RUNNING : NO_START;
    c.logDensity = shared.value;
    c.random.begin(PLAN.seed, c.chain, PLAN.purpose);
    c.stepSize = 1;
    restartAveraging(c);
    c.windowEnd = PLAN.windowCount ? PLAN.windows[0] : 0;
  }
  __syncthreads();
}

// One transition and what is made of it.
DEVICE void advanceNuts() {
  transition();
  const double* q = array(CANDIDATE_Q + shared.candidate);
  Chain& c = shared.chain;
  const bool warmup = c.transition < PLAN.warmup;
  if (warmup) learn(q);
  else keepNutsDraw(q);
  __syncthreads();
  if (threadIdx.x == 0) {
    c.steps += shared.steps;
    c.divergences += shared.diverged;
    if (warmup) {
      c.warmupSteps += shared.steps;
      c.warmupDivergences += shared.diverged;
    }
    if (++c.transition == PLAN.warmup + PLAN.draws) c.status = FINISHED;
  }
}

// Between the arrays at work and those that stay.
DEVICE void loadNuts() {
  if (threadIdx.x == 0) shared.candidate = 0;
  for EACH(k) {
    array(CANDIDATE_Q)[k] = kept(POSITION)[k];
    array(CANDIDATE_G)[k] = kept(GRADIENT)[k];
    array(MASS)[k] = kept(INVERSE_MASS)[k];
  }
}
DEVICE void saveNuts() {
  for EACH(k) {
    kept(POSITION)[k] = array(CANDIDATE_Q + shared.candidate)[k];
    kept(GRADIENT)[k] = array(CANDIDATE_G + shared.candidate)[k];
    kept(INVERSE_MASS)[k] = array(MASS)[k];
  }
}
