/**
 * Runs chains on Apache Spark. Posterior and plan are sent once to every executor. A task is a few
 * chains; outcomes return as they end, and the driver stores them. Read: {@link SparkEngine},
 * {@link ChainJobs}, {@link ChainTask}, {@link Parcel}.
 */
@NullMarked
package dev.coset.spark;

import org.jspecify.annotations.NullMarked;
