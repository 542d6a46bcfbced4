package dev.coset.cuda;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.ChainStart;
import dev.coset.posterior.NormalDensity;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.Mclmc;
import dev.coset.sampler.Nuts;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The kernels' {@code struct Plan}.
 *
 * @param points on the device, as are the addresses
 * @param windows of warm-up
 */
record PlanBytes(
    ChainRecipe recipe,
    Layout layout,
    DevicePoints points,
    long headers,
    long chains,
    long scratch,
    long order,
    long taken,
    long windows,
    long chainBytes) {
  private static final int TABLE = Layout.MOST_LAYERS + 1;

  /** What each field means stands in {@code plan.cuh}. */
  static final CStruct STRUCT =
      new CStruct("Plan")
          .with("const real*", Long.BYTES, "x", "y", "pointWeights", "low", "step")
          .with("const int*", Long.BYTES, "numbers", "places", "oneHots", "levelOf")
          .with("const int*", Long.BYTES, "sorted", "begins")
          .with("const short*", Long.BYTES, "levelPoints")
          .with("char*", Long.BYTES, "headers", "chains", "scratch")
          .with("const int*", Long.BYTES, "order")
          .with("int*", Long.BYTES, "taken")
          .with("const int*", Long.BYTES, "windows")
          .with(
              "int64",
              Long.BYTES,
              "chainBytes",
              "scratchBytes",
              "nanoseconds",
              "seed",
              "levelRowsAt")
          .with("double", Double.BYTES, "inputPrecision", "precision")
          .with("double", Double.BYTES, "priorConstant", "likelihoodConstant", "totalWeight")
          .with("double", Double.BYTES, "target", "mostSize")
          .with("int", Integer.BYTES, "count", "uniform", "purpose")
          .with("int", Integer.BYTES, "warmup", "draws", "thinning", "maxDepth", "windowCount")
          .with("int", Integer.BYTES, "firstEnd", "widthEnd", "every")
          .with("int", Integer.BYTES, "pathRows", "pathLength", "pathStride")
          .with("int", Integer.BYTES, "points", "padded", "inputWeights", "arrays")
          .with("int", Integer.BYTES, "oneHotCount", "levels", "columns", "workAt")
          .with("int", Integer.BYTES, "layers", "loss", "isTanh", "parameters", "dimension")
          .with("int", Integer.BYTES, "sharedArrays", "rowsInShared", "weightsInShared")
          .with("int", Integer.BYTES, "levelRowsInShared", "workInRows")
          .array("int", Integer.BYTES, "width", TABLE)
          .array("int", Integer.BYTES, "at", TABLE)
          .array("int", Integer.BYTES, "weights", TABLE)
          .array("int", Integer.BYTES, "row", TABLE)
          .array("int", Integer.BYTES, "stride", TABLE)
          .with("int", Integer.BYTES, "weightsSize", "rowsSize");

  /** The fields of a plan as they are filled in. */
  private static final class Filled {
    private final ByteBuffer bytes =
        ByteBuffer.allocate(STRUCT.size()).order(ByteOrder.nativeOrder());

    void set(String field, long value) {
      bytes.putLong(STRUCT.offset(field), value);
    }

    void set(String field, int value) {
      bytes.putInt(STRUCT.offset(field), value);
    }

    void set(String field, boolean value) {
      set(field, value ? 1 : 0);
    }

    void set(String field, double value) {
      bytes.putDouble(STRUCT.offset(field), value);
    }

    void set(String field, int[] table) {
      for (int l = 0; l < table.length; l++) {
        bytes.putInt(STRUCT.offset(field) + l * Integer.BYTES, table[l]);
      }
    }
  }

  /**
   * @param count of states to run
   * @param nanoseconds after which no new transition begins
   */
  MemorySegment of(int count, long nanoseconds) {
    var plan = new Filled();
    plan.set("x", points.x());
    plan.set("y", points.y());
    plan.set("pointWeights", points.weights());
    setLevels(plan);
    plan.set("headers", headers);
    plan.set("chains", chains);
    plan.set("scratch", scratch);
    plan.set("order", order);
    plan.set("taken", taken);
    plan.set("windows", windows);
    plan.set("chainBytes", chainBytes);
    plan.set("nanoseconds", nanoseconds);
    plan.set("count", count);
    setPosterior(plan);
    setSampler(plan);
    setLayout(plan);
    return MemorySegment.ofArray(plan.bytes.array());
  }

  private void setLevels(Filled plan) {
    var inputs = layout.shape().inputs();
    plan.set("columns", inputs.columns());
    plan.set("oneHotCount", inputs.oneHots().size());
    plan.set("levels", inputs.levels());
    var at = points.levels();
    if (at != null) {
      plan.set("low", at.low());
      plan.set("step", at.step());
      plan.set("numbers", at.numbers());
      plan.set("places", at.places());
      plan.set("oneHots", at.oneHots());
      plan.set("levelOf", at.levelOf());
      plan.set("sorted", at.sorted());
      plan.set("begins", at.begins());
      plan.set("levelPoints", at.points());
    }
  }

  private void setPosterior(Filled plan) {
    Posterior posterior = recipe.posterior();
    var shape = layout.shape();
    var prior = posterior.prior().over(shape.network());
    plan.set("inputPrecision", prior.firstPrecision());
    plan.set("precision", prior.precision());
    plan.set("priorConstant", prior.constant());
    plan.set("inputWeights", prior.first());
    plan.set(
        "likelihoodConstant",
        shape.loss() == Loss.HETEROSCEDASTIC
            ? -points.totalWeight() * NormalDensity.HALF_LOG_2_PI
            : 0.0);
    plan.set("totalWeight", points.totalWeight());
    plan.set("points", shape.points());
    plan.set("padded", shape.padded());
  }

  private void setSampler(Filled plan) {
    ChainPlan of = recipe.plan();
    var sampler = of.sampler();
    var path = new PathSize(sampler, layout.shape().dimension());
    plan.set("seed", of.seed());
    plan.set("purpose", recipe.stream().ordinal());
    plan.set("uniform", recipe.starts() == null && of.start().equals(ChainStart.UNIFORM));
    plan.set("warmup", sampler.warmup());
    plan.set("draws", sampler.draws());
    plan.set("thinning", sampler.thinning());
    switch (sampler) {
      case Nuts.Settings nuts -> {
        plan.set("target", nuts.targetAcceptance());
        plan.set("maxDepth", nuts.maxDepth());
        plan.set("windowCount", nuts.windows().size());
      }
      case Mclmc.Settings mclmc -> plan.set("target", mclmc.energyVariance());
      default -> throw new IllegalArgumentException("No kernel runs " + sampler.name() + ".");
    }
    plan.set("mostSize", 1 / StrictMath.log10(2.0 * (path.length() / 2)));
    plan.set("firstEnd", path.firstEnd());
    plan.set("widthEnd", path.widthEnd());
    plan.set("every", path.every());
    plan.set("pathRows", path.rows());
    plan.set("pathLength", path.length());
    plan.set("pathStride", path.stride());
  }

  private void setLayout(Filled plan) {
    var shape = layout.shape();
    plan.set("scratchBytes", layout.scratchBytes());
    plan.set("layers", shape.network().layers());
    plan.set("loss", shape.loss().ordinal());
    plan.set("isTanh", Layout.isTanh(shape.network()));
    plan.set("parameters", shape.network().parameters());
    plan.set("dimension", shape.dimension());
    plan.set("arrays", shape.arrays());
    plan.set("sharedArrays", layout.sharedArrays());
    plan.set("rowsInShared", layout.rowsInShared());
    plan.set("weightsInShared", layout.weightsInShared());
    plan.set("levelRowsInShared", layout.levelRowsInShared());
    plan.set("levelRowsAt", layout.levelRowsAt());
    plan.set("workInRows", layout.workInRows());
    plan.set("workAt", shape.allArrays());
    plan.set("width", shape.widths());
    plan.set("at", layout.at());
    plan.set("weights", layout.weights());
    plan.set("row", layout.row());
    plan.set("stride", layout.stride());
    plan.set("weightsSize", layout.weightsSize());
    plan.set("rowsSize", layout.rowsSize());
  }
}
