// The gradient of a loss over all points, as dev.coset.network.FloatPass and TreeSum have it. First a thread takes points: forward, loss, backward. Then a thread
// takes sums over points: LANES threads are a group, which owns a tile of a weight matrix, each the points of its lane in order.
#pragma once
#include "plan.cuh"

struct Four {
  real v[4];
};
struct alignas(16) AlignedFour {
  real v[4];
};
struct alignas(2 * sizeof(real)) Two {
  real v[2];
};

// Entries of a row; count of them are there.
template <bool ALIGNED> DEVICE Four load(const real* from, int count) {
  Four f;
  if constexpr (ALIGNED) {
    AlignedFour a = *(const AlignedFour*)from;
#pragma unroll
    for (int k = 0; k < 4; k++) f.v[k] = a.v[k];
  } else {
#pragma unroll
    for (int k = 0; k < 4; k++) f.v[k] = k < count ? from[k] : 0;
  }
  return f;
}
template <bool ALIGNED> DEVICE void store(real* to, const Four& f, int count) {
  if constexpr (ALIGNED) {
    AlignedFour a;
#pragma unroll
    for (int k = 0; k < 4; k++) a.v[k] = f.v[k];
    *(AlignedFour*)to = a;
  } else {
#pragma unroll
    for (int k = 0; k < 4; k++) if (k < count) to[k] = f.v[k];
  }
}

// The activations of N neurons at P points, (neuron, point), in place of their inputs.
template <int N> DEVICE void activate(real (&a)[N]) {
  if (TANH) hyperbolicTangents(a);
  else ALL(k) a[k] = a[k] <= 0 ? 0 : a[k];
}

// Fours of N rows of weights; zeros where there is none.
template <int N, class L> DEVICE void loadRows(Four (&v)[N], L l, const real* w, int i0, int j0) {
#pragma unroll
  for (int i = 0; i < N; i++) v[i] = L::wholeNeurons || i0 + i < l.neurons ? load<true>(w + (i0 + i) * l.pitch + j0, 4) : Four();
}
// a_iq += w_ij z_jq for a four of inputs.
template <int N, int P, class L> DEVICE void addFour(L l, real (&a)[N * P], const Four (&v)[N], const Four (&z)[P], int j0) {
#pragma unroll
  for (int i = 0; i < N; i++)
#pragma unroll
    for (int j = 0; j < 4; j++)
      if (L::inputFours || j0 + j < l.inputs) {
#pragma unroll
        for (int q = 0; q < P; q++) a[i * P + q] = multiplyAdd(v[i].v[j], z[q].v[j], a[i * P + q]);
      }
}

// Adds to sums of N neurons at P points the rows of their levels, one for each text column.
template <int N, int P, class L> DEVICE void addLevels(L l, real (&a)[N * P], const int* levels, int i0) {
  const real* rows = levelRows() + i0;
  const int pitch = levelPitch();
#pragma unroll
  for (int q = 0; q < P; q++) {
    real sum[N] = {};
#pragma unroll 4
    for (int g = 0; g < ONE_HOTS; g++) {
      const real* row = rows + levels[g * BLOCK + q * THREADS] * pitch;
#pragma unroll
      for (int i = 0; i < N; i += 4)
        if (L::wholeNeurons || i0 + i < l.neurons) {
          Four f = load<true>(row + i, 4);
#pragma unroll
          for (int k = 0; k < 4; k++)
            if (i + k < N && (L::wholeNeurons || i0 + i + k < l.neurons)) sum[i + k < N ? i + k : 0] = g == 0 ? f.v[k] : sum[i + k < N ? i + k : 0] + f.v[k];
        }
    }
#pragma unroll
    for (int i = 0; i < N; i++) a[i * P + q] += sum[i];
  }
}

// Outputs to which the neurons of the layer below would add, if these were few and known.
struct NoOutputs {
  DEVICE NoOutputs(const real* = nullptr) {}
  template <int N, int M> DEVICE void add(int, const real (&)[M]) {}
};
#ifdef WIDTHS
// Those of P points.
template <int P, bool ANY> struct Outputs : NoOutputs {
  using NoOutputs::NoOutputs;
};
template <int P> struct Outputs<P, true> {
  typedef Layer<LAYERS> L;
  const real* w; // of the last layer
  real v[OUTPUTS][P];

  DEVICE Outputs(const real* w) : w(w) {
#pragma unroll
    for (int k = 0; k < OUTPUTS; k++)
#pragma unroll
      for (int q = 0; q < P; q++) v[k][q] = w[L::neurons * L::pitch + k];
  }
  // Activations of N neurons below from i0 on, (neuron, point).
  template <int N, int M> DEVICE void add(int i0, const real (&a)[M]) {
#pragma unroll
    for (int k = 0; k < OUTPUTS; k++)
#pragma unroll
      for (int i = 0; i < N; i += 4) {
        Four f = load<true>(w + k * L::pitch + i0 + i, 4);
#pragma unroll
        for (int j = 0; j < 4; j++)
          if (i + j < N && (L::inputs % N == 0 || i0 + i + j < L::inputs)) {
#pragma unroll
            for (int q = 0; q < P; q++) v[k][q] = multiplyAdd(f.v[j], a[(i + j < N ? i + j : 0) * P + q], v[k][q]);
          }
      }
  }
};
#endif

// out_i = activation(b_i + sum_j w_ij in_j) at P points, THREADS apart. Short rows of inputs are held in registers, fours of longer ones are read as they are
// needed; turn: see Layer. Levels are those of the first layer's points. A copy of out waits, if told where. Outputs are added to if this is the layer
// below them.
template <int P, class L, class O> DEVICE void forward(L l, const real* w, const real* in, const int* levels, real* out, real* waiting, bool hidden, O& outputs, bool below) {
  constexpr int N = L::neuronsAtOnce, HELD = L::inputsHeld ? L::inputsHeld : 1;
  const real* b = w + l.neurons * l.pitch;
  const int inTurn = L::inTurn(threadIdx.x), outTurn = L::outTurn(threadIdx.x);
  Four z[HELD][P], v[N];
  if constexpr (L::inputsHeld > 0) {
#pragma unroll
    for (int j = 0; j < HELD; j++)
#pragma unroll
      for (int q = 0; q < P; q++) z[j][q] = load<L::inFours>(in + q * THREADS * l.inStride + (4 * j ^ inTurn), l.inputs - 4 * j);
  }
#pragma unroll 1
  for (int i0 = 0; i0 < l.neurons; i0 += N) {
    real a[N * P];
#pragma unroll
    for (int i = 0; i < N; i++)
#pragma unroll
      for (int q = 0; q < P; q++) a[i * P + q] = L::wholeNeurons || i0 + i < l.neurons ? b[i0 + i] : 0;
    if constexpr (L::inputsHeld > 0) {
#pragma unroll
      for (int j = 0; j < HELD; j++) {
        loadRows(v, l, w, i0, 4 * j);
        addFour<N, P>(l, a, v, z[j], 4 * j);
      }
    } else {
#pragma unroll 1
      for (int j0 = 0; j0 < l.inputs; j0 += 4) {
        loadRows(v, l, w, i0, j0);
#pragma unroll
        for (int q = 0; q < P; q++) z[0][q] = load<L::inFours>(in + q * THREADS * l.inStride + (j0 ^ inTurn), l.inputs - j0);
        addFour<N, P>(l, a, v, z[0], j0);
      }
    }
    if (ONE_HOTS && l.l == 1) addLevels<N, P>(l, a, levels, i0);
    if (hidden) activate(a);
    if (below) outputs.template add<N>(i0, a);
#pragma unroll
    for (int q = 0; q < P; q++)
#pragma unroll
      for (int i = 0; i < N; i += 4) {
        Four f;
#pragma unroll
        for (int k = 0; k < 4; k++) f.v[k] = i + k < N ? a[(i + k < N ? i + k : 0) * P + q] : 0;
        if (L::wholeNeurons || i0 + i < l.neurons)
          store<L::outFours>(out + q * THREADS * l.outStride + (i0 + i ^ outTurn), f, min(N - i, l.neurons - i0 - i));
        if constexpr (L::mayWait) {
          if (waiting) store<true>(waiting + (i0 + i) * BLOCK + 4 * q * THREADS, f, 4);
        }
      }
  }
}

// Of a four of neurons, the weights of N inputs.
template <int N, class L> DEVICE void loadColumns(Four (&v)[4][N / 4], L l, const real* w, int i0, int j0) {
#pragma unroll
  for (int i = 0; i < 4; i++)
    if (L::neuronFours || i0 + i < l.neurons) {
#pragma unroll
      for (int j = 0; j < N; j += 4)
        if (L::wholeInputs || j0 + j < l.inputs) v[i][j / 4] = load<true>(w + (i0 + i) * l.pitch + j0 + j, 4);
    }
}
// a_jq += w_ij delta_iq
template <int N, int P, class L> DEVICE void addColumns(L l, real (&a)[N * P], const Four (&v)[4][N / 4], const Four (&d)[P], int i0, int j0) {
#pragma unroll
  for (int i = 0; i < 4; i++)
    if (L::neuronFours || i0 + i < l.neurons) {
#pragma unroll
      for (int j = 0; j < N; j++)
        if (L::wholeInputs || j0 + j / 4 * 4 < l.inputs) {
#pragma unroll
          for (int q = 0; q < P; q++) a[j * P + q] = multiplyAdd(v[i][j / 4].v[j % 4], d[q].v[i], a[j * P + q]);
        }
    }
}

// A four from the device's memory to shared memory, while the thread goes on; there after arrived() and a barrier.
DEVICE void bring(real* to, const real* from) {
#ifdef __CUDA_ARCH__
#pragma unroll
  for (int k = 0; k < (int)sizeof(AlignedFour); k += 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to) + k), "l"((const char*)from + k) : "memory");
#else
  *(AlignedFour*)to = *(const AlignedFour*)from;
#endif
}
DEVICE void arrived() {
#ifdef __CUDA_ARCH__
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

// z_j = slope_j sum_i w_ij delta_i: from the deltas of a layer to those of the layer below, in place of its activations. Then the deltas' place is taken by
// the activations of the layer below that, if they wait.
template <int P, class L> DEVICE void backward(L l, const real* w, real* delta, real* z, const real* waiting) {
  constexpr int N = L::inputsAtOnce, HELD = L::neuronsHeld ? L::neuronsHeld : 1;
  const int inTurn = L::inTurn(threadIdx.x), outTurn = L::outTurn(threadIdx.x);
  Four d[HELD][P], v[2][4][N / 4];
  if constexpr (L::neuronsHeld > 0) {
    loadColumns<N>(v[0], l, w, 0, 0);
#pragma unroll
    for (int i = 0; i < HELD; i++)
#pragma unroll
      for (int q = 0; q < P; q++) d[i][q] = load<L::outFours>(delta + q * THREADS * l.outStride + (4 * i ^ outTurn), l.neurons - 4 * i);
    if constexpr (L::twoBelowWaits) {
#pragma unroll
      for (int i = 0; i < HELD; i++)
#pragma unroll
        for (int q = 0; q < P; q++) bring(delta + q * THREADS * l.outStride + (4 * i ^ outTurn), waiting + 4 * (i * BLOCK + q * THREADS));
    }
  }
#pragma unroll 1
  for (int j0 = 0; j0 < l.inputs; j0 += N) {
    real a[N * P] = {};
    Four f[N / 4][P]; // activations, read before they are needed
#pragma unroll
    for (int j = 0; j < N; j += 4)
#pragma unroll
      for (int q = 0; q < P; q++)
        if (L::wholeInputs || j0 + j < l.inputs) f[j / 4][q] = load<L::inFours>(z + q * THREADS * l.inStride + (j0 + j ^ inTurn), l.inputs - j0 - j);
    if constexpr (L::neuronsHeld > 0) {
#pragma unroll
      for (int i = 0; i < HELD; i++) {
        if (i + 1 < HELD) loadColumns<N>(v[(i + 1) % 2], l, w, 4 * (i + 1), j0);
        addColumns<N, P>(l, a, v[i % 2], d[i], 4 * i, j0);
      }
      if (j0 + N < l.inputs) loadColumns<N>(v[0], l, w, 0, j0 + N);
    } else {
#pragma unroll 1
      for (int i0 = 0; i0 < l.neurons; i0 += 4) {
        loadColumns<N>(v[0], l, w, i0, j0);
#pragma unroll
        for (int q = 0; q < P; q++) d[0][q] = load<L::outFours>(delta + q * THREADS * l.outStride + (i0 ^ outTurn), l.neurons - i0);
        addColumns<N, P>(l, a, v[0], d[0], i0, j0);
      }
    }
#pragma unroll
    for (int q = 0; q < P; q++)
#pragma unroll
      for (int j = 0; j < N; j += 4) {
        if (L::wholeInputs || j0 + j < l.inputs) {
          Four& g = f[j / 4][q];
#pragma unroll
          for (int k = 0; k < 4; k++) {
            real s = TANH ? g.v[k] : g.v[k] <= 0 ? 1 : 0;
            g.v[k] = (1 - s * s) * a[(j + k) * P + q];
          }
          store<L::inFours>(z + q * THREADS * l.inStride + (j0 + j ^ inTurn), g, l.inputs - j0 - j);
        }
      }
  }
}

// The weight of a point; points that fill up the last chunk weigh nothing.
DEVICE real weightOf(int point) { return WEIGHTED ? PLAN.pointWeights[point] : point < PLAN.points ? (real)1 : (real)0; }

// Overwrites the outputs of a point by derivatives, and leaves behind them what addLoss adds up. The shape is a parameter of the loss.
DEVICE void derivatives(real* out, real y, real weight, real shape) {
  const int n = OUTPUTS;
  if (LOSS == SQUARED_ERROR) {
    real residual = y - out[0];
    out[0] = residual * weight;
    if (!SQUARES_WITH_SUMS) out[1] = residual;
  } else if (LOSS == HETEROSCEDASTIC) {
    real residual = y - out[0], weighted = residual * exponential(-2 * out[1]), square = residual * weighted;
    out[2] = (square / 2 + out[1]) * weight;
    out[0] = weighted * weight;
    out[1] = (square - 1) * weight;
  } else if (LOSS == STUDENT) {
    real half = (shape + 1) / 2, perN = half / shape;
    real inverse = exponential(-out[1]), r = (y - out[0]) * inverse, q = r * r / shape, above = q + 1;
    real log = logarithm(above) + (q - (above - 1)) / above, share = q / above;
    out[2] = multiplyAdd(half, log, out[1]) * weight;
    out[3] = (perN * share - log / 2) * weight;
    out[0] = r * inverse / above * (2 * perN) * weight;
    out[1] = multiplyAdd(2 * half, share, (real)-1) * weight;
  } else if (LOSS == LOGISTIC) {
    real sign = 2 * y - 1, t = sign * out[0], below = t < 0 ? t : t == t ? 0 : t, above = t > 0 ? t : t == t ? 0 : t;
    real e = exponential(orZero(-above)), sum = exponential(below) + e;
    out[1] = (below - logarithm(sum)) * weight;
    out[0] = sign * e / sum * weight;
  } else {
    real largest = out[0];
    for (int k = 1; k < n; k++) largest = largest != largest || out[k] < largest ? largest : out[k];
    real ofClass = 0, sum = 0;
    for (int k = 0; k < n; k++) {
      real below = out[k] - largest;
      ofClass = multiplyAdd(y == k ? (real)1 : (real)0, below, ofClass);
      out[k] = exponential(orZero(below));
      sum += out[k];
    }
    out[n] = (ofClass - logarithm(sum)) * weight;
    real scale = -1 / sum;
    for (int k = 0; k < n; k++) out[k] = multiplyAdd(out[k], scale, y == k ? (real)1 : (real)0) * weight;
  }
}

// Where the sum over a chunk of points goes, in the order of dev.coset.network.TreeSum. Sums of subtrees of chunks wait on a stack. The sum over a chunk is
// added to those of the subtrees that it completes, from the top of the stack down, and takes their place; the last one is added to all. Two or three chunks
// need one place: the gradient's own.
struct Place {
  int at, adds; // on the stack; so many sums lie there and above

  DEVICE Place(int chunk, bool last) {
    const int waiting = MANY_CHUNKS ? __popc(chunk) : chunk > 0;
    adds = !MANY_CHUNKS || last ? waiting : __popc(chunk & ~(chunk + 1)); // trailing ones
    at = waiting - adds;
  }
  // A sum of few numbers, by one thread.
  DEVICE void put(double sum, double* stack) const {
#pragma unroll 1
    for (int s = at + adds - 1; s >= at; s--) sum = stack[s] + sum;
    stack[at] = sum;
  }
  // Where entries of sums as long as the gradient lie.
  DEVICE static double* entries(double* gradient, int s) { return MANY_CHUNKS && s > 0 ? array(PLAN.arrays + s - 1) : gradient; }
  DEVICE const double* top(double* gradient) const { return entries(gradient, at + adds - 1); }
  // Puts an entry there, given what the top has of it.
  DEVICE void put(double sum, double ofTop, double* gradient, int k) const {
    if (adds) sum = ofTop + sum;
    if constexpr (MANY_CHUNKS) {
#pragma unroll 1
      for (int s = at + adds - 2; s >= at; s--) sum = entries(gradient, s)[k] + sum;
    }
    entries(gradient, at)[k] = sum;
  }
};

// Adds N values, each over the lanes of a group: half of them apart first, then a quarter, and so on. With every exchange a thread keeps half of its
// values, so that in the end lane l has the sum of value l N / LANES.
template <int N> DEVICE real laneSum(real (&v)[N], int lane) {
  int count = N;
#pragma unroll
  for (int apart = LANES / 2; apart; apart /= 2) {
    if (count > 1) {
      count /= 2;
#pragma unroll
      for (int k = 0; k < N / 2; k++)
        if (k < count) {
          bool upper = lane & apart;
          real sent = upper ? v[k] : v[k + count], stays = upper ? v[k + count] : v[k];
          v[k] = stays + __shfl_xor_sync(~0u, sent, apart * TOGETHER);
        }
    } else {
      v[0] = v[0] + __shfl_xor_sync(~0u, v[0], apart * TOGETHER);
    }
  }
  return v[0];
}

// N entries of rows from the first on; count of them are there: where those of a point lie, and what they are. A row lies in fours, see Layer.
template <int N, bool FOURS, bool WHOLE> struct Entries {
  static constexpr bool byFours = FOURS && (N % 4 == 0 || WHOLE), byTwos = FOURS && N == 2;
  static constexpr int PLACES = byFours ? (N + 3) / 4 : byTwos ? 1 : N, EACH_HOLDS = byFours ? 4 : byTwos ? 2 : 1;
  const real* at[PLACES];
  int there;

  DEVICE Entries(const real* row, int first, int turn, int count) : there(count - first) {
#pragma unroll
    for (int k = 0; k < PLACES; k++) at[k] = row + (first + k * EACH_HOLDS ^ turn);
  }
  // Of the point so many reals further on.
  DEVICE void read(real (&v)[N], int further) const {
#pragma unroll
    for (int k = 0; k < PLACES; k++) {
      if constexpr (byFours) {
        Four f = load<true>(at[k] + further, 4);
#pragma unroll
        for (int i = 0; i < 4; i++) if (4 * k + i < N) v[4 * k + i < N ? 4 * k + i : 0] = f.v[i];
      } else if constexpr (byTwos) {
        Two f = *(const Two*)(at[k] + further);
        v[0] = f.v[0];
        v[1] = f.v[1];
      } else {
        v[k] = k < there ? at[k][further] : 0;
      }
    }
  }
};

// A tile of the gradient of a layer's weights, and a share of the biases of its rows: those are shared by the tiles of a row.
template <class L> struct Tile {
  static constexpr int SIZE = L::tall * L::wide, VALUES = SIZE + L::tall;
  real w[L::tall][L::wide];
  real b[L::tall];
  real squares; // of the derivatives of a loss

  DEVICE void clear() {
    squares = 0;
#pragma unroll
    for (int i = 0; i < L::tall; i++) {
      b[i] = 0;
#pragma unroll
      for (int j = 0; j < L::wide; j++) w[i][j] = 0;
    }
  }
  typedef Entries<L::tall, L::outFours, false> Deltas;
  typedef Entries<L::wide, L::inFours, L::wholeRows> Inputs;

  // The points of this lane, whose rows of deltas and of inputs begin here. They come in fours. Of a small tile, four or eight are read at once; of a large
  // one, the next while one is added.
  DEVICE void add(L l, const real* deltas, const real* z, int i0, int j0, int lane, int points) {
    const Deltas delta(deltas, i0, L::outTurn(lane), l.neurons);
    const Inputs input(z, j0, L::inTurn(lane), l.inputs);
    constexpr int AT_ONCE = RESIDENT <= 8 ? 8 : 4;
    if constexpr (SIZE > 16) {
      real d[2][L::tall], x[2][L::wide];
      delta.read(d[0], 0);
      input.read(x[0], 0);
#pragma unroll 1
      for (int p = 0; p < points; p += 4) {
#pragma unroll
        for (int k = 0; k < 4; k++) {
          const int next = k < 3 ? p + k + 1 : min(p + 4, points - 1);
          delta.read(d[(k + 1) % 2], next * LANES * l.outStride);
          input.read(x[(k + 1) % 2], next * LANES * l.inStride);
          addPoint(d[k % 2], x[k % 2], j0);
        }
      }
    } else {
      int p = 0;
#pragma unroll 1
      for (; p + AT_ONCE <= points; p += AT_ONCE) addPoints<AT_ONCE>(l, delta, input, p, j0);
      if (AT_ONCE > 4 && p < points) addPoints<4>(l, delta, input, p, j0);
    }
  }
  template <int N> DEVICE void addPoints(L l, const Deltas& delta, const Inputs& input, int first, int j0) {
    real d[N][L::tall], x[N][L::wide];
#pragma unroll
    for (int k = 0; k < N; k++) {
      delta.read(d[k], (first + k) * LANES * l.outStride);
      input.read(x[k], (first + k) * LANES * l.inStride);
    }
#pragma unroll
    for (int k = 0; k < N; k++) addPoint(d[k], x[k], j0);
  }
  DEVICE void addPoint(const real (&d)[L::tall], const real (&x)[L::wide], int j0) {
#pragma unroll
    for (int i = 0; i < L::tall; i++) {
#pragma unroll
      for (int j = 0; j < L::wide; j++) w[i][j] = multiplyAdd(d[i], x[j], w[i][j]);
      if (j0 == 0) b[i] += d[i];
    }
    if constexpr (L::addsSquares) squares = multiplyAdd(d[0], d[0], squares);
  }
  DEVICE real value(int f) const { return f < SIZE ? w[f / L::wide][f % L::wide] : b[f < VALUES ? f - SIZE : 0]; }
  // Puts the sums over lanes into the gradient; what is beyond the matrix falls out.
  DEVICE void finish(L l, double* gradient, int lane, int i0, int j0, Place place) {
    part<0>(l, gradient, lane, i0, j0, place);
  }
  template <int FROM> DEVICE void part(L l, double* gradient, int lane, int i0, int j0, Place place) {
    if constexpr (FROM < VALUES) {
      constexpr int LEFT = VALUES - FROM;
      constexpr int N = LEFT > LANES / 2 ? LANES : LEFT > LANES / 4 ? LANES / 2 : LEFT > 2 ? LANES / 4 : 2;
      int f = FROM + lane / (LANES / N);
      bool bias = f >= SIZE;
      int i = i0 + (bias ? f - SIZE : f / L::wide), j = bias ? 0 : j0 + f % L::wide, column = ONE_HOTS && l.l == 1 && j < l.inputs ? PLAN.numbers[j] : j;
      int k = l.at + (bias ? l.neurons * l.columns + i : i * l.columns + column);
      bool there = lane % (LANES / N) == 0 && f < VALUES && i < l.neurons && j < l.inputs && (!bias || j0 == 0);
      double ofTop = there && place.adds ? place.top(gradient)[k] : 0; // which may come from afar while lanes are added
      real v[N];
#pragma unroll
      for (int k = 0; k < N; k++) v[k] = FROM + k < VALUES ? value(FROM + k) : 0;
      double sum = laneSum<N>(v, lane);
      if (there) place.put(sum, ofTop, gradient, k);
      part<FROM + N>(l, gradient, lane, i0, j0, place);
    }
  }
};

// The passes over points, and the sums that last from one to the next.
struct Passes {
  const real* w;
  real* z; // rows of activations, then of deltas
  double* gradient;
  real shape; // of the loss
  real loss, byShape; // and its derivative, over the points of this lane
  int t = threadIdx.x, lane = t % 32 / TOGETHER, group = t / 32 * TOGETHER + t % TOGETHER;
  static constexpr int GROUPS = THREADS / LANES;

  DEVICE Passes(double* gradient, double shape) : w(weights()), z(rows()), gradient(gradient), shape((real)shape) {}

  template <class L> DEVICE const real* inputs(L l, int first, int p) const {
    return l.l == 1 ? PLAN.x + (int64)(first + p) * l.inStride : z + l.inRow + p * l.inStride;
  }

  DEVICE const int* levels(int point) const { return PLAN.levelOf + point / BLOCK * (ONE_HOTS - 1) * BLOCK + point; }

  // One of the layers like l, whose weights and rows lie so far behind its own.
  template <int P, class L, class O> DEVICE void forwardOf(L l, int first, int p, int weightsAt, int inAt, int outAt, real* waiting, O& outputs, bool below) {
    forward<P>(l, w + l.weights + weightsAt, inputs(l, first, p) + inAt, levels(first + p), z + l.outRow + outAt + p * l.outStride, waiting, l.l < LAYERS, outputs, below);
  }
  template <int P, class L> DEVICE void backwardOf(L l, int p, const real* waiting) {
    backward<P>(l, w + l.weights, z + l.outRow + p * l.outStride, z + l.inRow + p * l.inStride, waiting);
  }
  template <int P> DEVICE void lossOf(int first, int p, int row, int stride) {
#pragma unroll
    for (int q = 0; q < P; q++) {
      int at = p + q * THREADS;
      derivatives(z + row + at * stride, PLAN.y[first + at], weightOf(first + at), shape);
    }
  }

  // A tile of this layer for each group, or more.
  template <class L> DEVICE void add(L l, Tile<L>& tile, int number, int first, int count) {
    int tall = (l.neurons + L::tall - 1) / L::tall, tiles = tall * ((l.inputs + L::wide - 1) / L::wide);
    if (number < tiles) {
      int i0 = number % tall * L::tall, j0 = number / tall * L::wide;
      tile.add(l, z + l.outRow + lane * l.outStride, inputs(l, first, lane), i0, j0, lane, count / LANES);
    }
  }
  template <class L> DEVICE void finish(L l, Tile<L>& tile, int number, Place place) {
    int tall = (l.neurons + L::tall - 1) / L::tall;
    tile.finish(l, gradient, lane, number % tall * L::tall, number / tall * L::wide, place);
  }
  // All tiles of a layer, where a pass is all of a chunk.
  template <class L> DEVICE void whole(L l, int from, int count, Place place) {
    int tiles = ((l.neurons + L::tall - 1) / L::tall) * ((l.inputs + L::wide - 1) / L::wide);
    for (int number = group; number - group < tiles; number += GROUPS) {
      Tile<L> tile;
      tile.clear();
      add(l, tile, number, from, count);
      if (L::addsSquares && number == 0) loss = tile.squares;
      finish(l, tile, number, place);
    }
  }

  // Of each level the sums of the first layer's deltas over its points, one after another: a thread takes some neurons. Threads of a warp have as many
  // points as there are about.
  template <class L> DEVICE void addLevelSums(L l, int chunk, Place place) {
    constexpr int N = L::atLevel;
    const int parts = (l.neurons + N - 1) / N;
    const int *sorted = PLAN.sorted + (int64)chunk * LEVELS, *begins = PLAN.begins + (int64)chunk * (LEVELS + 1);
    const short* points = PLAN.levelPoints + (int64)chunk * ONE_HOTS * BLOCK;
    for (int n = t; n < LEVELS * parts; n += THREADS) {
      const int level = n / parts, i0 = n % parts * N, begin = begins[level], end = begins[level + 1];
      if (begin == end && place.adds == 1) break; // nothing is added any more, and the sums lie where they go
      real sum[N] = {};
#pragma unroll 4
      for (int b = begin; b < end; b++) {
        const int p = points[b];
        const real* delta = z + l.outRow + p * l.outStride + (i0 ^ L::outTurn(p));
        if constexpr (N == 4) {
          Four f = load<true>(delta, 4);
#pragma unroll
          for (int i = 0; i < N; i++) sum[i] += f.v[i];
        } else {
          sum[0] += delta[0];
        }
      }
#pragma unroll
      for (int i = 0; i < N; i++)
        if (i0 + i < l.neurons) {
          const int k = (i0 + i) * COLUMNS + sorted[level];
          place.put(sum[i], place.adds ? place.top(gradient)[k] : 0, gradient, k);
        }
    }
  }

  // The loss of these points, in one group.
  DEVICE void addLoss(int row, int stride, int count) {
    if (!SQUARES_WITH_SUMS && group == GROUPS - 1) {
#pragma unroll 8
      for (int p = lane; p < count; p += LANES) {
        const real* out = z + row + p * stride;
        real term = out[OUTPUTS];
        loss = LOSS == SQUARED_ERROR ? multiplyAdd(term, out[0], loss) : LOSS == HETEROSCEDASTIC || LOSS == STUDENT ? loss - term : loss + term;
        if (LOSS == STUDENT) byShape += out[OUTPUTS + 1];
      }
    }
  }
  // Over the lanes.
  DEVICE static double inDouble(real x) {
#ifdef DOUBLE
    double sum = x + __shfl_xor_sync(~0u, x, 4 * TOGETHER);
#else
    double sum = (double)x + (double)__shfl_xor_sync(~0u, x, 8 * TOGETHER);
    sum = sum + __shfl_xor_sync(~0u, sum, 4 * TOGETHER);
#endif
    sum = sum + __shfl_xor_sync(~0u, sum, 2 * TOGETHER);
    return sum + __shfl_xor_sync(~0u, sum, TOGETHER);
  }

#ifdef WIDTHS
  template <int P, int L = 1> DEVICE void forwardAll(int first, int p) {
    if constexpr (L <= LAYERS) {
      Layer<L> l;
      constexpr bool mayBeBelow = OUTPUTS_AT_ONCE && l.lastAlike == LAYERS - 1;
      Outputs<P, mayBeBelow> outputs(w + WEIGHTS[LAYERS]);
#pragma unroll 1
      for (int k = 0; k <= l.lastAlike - L; k++) {
        int at = (ALTERNATE ? k % 2 : k) * l.rowsApart;
        forwardOf<P>(l, first, p, k * l.weightsApart, ALTERNATE ? -at : at, at, L + k < LAYERS - 2 ? waitingRows(L + k) + 4 * p : nullptr, outputs, mayBeBelow && L + k == LAYERS - 1);
      }
      if constexpr (mayBeBelow) lossOf<P>(outputs, first, p);
      else forwardAll<P, l.lastAlike + 1>(first, p);
    } else {
      lossOf<P>(first, p, ROW[LAYERS], STRIDE[LAYERS]);
    }
  }
  template <int P> DEVICE void lossOf(const Outputs<P, true>& outputs, int first, int p) {
#pragma unroll
    for (int q = 0; q < P; q++) {
      int at = p + q * THREADS;
      real out[OUTPUTS + BEHIND];
#pragma unroll
      for (int k = 0; k < OUTPUTS; k++) out[k] = outputs.v[k][q];
      derivatives(out, PLAN.y[first + at], weightOf(first + at), shape);
#pragma unroll
      for (int k = 0; k < OUTPUTS + BEHIND; k++) z[ROW[LAYERS] + at * STRIDE[LAYERS] + k] = out[k];
    }
  }
  // The points of this thread from p on: P of them at once, and then what is left.
  template <int P> DEVICE void forwardPoints(int first, int p, int count) {
    for (; p + (P - 1) * THREADS < count; p += P * THREADS) forwardAll<P>(first, p);
    if constexpr (P > 1) {
      if (p < count) forwardPoints<P - 1>(first, p, count);
    }
  }
  template <int P, class L> DEVICE void backwardPoints(L l, int p, int count) {
    for (; p + (P - 1) * THREADS < count; p += P * THREADS) backwardOf<P>(l, p, waitingRows(l.l - 2) + 4 * p);
    if constexpr (P > 1) {
      if (p < count) backwardPoints<P - 1>(l, p, count);
    }
  }
  // Sums of one layer and of those above it.
  template <int L, bool ANY = (L <= LAYERS)> struct Sums {
    Tile<Layer<L>> tile;
    Sums<L + 1> above;
  };
  template <int L> struct Sums<L, false> {};
  template <int L> DEVICE void clear(Sums<L>& sums) {
    if constexpr (L <= LAYERS) {
      sums.tile.clear();
      clear(sums.above);
    }
  }
  template <int L> DEVICE void finishAll(Sums<L>& sums, Place place) {
    if constexpr (L <= LAYERS) {
      if (Layer<L>::addsSquares) loss = sums.tile.squares;
      finish(Layer<L>(), sums.tile, group, place);
      finishAll(sums.above, place);
    }
  }
  // From the last layer down: sums, then the deltas of the layer below.
  template <int L> DEVICE void down(Sums<L>& sums, int from, int count, Place place) {
    if constexpr (L <= LAYERS) {
      down(sums.above, from, count, place);
      Layer<L> l;
      if constexpr (PASS < BLOCK) add(l, sums.tile, group, from, count);
      else whole(l, from, count, place);
      if constexpr (ONE_HOTS > 0 && L == 1) addLevelSums(l, from / BLOCK, place);
      __syncthreads();
      if constexpr (L > 1) {
        backwardPoints<2>(l, t, count);
        if constexpr (l.twoBelowWaits) arrived();
        __syncthreads();
      }
    }
  }
#endif

  // Leaves the loss and its derivative by the shape in shared memory; they and the gradient's entries are there after the next barrier.
  DEVICE void run() {
    for (int chunk = 0; chunk * BLOCK < PLAN.padded; chunk++) {
      const int first = chunk * BLOCK, size = min(BLOCK, PLAN.padded - first);
      const Place place(chunk, first + BLOCK >= PLAN.padded);
      loss = byShape = 0;
#ifdef WIDTHS
      Sums<1> sums;
      if constexpr (PASS < BLOCK) clear(sums);
      for (int from = first; from < first + size; from += PASS) {
        const int count = min(PASS, first + size - from);
        forwardPoints<2>(from, t, count);
        __syncthreads();
        addLoss(ROW[LAYERS], STRIDE[LAYERS], count);
        down(sums, from, count, place);
      }
      if constexpr (PASS < BLOCK) finishAll(sums, place);
#else
      for (int p = t; p < size; p += THREADS) {
        NoOutputs none;
        for (int l = 1; l <= LAYERS; l++) forwardOf<1>(Layer(l), first, p, 0, 0, 0, nullptr, none, false);
        lossOf<1>(first, p, PLAN.row[LAYERS], PLAN.stride[LAYERS]);
      }
      __syncthreads();
      addLoss(PLAN.row[LAYERS], PLAN.stride[LAYERS], size);
      for (int k = LAYERS; k >= 1; k--) {
        Layer l(k);
        whole(l, first, size, place);
        if (ONE_HOTS && k == 1) addLevelSums(l, chunk, place);
        __syncthreads();
        if (k > 1) {
          for (int p = t; p < size; p += THREADS) backwardOf<1>(l, p, nullptr);
          __syncthreads();
        }
      }
#endif
      const bool has = t == (SQUARES_WITH_SUMS ? 0 : THREADS - 1); // the loss
      const double sum = inDouble(loss);
      if (has) place.put(LOSS == SQUARED_ERROR ? -0.5 * sum : sum, shared.loss);
      if (LOSS == STUDENT) {
        const double sumByShape = inDouble(byShape);
        if (has) place.put(sumByShape, shared.byShape);
      }
    }
  }
};
