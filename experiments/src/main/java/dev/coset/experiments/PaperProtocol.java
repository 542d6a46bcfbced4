package dev.coset.experiments;

import dev.coset.comparison.Ensemble;
import dev.coset.comparison.LaplaceMethod;
import dev.coset.comparison.Method;
import dev.coset.laplace.LaplaceSettings;
import dev.coset.optimisation.MapTraining;
import dev.coset.optimisation.Objective;
import dev.coset.optimisation.WeightStart;

/** How the paper trained: RMSProp from standard normal weights over all points. */
final class PaperProtocol {
  /** Of the paper's script, which explains the printed values where any rate does. */
  static final double SCRIPT_RATE = 0.01;

  /** Of its text. */
  static final double TEXT_RATE = 1e-4;

  private PaperProtocol() {}

  static MapTraining training(double learningRate, int epochs) {
    return new MapTraining(
        Objective.PAPER, new RmsProp(learningRate, epochs), WeightStart.STANDARD_NORMAL, null);
  }

  /** A deep ensemble as the script trained it. */
  static Method ensemble(PaperNetwork network) {
    return new Ensemble("ensemble-paper", training(SCRIPT_RATE, network.epochs()), Paper.MEMBERS);
  }

  /** Draws from a normal around a network that was trained so. */
  static Method laplace(PaperNetwork network, int draws) {
    return new LaplaceMethod(
        "laplace-paper",
        training(SCRIPT_RATE, network.epochs()),
        LaplaceSettings.standard(),
        draws);
  }
}
