/**
 * The function {@code f_theta}: a multilayer perceptron over a parameter vector. Layer 0 is the
 * input; layer {@code l} maps {@code width(l - 1)} values to {@code width(l)}: {@code o_l = W_l
 * z_(l-1) + b_l}, {@code z_l = a(o_l)}, and the last layer has no activation. (The paper counts the
 * input as layer 1.) Read: {@link Activation}, {@link Network}, {@link PlainNetwork}; {@link
 * BatchGradient}, {@link OutputKernel}, {@link TreeSum}, {@link FloatPass}.
 */
@NullMarked
package dev.coset.network;

import org.jspecify.annotations.NullMarked;
