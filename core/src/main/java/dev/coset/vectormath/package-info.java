/**
 * The hot loops, each in a scalar and a SIMD version that agree bit for bit on every machine: lanes
 * are logical (16 in single, 8 in double precision, whatever the width of a register), every
 * multiply-add is fused, sums over lanes have one fixed order, and elementary functions are made of
 * arithmetic alone. Read: {@link Elementary}, {@link VectorMath}.
 */
@NullMarked
package dev.coset.vectormath;

import org.jspecify.annotations.NullMarked;
