"""A row of weight w counts as w rows, in fits and in scores, and through scikit-learn's tools."""

import numpy as np
import pytest
import sklearn
from sklearn.datasets import load_iris
from sklearn.metrics import make_scorer, r2_score
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from coset import CosetClassifier, CosetRegressor

QUICK = dict(hidden=(4,), chains=2, warmup=200, draws=5, thinning=10, random_state=0)
LINEAR = dict(hidden="linear", chains=24, warmup=400, draws=60, random_state=0)


def line(rows=60):
    random = np.random.default_rng(1)
    x = random.uniform(-2, 2, (rows, 1))
    return x, x[:, 0] + random.standard_normal(rows), random.integers(0, 4, rows)


def test_predictions_are_those_of_repeated_rows():
    x, y, _ = line()
    weights = np.where(y > x[:, 0], 3, 1)
    weighted = CosetRegressor(likelihood="normal", **LINEAR).fit(x, y, sample_weight=weights)
    repeated = CosetRegressor(likelihood="normal", **LINEAR).fit(x.repeat(weights, axis=0), y.repeat(weights))
    plain = CosetRegressor(likelihood="normal", **LINEAR).fit(x, y)
    at = np.array([[-1.9], [0.0], [1.9]])
    mean, sd = weighted.predict(at, return_std=True)
    of_repeated = repeated.predict(at, return_std=True)
    scatter = sd * np.sqrt((1 + at[:, 0] ** 2 / x.var()) / weights.sum())  # of the line
    error = scatter * np.sqrt(2 / LINEAR["chains"])  # of the difference, were a chain one draw
    assert np.all(np.abs(mean - of_repeated[0]) < 5 * error)
    assert np.allclose(sd, of_repeated[1], rtol=0.05)
    assert np.all(np.abs(mean - plain.predict(at)) > 5 * error)


def test_rows_of_weight_zero_change_nothing():
    x, y, weights = line()
    kept = weights > 0
    weighted = CosetRegressor(**QUICK).fit(x, y, sample_weight=weights)
    without = CosetRegressor(**QUICK).fit(x[kept], y[kept], sample_weight=weights[kept])
    assert np.array_equal(weighted.predict(x), without.predict(x))
    assert np.array_equal(CosetRegressor(**QUICK).fit(x, y, np.ones(60)).predict(x), CosetRegressor(**QUICK).fit(x, y).predict(x))


def test_scores_take_weights():
    x, y, weights = line()
    model = CosetRegressor(**QUICK).fit(x, y, sample_weight=weights)
    assert model.score(x, y, sample_weight=weights) == r2_score(y, model.predict(x), sample_weight=weights)
    repeated = model.score(x.repeat(weights, axis=0), y.repeat(weights))
    assert model.score(x, y, sample_weight=weights) == pytest.approx(repeated, rel=1e-12)


def test_class_weights_multiply_the_weights_of_rows():
    x, y = load_iris(return_X_y=True)
    y = np.array(["a", "b", "c"])[y]
    rows = np.linspace(0.5, 1.5, len(y))
    by_class = {"a": 1.0, "b": 4.0, "c": 0.5}
    both = CosetClassifier(class_weight=by_class, **QUICK).fit(x, y, sample_weight=rows)
    alone = CosetClassifier(**QUICK).fit(x, y, sample_weight=rows * np.vectorize(by_class.get)(y))
    assert np.array_equal(both.predict_proba(x), alone.predict_proba(x))


def test_balanced_classes_count_equally():
    random = np.random.default_rng(3)
    y = np.repeat([0, 1], [90, 10])
    x = random.standard_normal((100, 1))  # says nothing of the class
    plain = CosetClassifier(**QUICK).fit(x, y).predict_proba(x)[:, 1].mean()
    balanced = CosetClassifier(class_weight="balanced", **QUICK).fit(x, y).predict_proba(x)[:, 1].mean()
    assert plain < 0.2 and 0.4 < balanced < 0.6


def test_a_class_of_weight_zero_is_never_predicted():
    x, y = load_iris(return_X_y=True)
    model = CosetClassifier(**QUICK).fit(x, y, sample_weight=(y != 1).astype(float))
    assert model.classes_.tolist() == [0, 1, 2]
    assert np.all(model.predict_proba(x)[:, 1] == 0)
    with pytest.raises(ValueError, match="only one class: .*2"):
        CosetClassifier(**QUICK).fit(x, y, sample_weight=(y == 2).astype(float))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda w: w[1:], "sample_weight.shape"),
        (lambda w: np.where(np.arange(60) == 3, -1, w), "[Nn]egative"),
        (lambda w: np.where(np.arange(60) == 3, np.nan, w), "NaN"),
        (lambda w: np.where(np.arange(60) == 3, np.inf, w), "infinity"),
        (lambda w: np.where(np.arange(60) == 3, w, 0), "At least 2 rows"),
        (lambda w: np.where(np.arange(60) == 3, 1e13, w), "in data row 4: give a number from 0 to 1e12"),
    ],
)
def test_wrong_weights_are_refused(change, said):
    x, y, weights = line()
    with pytest.raises(ValueError, match=said):
        CosetRegressor(**QUICK).fit(x, y, sample_weight=change(weights + 1.0))


def test_weights_are_routed_by_scikit_learn():
    x, y, weights = line()
    weights = weights + 1.0
    with sklearn.config_context(enable_metadata_routing=True):
        model = CosetRegressor(**QUICK).set_fit_request(sample_weight=True).set_score_request(sample_weight=True)
        scaler = StandardScaler().set_fit_request(sample_weight=False)
        pipeline = make_pipeline(scaler, model).fit(x, y, sample_weight=weights)
        scaled = StandardScaler().fit_transform(x)
        alone = CosetRegressor(**QUICK).fit(scaled, y, sample_weight=weights)
        assert np.array_equal(pipeline.predict(x), alone.predict(scaled))
        search = GridSearchCV(model, {"hidden": ["linear", (4,)]}, cv=2).fit(x, y, sample_weight=weights)
        best = CosetRegressor(**{**QUICK, **search.best_params_}).fit(x, y, sample_weight=weights)
        assert np.array_equal(search.predict(x), best.predict(x))
        scored = cross_validate(model, x, y, cv=2, params={"sample_weight": weights}, return_estimator=True)
        half = np.arange(60) < 30
        assert scored["test_score"][0] == scored["estimator"][0].score(x[half], y[half], weights[half])
    plain = GridSearchCV(make_pipeline(StandardScaler(), CosetRegressor(**QUICK)), {}, cv=2, scoring=make_scorer(r2_score))
    plain.fit(x, y, cosetregressor__sample_weight=weights)
    assert np.isfinite(plain.best_score_)
