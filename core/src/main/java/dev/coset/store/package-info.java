/**
 * Stores a run on disk: its settings, the data and every finished chain, safe against a kill at any
 * moment. Read: {@link Manifest}, {@link Journal}, {@link RunFolder}, {@link RunStore}.
 *
 * <pre>
 * RUN/manifest.json    what determines all results; written last, by rename: without it there is no run
 * RUN/data.bin         the encoded data and the split
 * RUN/draws.journal    one record for each finished chain, bound to the manifest
 * RUN/weights.json     the weight of each chain, and why; made again where it is missing
 * RUN/candidates.json  of several models: what was chosen of those in the manifest
 * RUN/candidates/NAME  of several models: a run for each that was kept, bound to the choice
 * RUN/scores.journal   of several models: one record for each fold's scores
 * RUN/lock             held by the process that adds chains
 * RUN/timings.csv      seconds of each chain; not part of what two equal runs share
 * </pre>
 */
@NullMarked
package dev.coset.store;

import org.jspecify.annotations.NullMarked;
