"""Coset by its command line: the table, its target, a split, a seed, and no other choice."""

import csv
import json
import os
import shlex
import subprocess

import numpy as np
from scipy.stats import norm

from predictive import Classes, Quantiles

# Dense enough for a density, and so far out that hardly a row lies beyond.
PROBABILITIES = np.sort([*norm.cdf(np.arange(-7, 7.01, 0.125)), 0.05, 0.95])


def call(*words):
    """Runs a command of Coset and returns what it prints."""
    command = [*shlex.split(os.environ["COSET_COMMAND"]), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if line[:1].strip()]  # not of a trace
        last = said[-1] if said else "nothing was said"
        raise RuntimeError("Coset ended with %d: %s" % (done.returncode, last))
    return done.stdout


def fit(problem, seed, run, more):
    return json.loads(
        call(
            *("fit", problem.csv, "--target", problem.table.target, "--split", problem.split_file),
            *("--seed", seed, "--out", run, "--no-report", "--json", *more),
        )
    )


def scores(problem, said, run):
    """LPPD, RMSE and coverage are what fit says, rows what predict says: see row_error.

    From what it says in the data's units, as it may have chosen another scale for the target.
    """
    found = predictive(problem, run).scores(problem.y_test)
    if problem.class_names:
        own = {"lppd": said["lppd"], "accuracy": said["accuracy"]}
    else:
        own = {
            "lppd": said["lppd_original_units"] + float(np.log(problem.sd)),
            "rmse": said["rmse_original_units"] / problem.sd,
            "covered": round(said["coverage"]["0.9"] * said["points"]),
        }
    if said["points"] != found["points"]:
        raise RuntimeError("%(points)d rows were scored, not all test rows." % said)
    return {**found, **own, "row_error": found["lppd"] - own["lppd"]}


def predictive(problem, run):
    asked = "--quantiles", ",".join(map(repr, PROBABILITIES.tolist()))
    text = call("predict", run, problem.test_csv, *([] if problem.class_names else asked))
    rows = list(csv.DictReader(text.splitlines()))
    if problem.class_names:
        return Classes(np.array([[float(r["p_" + c]) for c in problem.class_names] for r in rows]))
    columns = ["mean", *(name for name in rows[0] if name.startswith("q"))]
    values = np.array([[float(r[c]) for c in columns] for r in rows])
    standardised = (values - problem.mean) / problem.sd
    return Quantiles(standardised[:, 0], PROBABILITIES, standardised[:, 1:])
