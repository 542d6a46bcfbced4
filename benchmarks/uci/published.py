"""What others printed for 20 random splits of 90/10: mean and standard error, in the target's units.

Probabilistic backpropagation (Hernandez-Lobato and Adams 2015), Monte Carlo dropout (Gal and
Ghahramani 2016), deep ensembles (Lakshminarayanan et al. 2017), all as the last of these has them;
its negative log likelihoods with their sign changed.
"""

from typing import NamedTuple


class Printed(NamedTuple):
    mean: float
    error: float

    def __str__(self):
        return "%.2f +- %.2f" % self


class Values(NamedTuple):
    log_likelihood: Printed
    rmse: Printed


def values(log_likelihood, its_error, rmse, error):
    return Values(Printed(log_likelihood, its_error), Printed(rmse, error))


VALUES = {
    "concrete": {
        "PBP": values(-3.16, 0.02, 5.67, 0.09),
        "MC dropout": values(-3.04, 0.09, 5.23, 0.53),
        "deep ensembles": values(-3.06, 0.18, 6.03, 0.58),
    },
    "energy": {
        "PBP": values(-2.04, 0.02, 1.80, 0.05),
        "MC dropout": values(-1.99, 0.09, 1.66, 0.19),
        "deep ensembles": values(-1.38, 0.22, 2.09, 0.29),
    },
    "yacht": {
        "PBP": values(-1.63, 0.02, 1.02, 0.05),
        "MC dropout": values(-1.55, 0.12, 1.11, 0.38),
        "deep ensembles": values(-1.18, 0.21, 1.58, 0.48),
    },
    "boston": {
        "PBP": values(-2.57, 0.09, 3.01, 0.18),
        "MC dropout": values(-2.46, 0.25, 2.97, 0.85),
        "deep ensembles": values(-2.41, 0.25, 3.28, 1.00),
    },
}
