/**
 * The hot loops, each in a scalar and a SIMD version that agree bit for bit on every machine: lanes
 * are logical (16 in single, 8 in double precision, whatever the width of a register), every
 * multiply-add is fused, sums over lanes have one fixed order, and elementary functions are made of
 * arithmetic alone. Dense linear algebra comes from a library. Read: {@link Elementary}, {@link
 * StandardNormal}, {@link VectorMath}, {@link FloatLayer}, {@link ScalarFloatLayer}, {@link
 * SimdFloatLayer}, {@link SimdFloatTiles}, {@link SimdFloatLoss}, {@link SimdSums}, {@link Netlib}.
 */
@NullMarked
package dev.coset.vectormath;

import org.jspecify.annotations.NullMarked;
