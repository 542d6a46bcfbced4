"""What is predicted for a number: at each row a mixture of normals, of the number or of its logarithm."""

import numpy as np
from sklearn.utils import check_random_state


class Distribution:
    """The posterior predictive of some rows, with every draw of the posterior in it.

    Attributes
    ----------
    weights, locations, scales : arrays (row, component)
    logarithm : whether the mixture is of the target's logarithm
    """

    def __init__(self, arrays):
        self.logarithm = "log_locations" in arrays
        prefix = "log_" if self.logarithm else ""
        self.weights = arrays["weights"]
        self.locations = arrays[prefix + "locations"]
        self.scales = arrays[prefix + "scales"]
        self._mean = arrays["mean"]
        self._sd = arrays["sd"]

    def __len__(self):
        return len(self._mean)

    def mean(self):
        return self._mean

    def std(self):
        return self._sd

    def logpdf(self, y):
        """The log density of one number for each row."""
        z, jacobian = self._inside(y)
        each = -0.5 * ((z - self.locations) / self.scales) ** 2 - np.log(self.scales)
        each = each - 0.5 * np.log(2 * np.pi) + np.log(self.weights)
        top = each.max(axis=1, keepdims=True)
        return (top + np.log(np.exp(each - top).sum(axis=1, keepdims=True)))[:, 0] - jacobian

    def pdf(self, y):
        return np.exp(self.logpdf(y))

    def cdf(self, y):
        from scipy.special import ndtr

        z, _ = self._inside(y)
        return (self.weights * ndtr((z - self.locations) / self.scales)).sum(axis=1)

    def quantile(self, probability):
        """The number below which the target lies with a probability, for each row; by bisection."""
        if not 0 < probability < 1:
            raise ValueError("A probability lies between 0 and 1, but was %s." % probability)
        from scipy.special import ndtr, ndtri

        each = self.locations + self.scales * ndtri(probability)
        low, high = each.min(axis=1), each.max(axis=1)
        for _ in range(200):
            middle = (low + high) / 2
            z = (middle[:, None] - self.locations) / self.scales
            below = (self.weights * ndtr(z)).sum(axis=1) < probability
            low, high = np.where(below, middle, low), np.where(below, high, middle)
            if np.all(high - low <= 1e-14 * np.maximum(np.abs(low), np.abs(high))):
                break
        middle = (low + high) / 2
        return np.exp(middle) if self.logarithm else middle

    def interval(self, confidence=0.9):
        """The central interval of each row, as (low, high)."""
        rest = (1 - confidence) / 2
        return self.quantile(rest), self.quantile(1 - rest)

    def sample(self, size=1, random_state=None):
        """Numbers drawn for each row: (row, draw)."""
        random = check_random_state(random_state)
        ends = self.weights.cumsum(axis=1)
        rows = np.arange(len(self))
        drawn = np.empty((len(self), size))
        for k in range(size):
            u = random.random_sample(len(self)) * ends[:, -1]
            component = (ends < u[:, None]).sum(axis=1)
            noise = random.standard_normal(len(self))
            drawn[:, k] = self.locations[rows, component] + self.scales[rows, component] * noise
        return np.exp(drawn) if self.logarithm else drawn

    def _inside(self, y):
        y = np.broadcast_to(np.asarray(y, dtype=np.float64), (len(self),))
        if not self.logarithm:
            return y[:, None], 0.0
        with np.errstate(divide="ignore", invalid="ignore"):
            z = np.where(y > 0, np.log(y), -np.inf)
        return z[:, None], z
