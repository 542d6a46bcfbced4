/**
 * A run as one self-contained HTML file, in the order in which a practitioner asks. Read: {@link
 * Report}, {@link RunFigures} (what is computed once), {@link Section} and {@link Block} (what a
 * page is made of); the sections in their order: {@link VerdictSection}, {@link
 * PredictionsSection}, {@link CalibrationSection}, {@link ConvergenceSection}, {@link
 * ModesSection}, {@link SamplerSection}, {@link ProvenanceSection}; then {@link Page}.
 */
@NullMarked
package dev.coset.report;

import org.jspecify.annotations.NullMarked;
