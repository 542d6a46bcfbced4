"""Coverage of Coset's 90% intervals where noise depends on the input, by quarters of its sigma."""

import csv

import numpy as np

import coset_system
import problems
from pairs import Case, fit

LIKELIHOODS = ("heteroscedastic", "normal")
HIDDEN = 8
TRAIN, TEST = 400, 4000


def by_quarter(sets):
    """Per quarter the mean over data sets; its error is that of this mean, from their spread.

    One set's coverage also errs with its training rows: a binomial error would be too small.
    """
    rows = []
    for quarter in range(4):
        row = {"quarter": quarter + 1, "sets": len(sets)}
        for name in sets[0]:
            values = np.array([one[name][quarter] for one in sets])
            row[name] = float(values.mean())
            row[name + "_error"] = float(values.std(ddof=1) / np.sqrt(len(sets)))
        rows.append(row)
    return rows


def one_set(sizes, seed, folder):
    """Quarters are those of the heteroscedastic fit's aleatoric sigma, for both likelihoods."""
    problem = problems.synthetic(folder, seed, TRAIN, TEST)
    predicted = {}
    for likelihood in LIKELIHOODS:
        run = folder / likelihood
        fit(Case(likelihood, problem.name, HIDDEN), problem, sizes, seed, run)
        text = coset_system.call(
            *("predict", run, problem.test_csv, "--quantiles", "0.05,0.95", "--threads", 1)
        )
        rows = csv.DictReader(text.splitlines())
        columns = ("aleatoric", "q0.05", "q0.95")
        predicted[likelihood] = np.array([[float(r[c]) for c in columns] for r in rows]).T
    quarters = np.array_split(np.argsort(predicted["heteroscedastic"][0]), 4)
    with problem.test_csv.open() as file:
        x, y = np.array([[float(r["x0"]), float(r["y"])] for r in csv.DictReader(file)]).T
    found = {"true_sigma": [float(problems.noise(x[q]).mean()) for q in quarters]}
    for likelihood, (aleatoric, low, high) in predicted.items():
        inside = (low <= y) & (y <= high)
        found[likelihood + "_sigma"] = [float(aleatoric[q].mean()) for q in quarters]
        found[likelihood + "_coverage"] = [float(inside[q].mean()) for q in quarters]
    return found
