/**
 * How fast Coset is. Times are the least of many repetitions, for a machine may be busy with other
 * things; shares and ratios are taken within one run. Read: {@link Main}, {@link GradientCase},
 * {@link GradientBenchmark}, {@link RegisterBenchmark}, {@link KernelBenchmark}, {@link
 * SymmetryBenchmark}.
 *
 * <p>And how good: {@link ChoiceBenchmark}, {@link SamplersBenchmark}, {@link MclmcBenchmark}.
 */
@NullMarked
package dev.coset.benchmarks;

import org.jspecify.annotations.NullMarked;
