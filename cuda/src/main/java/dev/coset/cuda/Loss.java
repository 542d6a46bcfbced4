package dev.coset.cuda;

import dev.coset.data.InputException;
import dev.coset.message.Setting;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Posterior;

/** The losses that the kernels know, in the order of their constants. */
enum Loss {
  SQUARED_ERROR,
  HETEROSCEDASTIC,
  LOGISTIC,
  SOFTMAX;

  static Loss of(Posterior posterior) {
    return switch (posterior.likelihood().name()) {
      case Likelihood.NORMAL -> SQUARED_ERROR;
      case Likelihood.HETEROSCEDASTIC -> HETEROSCEDASTIC;
      case Likelihood.CATEGORICAL -> posterior.network().outputs() == 1 ? LOGISTIC : SOFTMAX;
      default ->
          throw InputException.of(
              "The CUDA engine has no kernel for the likelihood %s. Use %s.",
              posterior.likelihood().name(), Setting.ENGINE.to("local"));
    };
  }
}
