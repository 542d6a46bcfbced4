/**
 * Several methods for one predictive distribution, scored in the same way on the same test rows:
 * {@code Method.deepEnsemble(10).run(study).scores()}. Read: {@link Method}, {@link ManyChains},
 * {@link LongChain}, {@link Ensemble}, {@link LaplaceMethod}, {@link LaplaceMixture}; {@link
 * Fitted}, {@link MethodResult}; {@link Workbench} for threads, progress and a folder that keeps
 * chains; {@link NamedMethod} for those that have a name on the command line.
 */
@NullMarked
package dev.coset.comparison;

import org.jspecify.annotations.NullMarked;
