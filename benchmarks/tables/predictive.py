"""What a method says of the test rows, and its scores: the same for all methods.

LPPD is the mean log density of the standardised target (mean and standard deviation of the
training rows), or the mean log probability of the class.
"""

from dataclasses import dataclass

import numpy as np
from scipy.interpolate import PchipInterpolator
from scipy.stats import norm

INTERVAL = norm.ppf(0.95)
SMALLEST = np.finfo(float).eps  # of a probability, as in scikit-learn's log loss
FARTHEST = 1e9  # standard deviations


@dataclass
class Normal:
    """Of the standardised target."""

    mean: np.ndarray  # (row)
    sd: np.ndarray  # (row), or one for all

    def scores(self, y):
        inside = np.abs(y - self.mean) <= INTERVAL * self.sd
        return of_numbers(norm.logpdf(y, self.mean, self.sd), self.mean - y, inside)


@dataclass
class Quantiles:
    """A density known by its quantiles, of the standardised target.

    As a function of y, the normal's quantile at F(y) is smooth and for a normal a line: between the
    quantiles given it is interpolated, beyond them it continues as a line.
    """

    mean: np.ndarray  # (row)
    probabilities: np.ndarray  # (quantile), rising
    quantiles: np.ndarray  # (row, quantile)

    def scores(self, y):
        z = norm.ppf(self.probabilities)
        rows = [log_density(*row, z) for row in zip(y, self.quantiles, strict=True)]
        low, high = (np.searchsorted(self.probabilities, p - 1e-9) for p in (0.05, 0.95))
        inside = (self.quantiles[:, low] <= y) & (y <= self.quantiles[:, high])
        return of_numbers(np.array(rows), self.mean - y, inside)


def log_density(y, quantiles, z):
    near = np.abs(quantiles) < FARTHEST  # heavy tails reach infinity on the log scale
    quantiles, z = quantiles[near], z[near]
    rising = np.diff(quantiles, prepend=-np.inf) > 0  # far out they may be equal but for rounding
    quantiles, z = quantiles[rising], z[rising]
    curve = PchipInterpolator(quantiles, z)
    end = np.clip(y, quantiles[0], quantiles[-1])
    slope = curve(end, 1)
    return float(norm.logpdf(curve(end) + slope * (y - end)) + np.log(slope))


@dataclass
class Classes:
    probabilities: np.ndarray  # (row, class)

    def scores(self, y):
        chosen = np.clip(self.probabilities[np.arange(len(y)), y], SMALLEST, 1)
        right = self.probabilities.argmax(axis=1) == y
        return {**of_rows(np.log(chosen)), "accuracy": float(right.mean())}


def of_numbers(log_densities, errors, inside):
    return {
        **of_rows(log_densities),
        "rmse": float(np.sqrt(np.mean(errors**2))),
        "covered": int(inside.sum()),
    }


def of_rows(log_densities):
    if not np.all(np.isfinite(log_densities)):
        raise RuntimeError("The density of a test row is not a positive number.")
    rows = [float("%.8g" % value) for value in log_densities]
    return {"points": len(rows), "lppd": float(np.mean(rows)), "rows": rows}
