"""The likelihoods that Coset and NumPyro sample, each written once for NumPyro and once in NumPy.

z (..., output, point) are the network's outputs. Up to what the prior adds, the log density of
(theta, nuisance) is the sum of log_likelihood over the training points.
"""

import jax.numpy as jnp
import numpy as np
import numpyro
import numpyro.distributions as dist
from scipy.special import expit, log_expit, log_softmax, softmax


def log_normal(y, mean, log_sigma):
    return -0.5 * ((y - mean) * np.exp(-log_sigma)) ** 2 - log_sigma - 0.5 * np.log(2 * np.pi)


class Normal:
    """y ~ Normal(z, sigma), sigma ~ HalfNormal(1), sampled as log sigma."""

    nuisances = 1

    def outputs(self, classes):
        return 1

    def observe(self, z, y):
        sigma = numpyro.sample("sigma", dist.HalfNormal(1.0))
        numpyro.sample("y", dist.Normal(z[0], sigma), obs=y)

    def log_prior(self, nuisance):
        return nuisance[:, 0] - 0.5 * np.exp(2 * nuisance[:, 0])

    def log_likelihood(self, z, nuisance, y):
        return log_normal(y, z[:, 0], nuisance)

    def quantities(self, z, nuisance):
        """What is compared row by row (draw, quantity, point): here mean and log sigma."""
        return np.stack([z[:, 0], np.broadcast_to(nuisance, z[:, 0].shape)], axis=1)


class Heteroscedastic:
    """y ~ Normal(z_0, exp(z_1))."""

    nuisances = 0

    def outputs(self, classes):
        return 2

    def observe(self, z, y):
        numpyro.sample("y", dist.Normal(z[0], jnp.exp(z[1])), obs=y)

    def log_prior(self, nuisance):
        return 0

    def log_likelihood(self, z, nuisance, y):
        return log_normal(y, z[:, 0], z[:, 1])

    def quantities(self, z, nuisance):
        return z


class Categorical:
    """P(y = k) by softmax of z; of two classes the second has log odds z_0. y are class numbers."""

    nuisances = 0

    def outputs(self, classes):
        return 1 if classes == 2 else classes

    def observe(self, z, y):
        if len(z) == 1:
            numpyro.sample("y", dist.Bernoulli(logits=z[0]), obs=y)
        else:
            numpyro.sample("y", dist.Categorical(logits=z.T), obs=y)

    def log_prior(self, nuisance):
        return 0

    def log_likelihood(self, z, nuisance, y):
        if z.shape[1] == 1:
            return log_expit(np.where(y == 1, z[:, 0], -z[:, 0]))
        return np.take_along_axis(log_softmax(z, axis=1), y[None, None, :], axis=1)[:, 0]

    def quantities(self, z, nuisance):
        """The probabilities; of two classes that of the second."""
        return expit(z) if z.shape[1] == 1 else softmax(z, axis=1)


LIKELIHOODS = {
    "normal": Normal(),
    "heteroscedastic": Heteroscedastic(),
    "categorical": Categorical(),
}
