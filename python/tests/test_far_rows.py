"""Rows however far from the training rows get finite numbers, and a warning."""

import warnings

import numpy as np
import pytest

from coset import CosetRegressor

QUICK = dict(hidden=(4,), chains=2, warmup=200, draws=5, random_state=0)


@pytest.fixture(scope="module")
def fitted():
    random = np.random.default_rng(1)
    x = random.uniform(-2, 2, (80, 2))
    y = np.exp(np.sin(2 * x[:, 0]) + 0.1 * random.standard_normal(80))
    return CosetRegressor(target_scale="log", activation="relu", **QUICK).fit(x, y), x, y


def test_everything_said_is_finite(fitted):
    model, _, y = fitted
    far = np.array([[1e6, 0], [-1e25, 1], [1, 1e29]])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        of = model.predict_distribution(far)
    for said in (of.mean(), of.std(), of.median(), of.quantile(0.999), of.sample(50)):
        assert np.all(np.isfinite(said))
    assert np.allclose(of.median(), of.quantile(0.5), rtol=1e-9)
    assert np.all(of.mean() <= 1.001 * y.max() ** 2 / y.min())


def test_rows_outside_the_training_range_are_a_warning(fitted):
    model, x, _ = fitted
    with pytest.warns(UserWarning, match=r"2 of 3 rows are outside the training range: 'x1' \(2 rows\), 'x0' \(1 row\)"):
        model.predict([[9, 9], [0, -9], [0, 0]])
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        model.predict(x)
