package dev.coset.cuda;

import dev.coset.chains.RandomStream;
import dev.coset.posterior.NormalDensity;
import dev.coset.posterior.StudentLikelihood;
import dev.coset.sampler.MclmcStatistics;
import dev.coset.sampler.NutsStatistics;
import dev.coset.sampler.Tuning;
import dev.coset.statistics.EffectiveSampleSize;
import dev.coset.vectormath.DoubleLayer;
import dev.coset.vectormath.FloatLayer;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * What kernels and Java must agree on, written from Java's own values: structures, enumerations and
 * the samplers' constants. Every kernel includes it, so that the two cannot differ.
 */
final class KernelConstants {
  static final String FILE = "constants.cuh";

  private KernelConstants() {}

  /** The text of {@link #FILE}. */
  static String text() {
    var text = new StringBuilder("// Written by dev.coset.cuda.KernelConstants.\n#pragma once\n");
    text.append("#ifdef DOUBLE\n");
    add(text, "LANES", DoubleLayer.LANES);
    add(text, "BLOCK", DoubleLayer.BLOCK);
    add(text, "STEP", DoubleLayer.STEP);
    text.append("#else\n");
    add(text, "LANES", FloatLayer.LANES);
    add(text, "BLOCK", FloatLayer.BLOCK);
    add(text, "STEP", FloatLayer.STEP);
    text.append("#endif\n");
    add(text, "Loss", Loss.values());
    add(text, "Status", ChainHeader.Status.values());
    add(text, "ChainArray", ChainResult.Kept.values());
    add(text, "Purpose", RandomStream.values());
    add(text, "CHAIN_ARRAYS", ChainResult.Kept.values().length);
    add(text, "CHAIN_HEADER", ChainHeader.SIZE);
    add(text, "MOST_LAYERS", Layout.MOST_LAYERS);
    add(text, "GENERAL_THREADS", Layout.GENERAL_THREADS);
    add(text, "SHARED_STRUCT", Layout.SHARED_STRUCT);
    add(text, "WORK_ARRAYS", Layout.WORK_ARRAYS);
    add(text, "NUTS_ARRAYS", DeviceChains.NUTS_ARRAYS);
    add(text, "MCLMC_ARRAYS", DeviceChains.MCLMC_ARRAYS);
    add(text, "NUTS_STATISTICS", NutsStatistics.SCHEMA.size());
    add(text, "MCLMC_STATISTICS", MclmcStatistics.SCHEMA.size());
    add(text, "START_TRIES", Tuning.START_TRIES);
    add(text, "START_RADIUS", Tuning.START_RADIUS);
    add(text, "DIVERGENCE", Tuning.DIVERGENCE);
    add(text, "AVERAGING_T0", Tuning.AVERAGING_T0);
    add(text, "AVERAGING_KAPPA", Tuning.AVERAGING_KAPPA);
    add(text, "AVERAGING_GAMMA", Tuning.AVERAGING_GAMMA);
    add(text, "AVERAGING_REACH", Tuning.AVERAGING_REACH);
    add(text, "VARIANCE_WEIGHT", Tuning.VARIANCE_WEIGHT);
    add(text, "VARIANCE_TOWARDS", Tuning.VARIANCE_TOWARDS);
    add(text, "SPLITTING", Tuning.SPLITTING);
    add(text, "LEAST_MOST_ERROR", Tuning.LEAST_MOST_ERROR);
    add(text, "MOST_ERROR", Tuning.MOST_ERROR);
    add(text, "FAR", Tuning.FAR);
    add(text, "START_VARIANCE", Tuning.START_VARIANCE);
    add(text, "START_STEP", Tuning.START_STEP);
    add(text, "ERROR_MEMORY", Tuning.ERROR_MEMORY);
    add(text, "ERROR_TRUST", Tuning.ERROR_TRUST);
    add(text, "ERROR_FLOOR", Tuning.ERROR_FLOOR);
    add(text, "STEP_SHRINK", Tuning.STEP_SHRINK);
    add(text, "STEP_GROW", Tuning.STEP_GROW);
    add(text, "LEAST_DECOHERENCE", Tuning.LEAST_DECOHERENCE);
    add(text, "LENGTH_PER_TIME", Tuning.LENGTH_PER_TIME);
    add(text, "RESOLUTION", EffectiveSampleSize.RESOLUTION);
    add(text, "HALF_LOG_2_PI", NormalDensity.HALF_LOG_2_PI);
    add(text, "STUDENT_BOUND", StudentLikelihood.BOUND);
    add(text, "STUDENT_PRIOR_MEAN", StudentLikelihood.PRIOR_MEAN);
    add(text, "STUDENT_PRIOR_SD", StudentLikelihood.PRIOR_SD);
    add(text, "STUDENT_PRIOR_HEIGHT", StudentLikelihood.LOG_PRIOR_HEIGHT);
    text.append(PlanBytes.STRUCT.text());
    text.append(ChainHeader.STRUCT.text());
    return text.toString();
  }

  private static void add(StringBuilder text, String name, int value) {
    text.append("constexpr int %s = %d;\n".formatted(name, value));
  }

  private static void add(StringBuilder text, String name, double value) {
    text.append("constexpr double %s = %s;\n".formatted(name, Double.toHexString(value)));
  }

  private static void add(StringBuilder text, String name, Enum<?>[] values) {
    String names = Arrays.stream(values).map(Enum::name).collect(Collectors.joining(", "));
    text.append("enum %s { %s };\n".formatted(name, names));
  }
}
