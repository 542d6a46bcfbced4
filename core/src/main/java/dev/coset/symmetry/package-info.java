/**
 * Removes the group of equioutput moves from a cloud of draws. Permuting the neurons of a hidden
 * layer, flipping the signs of a tanh neuron or rescaling a ReLU neuron changes theta but not
 * {@code f_theta}; a removal maps every draw by one such move so that the draws come to lie in one
 * representative set. Read: {@link NeuronSymmetry}, {@link Move}, {@link Cardinality}, {@link
 * SymmetryRemoval}, {@link SymmetryFree}; then {@link ExactAlignment} with {@link Representative},
 * {@link ProcrustesMean}, {@link Aligner}, {@link LinearAssignment} and {@link
 * GraduatedAssignment}; and the paper's {@link GeometryRemoval} with {@link Hyperplane}, {@link
 * NearestNeighbours} and {@link GreedyRelabelling}.
 */
@NullMarked
package dev.coset.symmetry;

import org.jspecify.annotations.NullMarked;
