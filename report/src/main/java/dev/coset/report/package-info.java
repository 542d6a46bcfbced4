/**
 * A run as one self-contained HTML file, in the order in which a practitioner asks. Read: {@link
 * Report}, {@link RunFigures} (what is computed once), {@link MixedValues} (what several models
 * compute together), {@link Section} and {@link Block} (what a page is made of); the sections in
 * their order: {@link VerdictSection}, {@link PredictionsSection}, {@link WhatIfSection}, {@link
 * CalibrationSection}, {@link ThresholdSection}, {@link ModelSection}, then those under "Advanced",
 * {@link ConvergenceSection}, {@link ModesSection}, {@link SamplerSection} and {@link
 * ConfigurationSection}; {@link ModelCard}; then {@link Page} and {@link Markdown}.
 */
@NullMarked
package dev.coset.report;

import org.jspecify.annotations.NullMarked;
