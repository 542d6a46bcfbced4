"""scikit-learn estimators over Coset's command line."""

import json
import os
import pathlib

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils import check_random_state, column_or_1d
from sklearn.utils.class_weight import compute_sample_weight
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_consistent_length, check_is_fitted, validate_data

from coset import _table
from coset._distribution import Distribution
from coset._process import call
from coset._run import Run, scratch

MOST_SEEDS = 2**31 - 1


class _Coset(BaseEstimator):
    """Base of both estimators.

    Parameters
    ----------
    hidden : "auto", "linear", or widths such as (16, 16)
        Widths of the hidden layers. auto: cross-validation compares several candidate models, and the best predict together.
    likelihood, activation, sampler, prior_scale, target_scale, chains, warmup, draws, thinning, time :
        The options of `coset fit`. None: Coset's default. `time` is a limit such as "90s" or "10m". `prior_scale` is one
        standard deviation, or two such as (0.25, 1): of the first layer's weights, and of all other weights.
    random_state : int, RandomState or None
        The seed. None: a new one at each fit.
    n_jobs : int or None
        Number of threads: -1 for all processors, None for 1. Each runs a chain; on
        large tables, threads without a chain help with the others.
    verbose : bool
        Show Coset's messages and progress.
    folder : path or None
        Folder of the run, for use with the command line. None: the run is deleted with this object.
    """

    def __init__(
        self,
        hidden="auto",
        *,
        activation=None,
        sampler=None,
        prior_scale=None,
        chains=None,
        warmup=None,
        draws=None,
        thinning=None,
        time=None,
        random_state=None,
        n_jobs=-1,
        verbose=False,
        folder=None,
    ):
        self.hidden = hidden
        self.activation = activation
        self.sampler = sampler
        self.prior_scale = prior_scale
        self.chains = chains
        self.warmup = warmup
        self.draws = draws
        self.thinning = thinning
        self.time = time
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.folder = folder

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.string = True
        tags.input_tags.categorical = True
        tags.target_tags.required = True
        return tags

    def _options(self):
        options = ["--hidden", _joined(self.hidden)]
        for name in ("activation", "sampler", "prior_scale", "chains", "warmup", "draws", "thinning", "time"):
            value = getattr(self, name)
            if value is not None:
                options += ["--" + name.replace("_", "-"), _joined(value)]
        return options

    def _threads(self):
        if self.n_jobs is None:
            return 1
        if self.n_jobs == 0:
            raise ValueError("n_jobs == 0 has no meaning: give a number of chains, or -1.")
        return self.n_jobs if self.n_jobs > 0 else max(1, (os.cpu_count() or 1) + 1 + self.n_jobs)

    def _checked(self, x, reset, **options):
        """Returns frames unchanged, and anything else as an array of numbers, where NaN is missing."""
        if _table.is_frame(x):
            validate_data(self, x, skip_check_array=True, reset=reset)
            if len(x) < options.get("ensure_min_samples", 1):
                raise ValueError("Found array with %d sample(s), but a minimum of 2 is required." % len(x))
            return x
        if getattr(getattr(x, "dtype", None), "kind", None) in ("m", "M"):
            raise ValueError("An array of times is not an array of numbers: give a frame of pandas or polars.")
        return validate_data(self, x, dtype=np.float64, ensure_all_finite="allow-nan", reset=reset, **options)

    def _rows(self, x, y):
        """The rows to learn from, one for each target."""
        if y is None:
            raise ValueError("requires y to be passed, but the target y is None")
        x = self._checked(x, reset=True, ensure_min_samples=2)
        check_consistent_length(x, y)
        return x

    def _fit(self, x, y, kind, weights):
        """Samples the posterior given checked rows, targets that are numbers or names of classes, and weights or None."""
        arrays, categorical = _table.columns(x)
        taken = {*arrays, *(str(name) for name in getattr(x, "columns", []))}
        target = _table.free_name(taken)
        arrays[target] = y
        row_weight = _table.free_name({*taken, target}, "weight")
        if weights is not None:
            arrays[row_weight] = weights
        seed = check_random_state(self.random_state).randint(MOST_SEEDS)
        run = Run(self.folder)
        with scratch() as folder:
            rows = folder / "rows.npz"
            _table.write(rows, arrays)
            words = ["fit", rows, "--target", target, "--target-type", kind, "--test-fraction", 0]
            words += ["--seed", seed, "--threads", self._threads(), "--no-report", "--json"]
            if weights is not None:
                words += ["--row-weight", row_weight]
            if categorical:
                words += ["--categorical", ",".join(map(_quoted, categorical))]
            out = call(*words, "--out", run.folder, *self._options(), verbose=self.verbose)
        self.run_ = run
        self.summary_ = json.loads(out)
        return self

    def _predict(self, x, *options):
        check_is_fitted(self)
        x = self._checked(x, reset=False)
        return self.run_.predict(x, *options, threads=self._threads(), verbose=self.verbose)

    def report(self, path=None):
        """Returns the report of this run, which a notebook shows, and writes it to `path`."""
        check_is_fitted(self)
        return Page(self.run_.folder, path)

    def to_arviz(self):
        """Returns draws, statistics, likelihoods and data of the highest-weight model, as an xarray DataTree for ArviZ."""
        check_is_fitted(self)
        import xarray

        said = json.loads(call("export", self.run_.folder, "--json", "--threads", self._threads()))
        store = next(iter(said["models"].values()))["path"] if "models" in said else said["path"]
        return xarray.open_datatree(store, engine="zarr", consolidated=False).load()


def _quoted(name):
    return '"%s"' % name.replace('"', '""') if "," in name or '"' in name else name


class CosetRegressor(RegressorMixin, _Coset):
    __doc__ = "Predicts numbers with their uncertainty, by sampling Bayesian neural networks.\n" + _Coset.__doc__.split("\n", 1)[1]

    def __init__(
        self,
        hidden="auto",
        *,
        likelihood=None,
        target_scale=None,
        activation=None,
        sampler=None,
        prior_scale=None,
        chains=None,
        warmup=None,
        draws=None,
        thinning=None,
        time=None,
        random_state=None,
        n_jobs=-1,
        verbose=False,
        folder=None,
    ):
        super().__init__(
            hidden,
            activation=activation,
            sampler=sampler,
            prior_scale=prior_scale,
            chains=chains,
            warmup=warmup,
            draws=draws,
            thinning=thinning,
            time=time,
            random_state=random_state,
            n_jobs=n_jobs,
            verbose=verbose,
            folder=folder,
        )
        self.likelihood = likelihood
        self.target_scale = target_scale

    def _options(self):
        options = super()._options()
        if self.likelihood is not None:
            options += ["--likelihood", self.likelihood]
        if self.target_scale is not None:
            options += ["--target-scale", self.target_scale]
        return options

    def fit(self, X, y, sample_weight=None):
        """Fits the model by sampling its posterior.

        A row of `sample_weight` 2 counts as two independent rows, so predictions become surer; one of weight 0 is left out.
        Scale weights that only say relative importance to a mean of 1.
        """
        X = self._rows(X, y)
        weights = _weights(sample_weight, X)
        y = column_or_1d(y, warn=True)
        if y.dtype.kind not in "fiub":
            y = y.astype(np.float64)
        if not np.all(np.isfinite(y.astype(np.float64))):
            raise ValueError("Input y contains NaN or infinity: remove those rows.")
        return self._fit(X, y.astype(np.float64), "number", weights)

    def predict(self, X, return_std=False):
        """Returns the predictive mean of each row, and with `return_std` its standard deviation."""
        found = self._predict(X, "--quantiles", 0.5)
        return (found["mean"], found["sd"]) if return_std else found["mean"]

    def predict_quantiles(self, X, quantiles=(0.05, 0.5, 0.95)):
        """Returns predictive quantiles, of shape (row, quantile)."""
        different, place = np.unique(np.asarray(quantiles, dtype=np.float64), return_inverse=True)
        found = self._predict(X, "--quantiles", ",".join(map(repr, different.tolist())))
        columns = [found[name] for name in found if name.startswith("q")]  # in the order asked for
        return np.column_stack(columns)[:, place.ravel()]

    def predict_distribution(self, X):
        """Returns the predictive distribution of each row's target."""
        return Distribution(self._predict(X, "--components", "--quantiles", 0.5))

    def sample_y(self, X, n_samples=1, random_state=0):
        """Draws targets from the predictive distribution, of shape (row, draw)."""
        return self.predict_distribution(X).sample(n_samples, random_state)


class CosetClassifier(ClassifierMixin, _Coset):
    __doc__ = (
        "Predicts class probabilities, by sampling Bayesian neural networks.\n"
        + _Coset.__doc__.split("\n", 1)[1].rstrip()
        + """
    class_weight : dict, "balanced" or None
        Weight of each class's rows. balanced: all classes count equally, with a mean weight of 1. It multiplies `sample_weight`. Predicted probabilities are then those of rows so weighted.
    """
    )

    def __init__(
        self,
        hidden="auto",
        *,
        activation=None,
        sampler=None,
        prior_scale=None,
        chains=None,
        warmup=None,
        draws=None,
        thinning=None,
        time=None,
        class_weight=None,
        random_state=None,
        n_jobs=-1,
        verbose=False,
        folder=None,
    ):
        super().__init__(
            hidden,
            activation=activation,
            sampler=sampler,
            prior_scale=prior_scale,
            chains=chains,
            warmup=warmup,
            draws=draws,
            thinning=thinning,
            time=time,
            random_state=random_state,
            n_jobs=n_jobs,
            verbose=verbose,
            folder=folder,
        )
        self.class_weight = class_weight

    def fit(self, X, y, sample_weight=None):
        """Fits the model by sampling its posterior.

        A row of `sample_weight` 2 counts as two independent rows, so predictions become surer; one of weight 0 is left out.
        Scale weights that only say relative importance to a mean of 1.
        """
        X = self._rows(X, y)
        weights = _weights(sample_weight, X)
        y = column_or_1d(y, warn=True)
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        if self.class_weight is not None:
            by_class = compute_sample_weight(self.class_weight, y)
            weights = _weights(by_class if weights is None else weights * by_class, X)
        counted = np.unique(y if weights is None else y[weights > 0])
        if len(counted) < 2:
            raise ValueError("A classifier needs at least 2 classes, but the data contain only one class: %r." % counted[0])
        return self._fit(X, np.char.add("c", codes.astype(np.str_)), "classes", weights)

    def predict_proba(self, X):
        """Returns class probabilities, of shape (row, class)."""
        found = self._predict(X)
        none = np.zeros(len(next(iter(found.values()))))  # of a class whose rows all have weight 0
        return np.column_stack([found.get("p_c%d" % k, none) for k in range(len(self.classes_))])

    def predict(self, X):
        """Returns the most probable class of each row."""
        check_is_fitted(self)
        return self.classes_[self.predict_proba(X).argmax(axis=1)]


class Page:
    """A report. A notebook shows it; `path` is its file."""

    def __init__(self, folder, path=None):
        call("report", folder, *(["-o", path] if path is not None else []))
        self.path = pathlib.Path(path) if path is not None else pathlib.Path(folder) / "report.html"
        self._html = self.path.read_text(encoding="utf-8")

    def _repr_html_(self):
        import html

        return '<iframe srcdoc="%s" style="width: 100%%; height: 80vh; border: 0"></iframe>' % html.escape(self._html)


def _weights(sample_weight, x):
    """Checked weights, one for each row."""
    if sample_weight is None:
        return None
    weights = _check_sample_weight(sample_weight, np.empty((len(x), 1)), dtype=np.float64, ensure_non_negative=True)
    if np.count_nonzero(weights) < 2:
        raise ValueError("At least 2 rows need a sample_weight above 0, but %d have one." % np.count_nonzero(weights))
    return weights


def _joined(value):
    """An option's value: a word, or numbers separated by commas."""
    return value if isinstance(value, str) else ",".join(map(str, np.ravel(value)))
