/**
 * A run's draws for other programs: a Zarr store as ArviZ reads it, or a table. Chains that failed
 * are left out; the others keep their numbers. What is written is whole or not there. Read: {@link
 * ExportFormat}, {@link ArvizLayout}, {@link DrawVariables}, {@link ZarrStore}, {@link ZarrGroup},
 * {@link ZarrArray}, {@link CsvLayout}, {@link PendingOutput}.
 */
@NullMarked
package dev.coset.export;

import org.jspecify.annotations.NullMarked;
