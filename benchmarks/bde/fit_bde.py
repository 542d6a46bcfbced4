"""Fits bde to a dataset and says its LPPD on the test rows, as one line of JSON.

Called with the dataset's name and BdeRegressor's settings as JSON.
"""

import json
import os
import sys

# One thread for XLA, as the process has one core; read when JAX is imported.
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["TQDM_DISABLE"] = "1"  # its bar is drawn anew at every step of every member

import numpy as np
from bde import BdeRegressor
from scipy.special import logsumexp

import settings
from problem import Problem


def log_densities(outputs, y):
    """Of y under each draw: outputs (draw, point, (mean, scale before softplus)) -> (draw, point).

    The scale is BdePredictor's own.
    """
    mean, scale = outputs[..., 0], np.logaddexp(0, outputs[..., 1]) + 1e-6
    return -0.5 * np.log(2 * np.pi) - np.log(scale) - 0.5 * ((y - mean) / scale) ** 2


def main(name, given):
    data = Problem(name)
    regressor = BdeRegressor(**given).fit(data.x, data.y)
    raw = np.asarray(regressor.predict(data.x_test, raw=True), dtype=np.float64)
    draws = raw.reshape(-1, *raw.shape[2:])  # (member, draw, ...) -> (draw, ...)
    finite = draws[np.isfinite(draws).all(axis=(1, 2))]
    lppd = logsumexp(log_densities(finite, data.y_test), axis=0) - np.log(len(finite))
    epochs = sum(len(member["epoch"]) for member in regressor.history().values())
    found = {
        "lppd": float(lppd.mean()),
        "gradients": settings.gradients(given, epochs),
        "draws": len(draws),
        "lost": len(draws) - len(finite),
    }
    print(json.dumps(found))


main(sys.argv[1], json.loads(sys.argv[2]))
