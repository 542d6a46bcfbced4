/**
 * What a fit consists of, in memory: data and configuration, the models that were tried, and how
 * the chains are weighted. Read: {@link Configuration}, {@link Study}, {@link Choice}, {@link
 * ChainWeights}.
 */
@NullMarked
package dev.coset.model;

import org.jspecify.annotations.NullMarked;
