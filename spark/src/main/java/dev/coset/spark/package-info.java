/**
 * Chains on Apache Spark. Posterior and plan travel once to every executor; a task is a few chains;
 * outcomes come back as they end, and the driver keeps them. Read: {@link SparkEngine}, {@link
 * ChainJobs}, {@link ChainTask}, {@link Parcel}.
 */
@NullMarked
package dev.coset.spark;

import org.jspecify.annotations.NullMarked;
