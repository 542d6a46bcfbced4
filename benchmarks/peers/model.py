"""The model that all three systems sample, and its data, as in the paper's experiments.

y ~ Normal(f_theta(x), sigma), theta ~ Normal(0, 1), sigma ~ HalfNormal(1); f_theta is a perceptron
with tanh. Theta is one vector, layer by layer weights (out, in), then biases: Coset's own order.
"""

import json

import numpy as np

import machine

NETWORKS = {"f1": (3,), "f2": (16, 16, 16)}


class Data:
    """One dataset, standardised on all rows (variance with divisor n), in the paper's split."""

    def __init__(self, name):
        folder = machine.data_folder()
        self.csv = folder / (name + ".csv")
        self.splits = folder / "splits.json"
        self.target = self.csv.open().readline().strip().split(",")[-1]
        rows = np.loadtxt(self.csv, delimiter=",", skiprows=1)
        rows = (rows - rows.mean(axis=0)) / rows.std(axis=0)
        split = json.loads(self.splits.read_text())[name]
        self.x, self.y = rows[split["train"], :-1], rows[split["train"], -1]
        self.x_test, self.y_test = rows[split["test"], :-1], rows[split["test"], -1]


def layers(theta, widths):
    """Cuts theta into [(weights (out, in), biases (out,))], for both NumPy and JAX."""
    parts, at = [], 0
    for below, width in zip(widths, widths[1:]):
        weights = theta[at : at + width * below].reshape(width, below)
        at += width * below
        parts.append((weights, theta[at : at + width]))
        at += width
    return parts


def parameters(widths):
    return sum(width * (below + 1) for below, width in zip(widths, widths[1:]))


def widths_of(network, data):
    return (data.x.shape[1], *NETWORKS[network], 1)


def forward(theta, x, widths):
    """In double precision: theta (draw, parameter), x (point, feature) -> (draw, output, point)."""
    values = np.empty((len(theta), widths[-1], len(x)))
    for g, vector in enumerate(np.asarray(theta, dtype=np.float64)):
        h = x.T
        parts = layers(vector, widths)
        for weights, biases in parts[:-1]:
            h = np.tanh(weights @ h + biases[:, None])
        weights, biases = parts[-1]
        values[g] = weights @ h + biases[:, None]
    return values


def outputs(theta, x, network, data):
    """f_theta: theta (draw, parameter), x (point, feature) -> (draw, point)."""
    return forward(theta, x, widths_of(network, data))[:, 0]


def log_density(q, network, data):
    """log p(theta, log sigma | D) up to a constant, in double: q (draw, parameter) -> (draw)."""
    q = np.asarray(q, dtype=np.float64)
    theta, log_sigma = q[:, :-1], q[:, -1]
    sigma = np.exp(log_sigma)
    squares = np.sum((data.y - outputs(theta, data.x, network, data)) ** 2, axis=1)
    prior = -0.5 * np.sum(theta * theta, axis=1) - 0.5 * sigma * sigma + log_sigma
    return prior - 0.5 * squares / sigma**2 - len(data.y) * log_sigma
