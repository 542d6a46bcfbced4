/**
 * Measures how fast Coset is. A time is the smallest of many repetitions, because the machine may
 * be busy; shares and ratios are taken within one run. Read: {@link Main}, {@link GradientCase},
 * {@link GradientBenchmark}, {@link RegisterBenchmark}, {@link KernelBenchmark}, {@link
 * SymmetryBenchmark}.
 *
 * <p>Measures how well Coset predicts: {@link ChoiceBenchmark}, {@link SamplersBenchmark}, {@link
 * MclmcBenchmark}.
 */
@NullMarked
package dev.coset.benchmarks;

import org.jspecify.annotations.NullMarked;
