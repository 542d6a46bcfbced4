/**
 * Charts as values. A {@link Chart} says what it shows and means in words, and holds panels of
 * {@link Mark}s over two {@linkplain Axis axes}; {@link ChartJson} hands it to the page, where
 * ECharts draws it, {@link Svg} draws it here. Ranges and ticks are chosen once, in {@link Axis},
 * for both. Read: {@link Chart}, {@link Panel}, {@link Axis}, {@link Mark}, {@link Colour}; then
 * the charts of the field: {@link PredictiveFan}, {@link FunctionDraws}, {@link Curve}, {@link
 * Histogram}, {@link BivariateMarginals}, {@link NeuronClouds}.
 */
@NullMarked
package dev.coset.report.chart;

import org.jspecify.annotations.NullMarked;
