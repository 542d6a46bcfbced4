"""Writes arviz_reference.json beside itself: arrays of shape (chain, draw) with what ArviZ says of them.

pip install arviz==0.23.4 "arviz-stats[xarray]==0.8.0"; python arviz_reference.py

Nested R-hat comes from arviz-stats, all else from arviz. What ArviZ refuses or cannot compute is null.
"""

import json
import logging
import math
import pathlib
import warnings

import arviz
import arviz_stats
import numpy as np
import scipy
from arviz.stats import diagnostics as az
from arviz_stats.base.diagnostics import _DiagnosticsBase

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)
random = np.random.default_rng(20240229)


def autoregressive(chains, draws, phi):
    x = random.normal(size=(chains, draws))
    x[:, 0] /= math.sqrt(1 - phi * phi)
    for t in range(1, draws):
        x[:, t] += phi * x[:, t - 1]
    return x


def normal(*shape):
    return random.normal(size=shape)


with_nan = normal(2, 10)
with_nan[1, 3] = np.nan
groups = np.repeat(np.arange(4), 4)  # 4 superchains of 4 chains

cases = {
    "well mixed": normal(4, 100),
    "stuck chains": normal(4, 50) + 3 * np.arange(4)[:, None],
    "one chain wider": normal(4, 60) * np.array([[1], [1], [1], [5]]),
    "heavy tails": random.standard_cauchy(size=(4, 100)),
    "constant": np.full((3, 20), 1.7),
    "constant within chains": np.repeat([[0.3], [0.1], [0.7], [1.1]], 10, axis=1),
    "ties": random.poisson(1.0, size=(4, 60)).astype(float),
    "two values": random.choice([-1.0, 1.0], size=(4, 30)),
    "tied decimals": random.integers(0, 7, size=(3, 41)) / 10.0,
    "odd number of draws": autoregressive(3, 51, 0.6),
    "two chains of ten": normal(2, 10),
    "many short chains": normal(54, 20) + 0.5 * normal(54, 1),
    "one chain": autoregressive(1, 40, 0.5),
    "four draws": normal(6, 4),
    "five draws": normal(5, 5),
    "nine draws": normal(5, 9),
    "slow": autoregressive(4, 250, 0.97),
    "antithetic": autoregressive(4, 80, -0.8),
    "trend": normal(4, 60) + np.linspace(0, 3, 60),
    "long": autoregressive(2, 1000, 0.3),
    "offset": 1e4 + normal(3, 30),
    "three draws": normal(8, 3),
    "one draw": normal(16, 1),
    "not a number": with_nan,
    "superchains": normal(16, 20),
    "superchains apart": normal(16, 20) + 0.8 * np.repeat(normal(4, 1), 4, axis=0),
    "superchains of one draw": normal(16, 1) + 0.8 * np.repeat(normal(4, 1), 4, axis=0),
    "superchains of three draws": normal(16, 3) + 0.8 * np.repeat(normal(4, 1), 4, axis=0),
}


def value(x):
    x = float(x)
    return x if math.isfinite(x) else ("Infinity" if x > 0 else None)


def chain_wise(chain):
    """R-hat of one chain's halves; ArviZ itself wants two chains."""
    if len(chain) < 4 or np.isnan(chain).any():
        return np.nan
    halves = az._split_chains(chain[None, :])
    return max(az._rhat(az._z_scale(halves)), az._rhat(az._z_fold(halves)))


def reference(name, x):
    result = {
        "rhat_rank": value(arviz.rhat(x, method="rank")),
        "rhat_bulk": value(arviz.rhat(x, method="z_scale")),
        "rhat_folded": value(arviz.rhat(x, method="folded")),
        "rhat_split": value(arviz.rhat(x, method="split")),
        "rhat_chain_wise": [value(chain_wise(chain)) for chain in x],
        "ess_bulk": value(arviz.ess(x, method="bulk")),
        "ess_tail": value(arviz.ess(x, method="tail")),
        "ess_mean": value(arviz.ess(x, method="mean")),
        "ess_sd": value(arviz.ess(x, method="sd")),
        "ess_median": value(arviz.ess(x, method="median")),
        "mcse_mean": value(arviz.mcse(x, method="mean")),
        # 0 / 0 in a constant chain, but for rounding
        "bfmi": [value(b) if np.ptp(chain) > 0 else None for b, chain in zip(arviz.bfmi(x), x)],
    }
    if "superchains" in name:
        nested = _DiagnosticsBase()
        result["superchain"] = groups.tolist()
        result["rhat_nested"] = value(nested._rhat_nested(x, groups))
        result["rhat_nested_rank"] = value(nested._rhat_nested_rank(x, groups))
    return result


rounded = {name: np.array([[float(f"{v:.6g}") for v in row] for row in x]) for name, x in cases.items()}
document = {
    "versions": {
        "arviz": arviz.__version__,
        "arviz_stats": arviz_stats.__version__,
        "numpy": np.__version__,
        "scipy": scipy.__version__,
    },
    "cases": [
        {"name": name, "draws": [[value(v) for v in row] for row in x], **reference(name, x)}
        for name, x in rounded.items()
    ],
}
lines = json.dumps(document).replace('{"name"', '\n{"name"')
pathlib.Path(__file__).with_name("arviz_reference.json").write_text(lines + "\n")
