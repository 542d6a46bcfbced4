"""The predictive distribution of numbers: a mixture for each row, of the number or of its logarithm."""

import numpy as np
from scipy.special import logsumexp, ndtr, ndtri, stdtr, stdtrit
from scipy.stats import norm, t as student
from sklearn.utils import check_random_state


class Distribution:
    """The posterior predictive of some rows, with all draws of the posterior.

    Attributes
    ----------
    weights, locations, scales : arrays (row, component)
    freedoms : array (row, component) or None
        Degrees of freedom of components that are Student's t distributions, infinite of those that are normal;
        None where all are normal.
    logarithm : whether the mixture is of the target's logarithm
    """

    def __init__(self, arrays):
        self.logarithm = "log_locations" in arrays
        prefix = "log_" if self.logarithm else ""
        self.weights = arrays["weights"]
        self.locations = arrays[prefix + "locations"]
        self.scales = arrays[prefix + "scales"]
        self.freedoms = arrays.get("freedoms")
        self._mean = arrays["mean"]
        self._median = arrays["median"]
        self._sd = arrays["sd"]

    def __len__(self):
        return len(self._mean)

    def mean(self):
        return self._mean

    def median(self):
        return self._median

    def std(self):
        return self._sd

    def logpdf(self, y):
        """Returns the log density of one number per row."""
        y = self._each(y)
        inside = self._inside(y)
        if self.freedoms is None:
            each = norm.logpdf(inside[:, None], self.locations, self.scales)
        else:
            each = student.logpdf(inside[:, None], self.freedoms, self.locations, self.scales)
        density = logsumexp(each, axis=1, b=self.weights)
        return np.where(y > 0, density - inside, -np.inf) if self.logarithm else density

    def pdf(self, y):
        return np.exp(self.logpdf(y))

    def cdf(self, y):
        """Returns the probability of a smaller number, for each row."""
        y = self._each(y)
        z = (self._inside(y)[:, None] - self.locations) / self.scales
        below = (self.weights * self._below(z)).sum(axis=1)
        return np.where(y > 0, below, 0.0) if self.logarithm else below

    def quantile(self, probability):
        """Returns the quantile of each row, by bisection."""
        if not 0 < probability < 1:
            raise ValueError("The probability must lie between 0 and 1, but was %s." % probability)
        standard = ndtri(probability) if self.freedoms is None else stdtrit(self.freedoms, probability)
        each = self.locations + self.scales * standard
        low, high = each.min(axis=1), each.max(axis=1)
        for _ in range(200):
            middle = (low + high) / 2
            z = (middle[:, None] - self.locations) / self.scales
            below = (self.weights * self._below(z)).sum(axis=1) < probability
            low, high = np.where(below, middle, low), np.where(below, high, middle)
            if np.all(high - low <= 1e-14 * np.maximum(np.abs(low), np.abs(high))):
                break
        middle = (low + high) / 2
        return _finite_exp(middle) if self.logarithm else middle

    def interval(self, confidence=0.9):
        """Returns the central interval of each row, as (low, high)."""
        rest = (1 - confidence) / 2
        return self.quantile(rest), self.quantile(1 - rest)

    def sample(self, size=1, random_state=None):
        """Draws numbers for each row, of shape (row, draw)."""
        random = check_random_state(random_state)
        ends = self.weights.cumsum(axis=1)
        rows = np.arange(len(self))
        drawn = np.empty((len(self), size))
        for k in range(size):
            u = random.random_sample(len(self)) * ends[:, -1]
            component = (ends < u[:, None]).sum(axis=1)
            noise = random.standard_normal(len(self))
            if self.freedoms is not None:  # Student's t is a normal over the root of a mean of squares
                freedom = self.freedoms[rows, component]
                finite = np.isfinite(freedom)
                squares = random.chisquare(np.where(finite, freedom, 1.0))
                noise = np.where(finite, noise * np.sqrt(np.where(finite, freedom, 1.0) / squares), noise)
            drawn[:, k] = self.locations[rows, component] + self.scales[rows, component] * noise
        return _finite_exp(drawn) if self.logarithm else drawn

    def _below(self, z):
        return ndtr(z) if self.freedoms is None else stdtr(self.freedoms, z)

    def _each(self, y):
        return np.broadcast_to(np.asarray(y, dtype=np.float64), (len(self),))

    def _inside(self, y):
        """Maps numbers to the scale of the mixture; a number without a logarithm stands for any other."""
        return np.log(np.where(y > 0, y, 1.0)) if self.logarithm else y


def _finite_exp(z):
    """Returns the exponential, or the largest number where it overflows."""
    return np.exp(np.minimum(z, np.log(np.finfo(np.float64).max)))
