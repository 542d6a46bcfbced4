"""Opens exports with ArviZ and compares them with what their runs hold.

python check_export.py FOLDER   each folder in FOLDER has stores *.zarr of one run, and its draws, statistics and data
                                in expected.json; exits with 3 if this Python cannot read Zarr stores with ArviZ
"""

import json
import math
import pathlib
import sys
import tempfile
import warnings

warnings.filterwarnings("ignore")

UNABLE = 3

try:
    import arviz
    import numpy as np
except ImportError as missing:
    print(missing)
    sys.exit(UNABLE)


def can_read_zarr():
    with tempfile.TemporaryDirectory() as folder:
        try:
            arviz.from_dict(posterior={"x": np.zeros((2, 3))}).to_zarr(folder)
            return arviz.from_zarr(folder).posterior.x.shape == (2, 3)
        except Exception as reason:
            print(reason)
            return False


def same_bits(name, actual, expected, dtype=np.float64):
    actual = np.asarray(actual)
    expected = np.asarray(expected, dtype)
    assert actual.dtype == expected.dtype, f"{name}: {actual.dtype}"
    assert actual.shape == expected.shape, f"{name}: {actual.shape}, not {expected.shape}"
    assert actual.tobytes() == expected.tobytes(), f"{name} differs"


def normal(y, mean, sigma):
    return -(((y - mean) / sigma) ** 2) / 2 - np.log(sigma) - np.log(2 * np.pi) / 2


def student(y, location, scale, df):
    """The log density of Student's t."""
    gamma = np.vectorize(math.lgamma)
    height = gamma((df + 1) / 2) - gamma(df / 2) - np.log(df * np.pi) / 2
    return height - np.log(scale) - (df + 1) / 2 * np.log1p(((y - location) / scale) ** 2 / df)


def categorical(y, z):
    """The log probability of class y; of two classes z is the log odds of the second."""
    if z.sizes["output"] == 1:
        first = z.isel(output=0)
        return -np.logaddexp(0, (1 - 2 * y) * first)
    y = y.astype(int)
    top = z.max("output")
    return z.isel(output=y) - top - np.log(np.exp(z - top).sum("output"))


ACTIVATIONS = {"tanh": np.tanh, "relu": lambda o: np.maximum(o, 0)}
LIKELIHOODS = {
    "normal": lambda y, z, q: normal(y, z.sel(output="f"), q.sigma),
    "heteroscedastic": lambda y, z, q: normal(y, z.sel(output="mean"), np.exp(z.sel(output="log_sigma"))),
    "student": lambda y, z, q: student(y, z.sel(output="location"), np.exp(z.sel(output="log_scale")), q.df),
    "categorical": lambda y, z, q: categorical(y, z),
}
NUISANCES = {"normal": {"sigma": np.exp}, "student": {"df": lambda q: 1 + np.exp(q)}}


def check(store, expected):
    data = arviz.from_zarr(store)
    groups = ["posterior", "sample_stats", "log_likelihood", "observed_data", "constant_data"]
    assert sorted(data.groups()) == sorted(groups), data.groups()
    posterior = data.posterior
    widths = expected["widths"]
    layers = ["input"] + [f"hidden{l}" for l in range(1, len(widths) - 1)] + ["output"]
    chains = len(expected["chain"])
    theta = []
    for l in range(1, len(widths)):
        w, b = posterior[f"w{l}"], posterior[f"b{l}"]
        assert w.dims == ("chain", "draw", layers[l], layers[l - 1]), w.dims
        assert b.dims == ("chain", "draw", layers[l]), b.dims
        theta += [w.values.reshape(chains, -1, widths[l] * widths[l - 1]), b.values]
    draws = np.array(expected["draws"])  # (chain, draw, entry), nuisance parameters last
    theta = np.concatenate(theta, axis=2)
    same_bits("theta", theta, draws[:, :, : theta.shape[2]])
    likelihood = expected["attributes"]["likelihood"]
    nuisances = NUISANCES.get(likelihood, {})
    assert theta.shape[2] + len(nuisances) == draws.shape[2]
    assert nuisances.keys() == {"sigma", "df"} & set(posterior)
    for name, value in nuisances.items():
        np.testing.assert_allclose(posterior[name], value(draws[:, :, -1]), rtol=1e-12)
        assert posterior[name].dims == ("chain", "draw")
    assert posterior.output.values.tolist() == expected["output"], posterior.output.values
    for group in ["posterior", "sample_stats", "log_likelihood"]:
        same_bits("chain", data[group].chain, expected["chain"], np.int64)
        same_bits("draw", data[group].draw, np.arange(draws.shape[1]), np.int64)
    assert posterior.input.values.tolist() == expected["input"], posterior.input.values
    for name in ["lp", "energy", "acceptance_rate", "step_size"]:
        same_bits(name, data.sample_stats[name], expected[name])
    for name in ["tree_depth", "n_steps"]:
        same_bits(name, data.sample_stats[name], expected[name], np.int64)
    same_bits("diverging", data.sample_stats.diverging, expected["diverging"], np.bool_)
    same_bits("obs", data.observed_data.obs, expected["obs"], np.int64)
    same_bits("y", data.observed_data.y, expected["y"])
    same_bits("x", data.constant_data.x, expected["x"])
    assert data.constant_data.x.dims == ("obs", "input")
    for key, value in expected["attributes"].items():
        assert data.attrs[key] == value, (key, data.attrs[key])
        assert posterior.attrs[key] == value, (key, posterior.attrs[key])

    # The network, by the names of the dimensions alone: weights mean what they say.
    z = data.constant_data.x
    for l in range(1, len(widths)):
        z = (posterior[f"w{l}"] * z).sum(layers[l - 1]) + posterior[f"b{l}"]
        z = ACTIVATIONS[data.attrs["activation"]](z) if l < len(widths) - 1 else z
    log_density = LIKELIHOODS[likelihood](data.observed_data.y, z, posterior)
    actual = data.log_likelihood.y
    assert actual.dims == ("chain", "draw", "obs"), actual.dims
    np.testing.assert_allclose(actual, log_density.transpose(*actual.dims), rtol=1e-12, atol=1e-12)

    # What people do next.
    assert len(arviz.summary(data, var_names=["w1"])) == widths[0] * widths[1]
    assert np.isfinite(arviz.loo(data).elpd_loo)
    assert arviz.bfmi(data).shape == (chains,)


if __name__ == "__main__":
    if not can_read_zarr():
        sys.exit(UNABLE)
    for run in sorted(pathlib.Path(sys.argv[1]).iterdir()):
        stores = sorted(run.glob("*.zarr"))
        assert stores, run
        expected = json.loads((run / "expected.json").read_text(encoding="utf-8"))
        for store in stores:
            print(store)
            check(str(store), expected)
    print("arviz", arviz.__version__)
