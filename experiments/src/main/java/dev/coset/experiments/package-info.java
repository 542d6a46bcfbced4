/**
 * Reproduces the paper's tables and figures, and adds further experiments: one class for each, with
 * its constants. Read: {@link Experiment}, {@link Experiments} (all of them), {@link PaperData},
 * {@link PaperNetwork}; {@link Laboratory} and {@link Scope} (where and how much), {@link
 * Measurement} and {@link Measurements} (what is kept of a fit), {@link Seeds}, {@link Printed}
 * (the paper's values), {@link SampledPosterior} with {@link FunctionPanels} and {@link ModePlane}
 * (what figures show); then the experiments.
 */
@NullMarked
package dev.coset.experiments;

import org.jspecify.annotations.NullMarked;
