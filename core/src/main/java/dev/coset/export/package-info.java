/**
 * Exports a run's draws: a Zarr store that ArviZ reads, or a CSV table. Failed chains are not
 * exported; the others keep their numbers. An export is written completely or not at all. Read:
 * {@link ExportFormat}, {@link ArvizLayout}, {@link DrawVariables}, {@link ZarrStore}, {@link
 * ZarrGroup}, {@link ZarrArray}, {@link CsvLayout}, {@link PendingOutput}.
 */
@NullMarked
package dev.coset.export;

import org.jspecify.annotations.NullMarked;
