"""What the estimators say is what the command line says."""

import csv
import datetime
import io
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from scipy.stats import norm, t

from coset import CosetClassifier, CosetError, CosetRegressor, _process
from coset._process import call

QUICK = dict(hidden=(4,), chains=2, warmup=200, draws=5, thinning=10, random_state=0)


def waves(rows=80):
    random = np.random.default_rng(1)
    x = random.uniform(-2, 2, (rows, 2))
    return x, np.sin(2 * x[:, 0]) + 0.1 * random.standard_normal(rows)


@pytest.fixture(scope="module")
def fitted():
    x, y = waves()
    return CosetRegressor(**QUICK).fit(x, y)


def test_predictions_are_the_command_lines(fitted, tmp_path):
    x, _ = waves()
    path = tmp_path / "new.csv"
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["x0", "x1"])
        writer.writerows([repr(float(v)) for v in row] for row in x)
    rows = list(csv.DictReader(io.StringIO(call("predict", fitted.run_.folder, path))))
    mean, sd = fitted.predict(x, return_std=True)
    assert [float(row["mean"]) for row in rows] == mean.tolist()
    assert [float(row["sd"]) for row in rows] == sd.tolist()
    quantiles = fitted.predict_quantiles(x, [0.95, 0.05, 0.95])
    assert [float(row["q0.95"]) for row in rows] == quantiles[:, 0].tolist()
    assert np.array_equal(quantiles[:, 0], quantiles[:, 2])


def test_distribution_agrees_with_itself(fitted):
    x, y = waves()
    of = fitted.predict_distribution(x)
    assert np.allclose(of.quantile(0.9), fitted.predict_quantiles(x, 0.9)[:, 0], rtol=1e-9)
    assert np.allclose(of.cdf(of.quantile(0.3)), 0.3, atol=1e-12)
    step = 1e-5  # the density is the slope of the distribution function
    assert np.allclose((of.cdf(y + step) - of.cdf(y - step)) / (2 * step), of.pdf(y), rtol=1e-6, atol=1e-8)
    draws = fitted.sample_y(x, 4000, random_state=3)
    assert np.all(np.abs(draws.mean(axis=1) - of.mean()) < 5 * of.std() / np.sqrt(4000))
    low, high = of.interval(0.9)
    inside = ((draws > low[:, None]) & (draws < high[:, None])).mean()
    assert abs(inside - 0.9) < 5 * np.sqrt(0.09 / draws.size)


def test_a_skewed_target_has_lognormal_mixtures():
    x, y = waves()
    model = CosetRegressor(target_scale="log", **QUICK).fit(x, np.exp(y))
    of = model.predict_distribution(x)
    assert of.logarithm
    z = (np.log(np.exp(y))[:, None] - of.locations) / of.scales
    expected = np.log((of.weights * norm.pdf(z) / of.scales).sum(axis=1)) - y
    assert np.allclose(of.logpdf(np.exp(y)), expected)
    assert of.logpdf(-1.0).max() == -np.inf


@pytest.mark.parametrize("scale", ["linear", "log"])
def test_heavy_tails_have_mixtures_of_student_t(scale):
    x, y = waves()
    model = CosetRegressor(likelihood="student", target_scale=scale, **QUICK)
    of = model.fit(x, np.exp(y) if scale == "log" else y).predict_distribution(x)
    target = np.exp(y) if scale == "log" else y
    assert of.freedoms.shape == of.scales.shape and np.all(of.freedoms > 1)
    z = (y[:, None] - of.locations) / of.scales
    expected = np.log((of.weights * t.pdf(z, of.freedoms) / of.scales).sum(axis=1))
    assert np.allclose(of.logpdf(target), expected - (y if scale == "log" else 0))
    assert np.allclose(of.quantile(0.9), model.predict_quantiles(x, 0.9)[:, 0], rtol=1e-8)
    assert np.allclose(of.cdf(of.quantile(0.3)), 0.3, atol=1e-12)
    draws = of.sample(4000, random_state=3)
    low, high = of.interval(0.9)
    inside = ((draws > low[:, None]) & (draws < high[:, None])).mean()
    assert abs(inside - 0.9) < 5 * np.sqrt(0.09 / draws.size)


def test_a_model_travels(fitted):
    x, _ = waves()
    packed = pickle.dumps(fitted)
    assert len(packed) < 200_000
    again = pickle.loads(packed)
    assert again.run_.folder != fitted.run_.folder
    assert np.array_equal(again.predict(x), fitted.predict(x))
    folder = again.run_.folder
    del again
    assert not folder.exists()


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_keep_their_columns(library):
    frames = pytest.importorskip(library)
    x, y = waves(60)
    colours = ["red", "green", None]
    columns = {
        "size": x[:, 0],
        "colour": [colours[i % 3] for i in range(60)],
        "day": [datetime.datetime(2024, 1, 1) + datetime.timedelta(days=i) for i in range(60)],
        "new, or not": [i % 2 == 0 for i in range(60)],
        "file": [float("nan") if i % 7 == 0 else float(i) for i in range(60)],
    }
    shift = np.array([{"red": 2.0, "green": -2.0, None: 0.0}[c] for c in columns["colour"]])
    frame = frames.DataFrame(columns)
    model = CosetRegressor(**{**QUICK, "warmup": 2000}).fit(frame, y + shift)
    assert list(model.feature_names_in_) == list(columns)
    predicted = model.predict(frame)
    reds = np.array([c == "red" for c in columns["colour"]])
    assert predicted[reds].mean() > predicted[~reds].mean() + 1
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame[["colour", "size", "day", "new, or not", "file"]])


def test_classes_keep_their_names():
    random = np.random.default_rng(0)
    x = random.standard_normal((60, 2))
    y = np.where(x[:, 0] > 0, "zebra", np.where(x[:, 1] > 0, "ape", "10"))
    model = CosetClassifier(**QUICK).fit(x, y)
    assert model.classes_.tolist() == ["10", "ape", "zebra"]
    probabilities = model.predict_proba(x)
    assert np.allclose(probabilities.sum(axis=1), 1)
    assert (model.predict(x) == y).mean() > 0.8


def test_a_prior_has_one_scale_or_two(tmp_path):
    x, y = waves(30)
    for given, kept in ((0.5, (0.5, 0.5)), ((0.25, 2), (0.25, 2))):
        run = tmp_path / str(kept)
        CosetRegressor(prior_scale=given, folder=run, **QUICK).fit(x, y)
        prior = json.loads((run / "manifest.json").read_text())["configuration"]["prior"]
        assert (prior["inputScale"], prior["scale"]) == kept


def test_what_is_wrong_is_one_sentence():
    x, y = waves(20)
    with pytest.raises(ValueError, match="^--hidden takes whole numbers"):
        CosetRegressor(hidden="many").fit(x, y)
    with pytest.raises(ValueError, match="constant"):
        CosetRegressor(**QUICK).fit(x, np.ones(20))


def test_a_killed_process_is_an_error_and_the_next_call_works(fitted):
    x, _ = waves()
    before = fitted.predict(x)
    process = _process._process().process
    threading.Timer(1.0, lambda: os.killpg(process.pid, signal.SIGKILL)).start()
    with pytest.raises(CosetError, match="process ended"):
        CosetRegressor(hidden=(16, 16), chains=50, warmup=20000, random_state=0).fit(*waves(2000))
    assert np.array_equal(fitted.predict(x), before)


INTERRUPTED = """
import sys, numpy as np
from coset import CosetRegressor, _process
print(_process._process().process.pid, flush=True)
try:
    CosetRegressor(hidden=(16, 16), chains=50, warmup=20000).fit(np.random.rand(2000, 3), np.random.rand(2000))
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_behind(sent):
    python = subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True)
    java = int(python.stdout.readline())
    time.sleep(4)
    python.send_signal(sent)
    rest = python.communicate(timeout=60)[0]
    assert ("interrupted" in rest) == (sent == signal.SIGINT)
    for _ in range(400):
        try:
            os.killpg(java, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    raise AssertionError("The Java process goes on.")


def test_report_and_arviz(fitted, tmp_path):
    page = fitted.report(tmp_path / "report.html")
    assert page.path.read_text(encoding="utf-8").startswith("<!")
    assert "srcdoc" in page._repr_html_()
    pytest.importorskip("xarray")
    pytest.importorskip("zarr")
    tree = fitted.to_arviz()
    assert {"posterior", "sample_stats", "log_likelihood", "observed_data"} <= set(tree.children)
    assert tree["posterior"].sizes["chain"] == 2
