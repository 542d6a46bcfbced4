"""Bayesian neural networks by sampling, as scikit-learn estimators."""

from coset._distribution import Distribution
from coset._estimators import CosetClassifier, CosetRegressor
from coset._process import CosetError, CosetWarning

__all__ = ["CosetClassifier", "CosetError", "CosetRegressor", "CosetWarning", "Distribution"]
