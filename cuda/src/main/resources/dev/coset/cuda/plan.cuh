// What is to be done, and where it lies in memory. One thread block runs one chain at a time. Sizes are either known to the compiler, by macros, or
// read from the plan: the same source makes a kernel for one network and one for all.
#pragma once
#include "random.cuh"

// Of struct Plan, whose fields stand in constants.cuh:
//   x, y                        (point, feature), rows STRIDE[0] apart, and (point); the last point fills up the last chunk
//   pointWeights, totalWeight   (point), zero for what fills up the last chunk, or null where all weigh one; of all points together
//   numbers, places             (number), its input; (input), its number, or ~ its level where it is one of a text column
//   low, step                   (input) of a level, at points of other levels; and from there to what it is at points of this level
//   oneHots                     (text column), the first input, and the one behind the last
//   levelOf                     (chunk, text column, point), a level, counted through all columns, or LEVELS where a point has none
//   sorted, begins, levelPoints (chunk, level), its input, the levels of most points first; where its points begin; those points of the chunk, in order
//   headers, chains, scratch    where chains stand, CHAIN_HEADER apart; what else they have, chainBytes apart: arrays, a path, results; of a block
//   order, taken, count         which states to run, in this order; how many of them are taken, and how many there are
//   windows, windowCount        of the warm-up of NUTS
//   nanoseconds                 after so long a block takes on nothing new
//   inputPrecision, precision   of the prior: of its first inputWeights entries, and of the others
//   target, mostSize            acceptance of NUTS, energy variance of MCLMC; 1 / log10 of the draws that an effective sample size is of
//   uniform, purpose            whether chains start uniformly, or where their state says; of the stream of their transitions
//   firstEnd ... pathStride     of MCLMC's warm-up
//   points, padded              the second: of x and y
//   levelRowsAt, workAt         in scratch, where they do not lie in shared memory: bytes; a number of an array
//   arrays                      of the sampler; behind them lie sums over chunks that wait
//   layers ... rowsSize         of the network; a kernel that was made for one does not look there
extern "C" __constant__ Plan PLAN; // written before a launch

#ifdef WIDTHS
constexpr int WIDTH[] = {WIDTHS}, AT[] = {ATS}, WEIGHTS[] = {WEIGHT_PLACES}, ROW[] = {ROW_PLACES}, STRIDE[] = {STRIDES};
constexpr int LAYERS = sizeof(WIDTH) / sizeof(int) - 1, OUTPUTS = WIDTH[LAYERS];
constexpr int FIRST_NEURONS = WIDTH[1], FIRST_PITCH = (WIDTH[0] + 3) / 4 * 4, ROWS_SIZE = ROWS, WEIGHTS_SIZE = WEIGHT_COUNT, PARAMETERS = PARAMETER_COUNT, DIMENSION = PARAMETER_COUNT + (LOSS == SQUARED_ERROR || LOSS == STUDENT);
// A squared error is the square of its derivative, so that sums over points of the one add up the other; losses of other kinds, or of points that have
// weights, lie behind outputs.
constexpr bool SQUARES_WITH_SUMS = LOSS == SQUARED_ERROR && !WEIGHTED;
constexpr int BEHIND = SQUARES_WITH_SUMS ? 0 : LOSS == STUDENT ? 2 : 1;
// Few outputs are summed while the layer below them is made.
constexpr bool OUTPUTS_AT_ONCE = LAYERS > 1 && OUTPUTS <= 2;
// Of layer L: neurons and inputs, of the first those that are numbers; where its parameters lie in theta, with so many columns; where, in rows of PITCH, among the weights in use; where the rows of its inputs
// and its own begin, and how far apart those of two points are. A tile of its gradient is TALL x WIDE.
template <int L> struct Layer {
  static constexpr int l = L, neurons = WIDTH[L], inputs = WIDTH[L - 1], at = AT[L], columns = L > 1 ? WIDTH[L - 1] : COLUMNS, weights = WEIGHTS[L], pitch = (WIDTH[L - 1] + 3) / 4 * 4;
  static constexpr int inRow = ROW[L - 1], inStride = STRIDE[L - 1], outRow = ROW[L], outStride = STRIDE[L];
  static constexpr bool inFours = inStride % 4 == 0, outFours = outStride % 4 == 0;
  // Fours of a row whose number is a power of two are exchanged among themselves, by an exclusive or, so that neighbouring points' do not collide in
  // memory: one four of eight points, or two neighbouring fours of four, for which the bits of the point are taken in reverse.
  static __device__ constexpr int turn(int stride, int point) {
    int fours = stride % 4 || (stride / 4 & (stride / 4 - 1)) ? 1 : stride < 32 ? stride / 4 : 8, by = point * fours / 8 % fours;
    return 4 * (fours == 8 ? (by & 1) << 2 | by & 2 | by >> 2 : fours == 4 ? (by & 1) << 1 | by >> 1 : by);
  }
  static __device__ constexpr int inTurn(int point) { return L > 1 ? turn(inStride, point) : 0; }
  static __device__ constexpr int outTurn(int point) { return turn(outStride, point); }
  // So many fours of inputs, or of deltas, are held in registers; sums of so many neurons, or of deltas below.
  static constexpr int inputsHeld = inputs <= 16 ? (inputs + 3) / 4 : 0, neuronsHeld = neurons <= 16 ? (neurons + 3) / 4 : 0;
  static constexpr int neuronsAtOnce = neurons < 4 ? neurons : inputsHeld ? 4 : neurons < 8 ? neurons : 8, inputsAtOnce = neuronsHeld ? 4 : inputs < 16 ? (inputs + 3) / 4 * 4 : 16;
  static constexpr bool wholeNeurons = neurons % neuronsAtOnce == 0, wholeInputs = inputs % inputsAtOnce == 0, inputFours = inputs % 4 == 0, neuronFours = neurons % 4 == 0;
  // The last of the hidden layers from this on that are like it, and how far apart their weights and rows are.
  static __device__ constexpr int alike() {
    int last = L;
    while (L > 1 && last + 1 < LAYERS && WIDTH[last + 1] == neurons && neurons == inputs) last++;
    return last;
  }
  // Where shared memory holds only two layers' rows in turn, a layer's wait in the device's from the forward pass to the backward pass.
  static constexpr bool mayWait = ALTERNATE && L < LAYERS - 2, twoBelowWaits = ALTERNATE && L > 2 && L < LAYERS;
  static constexpr int lastAlike = alike(), weightsApart = L < LAYERS ? WEIGHTS[L + 1 > LAYERS ? L : L + 1] - WEIGHTS[L] : 0, rowsApart = L < LAYERS ? ROW[L + 1 > LAYERS ? L : L + 1] - ROW[L] : 0;
  // Tiles are halved as long as every group of threads has at most one.
  static __device__ constexpr int tiles(int tall, int wide) { return ((neurons + tall - 1) / tall) * ((inputs + wide - 1) / wide); }
  static __device__ constexpr int shape(bool ofWidth) {
    int tall = neurons < 8 ? neurons : 8, wide = inputs < 8 ? inputs : 8;
    for (bool halved = true; halved;) {
      bool lowers = tall >= wide || (L == 1 && inputs <= 8 && tall > 1); // rows of x are read whole
      int lower = lowers ? (tall + 1) / 2 : tall, narrower = lowers ? wide : (wide + 1) / 2;
      halved = lower * narrower < tall * wide && tiles(lower, narrower) <= THREADS / LANES;
      if (halved) {
        tall = lower;
        wide = narrower;
      }
    }
    return ofWidth ? wide : tall;
  }
  static constexpr int tall = shape(false), wide = shape(true);
  static constexpr bool wholeRows = wide == inputs, addsSquares = L == LAYERS && SQUARES_WITH_SUMS;
  // Neurons whose sums over the points of a level are one thread's.
  static constexpr int atLevel = outFours && LEVELS * ((neurons + 3) / 4) >= THREADS ? 4 : 1;
};
static_assert(!ONE_HOTS || PASS == BLOCK); // sums over the points of a level do not last from one pass to the next
constexpr int STRIPS = DIMENSION <= 8 * THREADS ? (DIMENSION + THREADS - 1) / THREADS : ONE_HOTS ? 4 : 8;
#else
#define LAYERS PLAN.layers
#define OUTPUTS PLAN.width[PLAN.layers]
#define LOSS PLAN.loss
#define TANH PLAN.isTanh
#define WEIGHTED (PLAN.pointWeights != nullptr)
#define MANY_CHUNKS true
#define ONE_HOTS PLAN.oneHotCount
#define LEVELS PLAN.levels
#define COLUMNS PLAN.columns
#define FIRST_NEURONS PLAN.width[1]
#define FIRST_PITCH ((PLAN.width[0] + 3) / 4 * 4)
#define PARAMETERS PLAN.parameters
#define DIMENSION PLAN.dimension
#define ROWS_SIZE PLAN.rowsSize
#define WEIGHTS_SIZE PLAN.weightsSize
#define SHARED_ARRAYS PLAN.sharedArrays
#define ROWS_IN_SHARED PLAN.rowsInShared
#define WEIGHTS_IN_SHARED PLAN.weightsInShared
#define LEVEL_ROWS_IN_SHARED PLAN.levelRowsInShared
#define WORK_IN_ROWS PLAN.workInRows
#define THREADS GENERAL_THREADS
#define RESIDENT 1
#define PASS BLOCK
#define SQUARES_WITH_SUMS false
#define STRIPS 4
struct Layer {
  int l, neurons, inputs, at, columns, weights, pitch, inRow, inStride, outRow, outStride;
  static constexpr bool inFours = true, outFours = true;
  static constexpr bool wholeNeurons = false, wholeInputs = false, inputFours = false, neuronFours = false;
  static constexpr int neuronsAtOnce = 4, inputsAtOnce = 4, inputsHeld = 0, neuronsHeld = 0, tall = 4, wide = 4, atLevel = 4;
  static constexpr bool wholeRows = false, mayWait = false, twoBelowWaits = false, addsSquares = false;
  static __device__ constexpr int inTurn(int) { return 0; }
  static __device__ constexpr int outTurn(int) { return 0; }
  DEVICE Layer(int l) : l(l), neurons(PLAN.width[l]), inputs(PLAN.width[l - 1]), at(PLAN.at[l]), columns(l > 1 ? PLAN.width[l - 1] : PLAN.columns), weights(PLAN.weights[l]),
      pitch((PLAN.width[l - 1] + 3) / 4 * 4), inRow(PLAN.row[l - 1]), inStride(PLAN.stride[l - 1]), outRow(PLAN.row[l]), outStride(PLAN.stride[l]) {}
};
#endif

// Where a chain stands between two transitions.
struct Chain : ChainHeader {
  double centre, gap, logStep, logStepAverage;        // dual averaging
  double most, decoherence, errors, weights, squares; // MCLMC
  Random random;
  int window, windowEnd, seen, times, taken, spare;   // windows of warm-up, points in the running variance and of the path, steps since a draw
};
static_assert(sizeof(Chain) <= CHAIN_HEADER);

// The arrays of a chain that outlive a transition lie one after another, as ChainArray has them.
constexpr int DIRECTION = INVERSE_MASS;

// What all threads of a block share.
struct Shared {
  Chain chain;
  double dots[64];
  double loss[32], byShape[32]; // of the density at hand, first in their stacks, see Place: the network's loss, its derivative by the shape
  double noise[3]; // what the likelihood's own parameter means, see density.cuh
  double energy0, energy, subtreeEnergy, logWeight, subtreeLogWeight, subtreeLogDensity, sumAcceptance, value, kinetic, before;
  int index, steps, depth, candidate, forwards, choose, turned, diverged, late;
  int64 began;
};
static_assert(sizeof(Shared) <= SHARED_STRUCT);
__shared__ Shared shared;
extern __shared__ __align__(16) unsigned char memory[];

DEVICE char* scratch() { return PLAN.scratch + blockIdx.x * PLAN.scratchBytes; }
DEVICE int padded(int dimension) { return (dimension + 1) & ~1; }
// Array k of the chain at hand: the first ones lie in shared memory.
DEVICE double* array(int k) {
  return k < SHARED_ARRAYS ? (double*)memory + k * padded(DIMENSION) : (double*)scratch() + (k - SHARED_ARRAYS) * padded(DIMENSION);
}
DEVICE real* weights() {
  return WEIGHTS_IN_SHARED ? (real*)((double*)memory + SHARED_ARRAYS * padded(DIMENSION)) : (real*)(scratch() + PLAN.scratchBytes) - WEIGHTS_SIZE;
}
DEVICE real* rows() {
  return ROWS_IN_SHARED ? (real*)((double*)memory + SHARED_ARRAYS * padded(DIMENSION)) + (WEIGHTS_IN_SHARED ? WEIGHTS_SIZE : 0)
      : (real*)(scratch() + PLAN.scratchBytes) - (WEIGHTS_IN_SHARED ? 0 : WEIGHTS_SIZE) - ROWS_SIZE;
}
// Of each level the weights of the neurons of the first layer by what its input changes, so far apart; then zeros, of points that have no level.
DEVICE real* levelRows() {
  return LEVEL_ROWS_IN_SHARED ? (real*)((double*)memory + SHARED_ARRAYS * padded(DIMENSION)) + (WEIGHTS_IN_SHARED ? WEIGHTS_SIZE : 0) + (ROWS_IN_SHARED ? ROWS_SIZE : 0)
      : (real*)(scratch() + PLAN.levelRowsAt);
}
DEVICE int levelPitch() { return 4 * ((FIRST_NEURONS + 3) / 4 | 1); }
#ifdef WIDTHS
// The rows of a layer that wait, (four, point).
DEVICE real* waitingRows(int layer) { return (real*)(scratch() + PLAN.scratchBytes) - layer * BLOCK * STRIDE[1]; }
#endif
// Arrays that do not outlive inner products, in place of rows where there is room, and how many there are.
DEVICE double* work(int k) { return WORK_IN_ROWS ? (double*)rows() + k * padded(DIMENSION) : array(PLAN.workAt + k); }
DEVICE int workArrays() { return WORK_IN_ROWS ? (int)(ROWS_SIZE * sizeof(real) / (padded(DIMENSION) * sizeof(double))) : WORK_ARRAYS; }
DEVICE Chain* header() { return (Chain*)(PLAN.headers + (int64)shared.index * CHAIN_HEADER); }
DEVICE double* kept(int k) { return (double*)(PLAN.chains + shared.index * PLAN.chainBytes) + (int64)k * DIMENSION; }
DEVICE double* path() { return kept(CHAIN_ARRAYS); }
// The results of a chain: log densities, statistics (statistic, draw), then draws (draw, entry).
DEVICE double* results() { return path() + (int64)PLAN.pathRows * PLAN.pathStride; }

#define EACH(k) (int k = threadIdx.x; k < DIMENSION; k += THREADS)
// The same where time counts: STRIPS entries of a thread at once, so that their loads overlap.
#define STRIP(first, s, k) (int k = first + s * THREADS + threadIdx.x; first + (s + 1) * THREADS <= DIMENSION || k < DIMENSION)
#define EVERY(k) \
  for (int first = 0; first < DIMENSION; first += STRIPS * THREADS) \
    _Pragma("unroll") for (int s = 0; s < STRIPS; s++) if STRIP(first, s, k)
