"""Data for the likelihoods: class names as targets, and noise that depends on the inputs.

Nothing is kept in the checkout: iris, wine and breast cancer are scikit-learn's, yacht is one of
the paper's files, and the rest is drawn here. Both systems get the same CSV file and split.
"""

import csv
import json

import numpy as np
from scipy.special import expit

import machine

CLASSES = ("iris", "wine", "breast_cancer")


def of(name, folder, seed=0):
    if name in CLASSES:
        return of_classes(name, folder)
    if name == "synthetic":
        return synthetic(folder, seed, 400, 400)
    return of_paper(name, folder)


def of_classes(name, folder):
    """Two thirds of the rows train, drawn with seed 0."""
    from sklearn import datasets

    bunch = getattr(datasets, "load_" + name)()
    order = np.random.default_rng(0).permutation(len(bunch.target))
    train = 2 * len(order) // 3
    labels = [str(bunch.target_names[k]) for k in bunch.target]
    return Problem(name, folder, bunch.data, labels, order[:train], order[train:])


def of_paper(name, folder):
    """In the paper's split."""
    rows = np.loadtxt(machine.data_folder() / (name + ".csv"), delimiter=",", skiprows=1)
    split = json.loads((machine.data_folder() / "splits.json").read_text())[name]
    return Problem(name, folder, rows[:, :-1], rows[:, -1], split["train"], split["test"])


def noise(x):
    """The synthetic set's sigma(x)."""
    return 0.1 + 0.4 * expit(3 * x)


def synthetic(folder, seed, train, test):
    """y = sin(2x) + sigma(x) e, x uniform on (-1.5, 1.5)."""
    random = np.random.default_rng(seed)
    x = random.uniform(-1.5, 1.5, train + test)
    y = np.sin(2 * x) + noise(x) * random.standard_normal(len(x))
    rows = np.arange(len(x))
    return Problem("synthetic", folder, x[:, None], y, rows[:train], rows[train:])


class Problem:
    """Files for Coset, arrays for NumPyro: all but classes standardised on the training rows."""

    def __init__(self, name, folder, features, target, train, test):
        self.name, self.target = name, "y"
        self.csv, self.split = folder / (name + ".csv"), folder / (name + "-split.json")
        self.test_csv = folder / (name + "-test.csv")
        write(self.csv, features, target, range(len(target)))
        write(self.test_csv, features, target, test)
        rows = {"train": [int(i) for i in train], "test": [int(i) for i in test]}
        self.split.write_text(json.dumps(rows))
        x = (features - features[train].mean(axis=0)) / features[train].std(axis=0)
        self.class_names = sorted(set(target)) if isinstance(target[0], str) else []
        if self.class_names:
            y = np.array([self.class_names.index(label) for label in target])
        else:
            self.mean, self.deviation = target[train].mean(), target[train].std()
            y = (target - self.mean) / self.deviation
        self.x, self.y, self.x_test, self.y_test = x[train], y[train], x[test], y[test]


def write(path, features, target, rows):
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["x%d" % j for j in range(features.shape[1])] + ["y"])
        for i in rows:  # Python's floats are written so that reading gives the same bits
            writer.writerow([*features[i].tolist(), target[i]])
