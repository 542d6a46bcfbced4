"""What a fit from Python costs over its sampling, and a prediction of the same rows, in one process.

    python benchmarks/python/overhead.py

after `mvn package`, with scikit-learn; an installed wheel is used where there is one, and the checkout otherwise.
"""

import importlib.util
import os
import pathlib
import statistics
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
if importlib.util.find_spec("coset") is None:
    sys.path.insert(0, str(ROOT / "python" / "src"))
    os.environ.setdefault("COSET_COMMAND", str(ROOT / "coset"))

from sklearn.datasets import load_diabetes, load_iris  # noqa: E402

from coset import CosetClassifier, CosetRegressor  # noqa: E402

FITS = 10  # of each after the first, which starts Java


def timed(work):
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def main():
    # One thread, so that the seconds of chains are those of the clock.
    short = {"chains": 4, "warmup": 100, "draws": 25, "n_jobs": 1, "random_state": 1}
    diabetes = load_diabetes(return_X_y=True)
    few = [part[:100] for part in diabetes]
    cases = [
        ("diabetes, a layer of 4", CosetRegressor(4, **short), *diabetes),
        ("diabetes, linear, NUTS", CosetRegressor("linear", sampler="nuts", **short), *diabetes),
        ("iris, a layer of 4", CosetClassifier(4, **short), *load_iris(return_X_y=True)),
        ("diabetes' first 100 rows, the default", CosetRegressor(n_jobs=1, random_state=1), *few),
    ]
    print("| fit | sampling, s | over it, median | over it, most | predict, median |")
    print("| --- | --- | --- | --- | --- |")
    for name, model, x, y in cases:
        model.fit(x, y)
        sampling, over, predicting = [], [], []
        for _ in range(FITS):
            wall = timed(lambda: model.fit(x, y))
            sampling.append(model.summary_["seconds"])
            over.append(wall - sampling[-1])
            predicting.append(timed(lambda: model.predict(x)))
        median = statistics.median
        figures = (median(sampling), median(over), max(over), median(predicting))
        print(f"| {name} | " + " | ".join("%.2f" % x for x in figures) + " |", flush=True)


main()
