"""scikit-learn's own suite, of small models and with the default constructor, and its tools around the estimators."""

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from coset import CosetClassifier, CosetRegressor

QUICK = dict(hidden=(4,), chains=2, warmup=200, draws=5, thinning=10, random_state=0)



def expected_failures(estimator):
    return {
        "check_sample_weight_equivalence_on_dense_data": "Compares two fits of rows in another order to rounding. Their draws "
        "are those of one posterior, but other draws: predictions agree within Monte Carlo error, as test_weights.py checks."
    }


@parametrize_with_checks([CosetRegressor(**QUICK), CosetClassifier(**QUICK)], expected_failed_checks=expected_failures)
def test_conventions(estimator, check):
    check(estimator)


@pytest.mark.full  # about a hundred fits that choose their model
@parametrize_with_checks([CosetRegressor(), CosetClassifier()], expected_failed_checks=expected_failures)
def test_conventions_by_default(estimator, check):
    check(estimator)


def test_pipeline_and_search():
    x, y = load_iris(return_X_y=True)
    pipeline = make_pipeline(StandardScaler(), CosetClassifier(**QUICK))
    assert cross_val_score(pipeline, x, y, cv=3).min() > 0.8
    search = GridSearchCV(CosetClassifier(**QUICK), {"hidden": ["linear", (4,)]}, cv=2).fit(x, y)
    assert search.best_score_ > 0.8
    assert np.isfinite(search.best_estimator_.predict_proba(x)).all()


def test_no_jobs_are_refused():
    with pytest.raises(ValueError, match="n_jobs == 0"):
        CosetRegressor(n_jobs=0).fit(np.eye(4), [1.0, 2.0, 3.0, 5.0])
