package dev.coset.cuda;

import dev.coset.data.InputException;
import dev.coset.message.Setting;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Posterior;

/** The losses that the kernels know, in the order of their constants. */
enum Loss {
  SQUARED_ERROR,
  HETEROSCEDASTIC,
  STUDENT,
  LOGISTIC,
  SOFTMAX;

  /** How many parameters its likelihood has besides those of the network. */
  int nuisances() {
    return this == SQUARED_ERROR || this == STUDENT ? 1 : 0;
  }

  /** How many numbers lie behind the outputs of a point: what it adds to the loss and to more. */
  int behind() {
    return this == STUDENT ? 2 : 1;
  }

  static Loss of(Posterior posterior) {
    return switch (posterior.likelihood().name()) {
      case Likelihood.NORMAL -> SQUARED_ERROR;
      case Likelihood.HETEROSCEDASTIC -> HETEROSCEDASTIC;
      case Likelihood.STUDENT -> STUDENT;
      case Likelihood.CATEGORICAL -> posterior.network().outputs() == 1 ? LOGISTIC : SOFTMAX;
      default ->
          throw InputException.of(
              "The CUDA engine has no kernel for the likelihood %s. Use %s.",
              posterior.likelihood().name(), Setting.ENGINE.to("local"));
    };
  }
}
