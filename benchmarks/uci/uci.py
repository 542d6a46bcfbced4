"""The usual protocol of UCI regression: random splits of 90/10, scores in the target's units.

run measures what is not measured yet, then says how all compare with what others printed; run
summary only says it. A run that was stopped resumes where it was.
"""

import argparse
import csv
import hashlib
import json
import os
import random
import shlex
import shutil
import signal
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import machine
import published
from published import Printed

TEST_SHARE = 0.1

# As the literature has them: one hidden layer of 50 rectifiers, or whatever the data choose.
MODELS = {
    "50 relu": ("--hidden", "50", "--activation", "relu"),
    "default": (),
}


def boston(path):
    """All 13 columns, as the literature has it."""
    import tables

    table = tables.Table("boston", "pydataset", "MASS/Boston", "medv")
    table.frame().to_csv(path, index=False)


class Dataset:
    """One file whose last column is the target, and its splits, drawn by their numbers."""

    def __init__(self, name, folder):
        self.name = name
        self.csv = folder / (name + ".csv")
        folder.mkdir(parents=True, exist_ok=True)
        if name != "boston":
            shutil.copy(machine.data_folder() / self.csv.name, self.csv)
        elif not self.csv.exists():
            boston(self.csv)
        with self.csv.open() as lines:
            header, *rows = csv.reader(lines)
        self.target, self.rows = header[-1], len(rows)

    def split(self, number):
        """A file of row numbers; the number is the seed."""
        path = self.csv.with_name("%s-split-%d.json" % (self.name, number))
        order = random.Random(number).sample(range(self.rows), self.rows)
        tests = round(TEST_SHARE * self.rows)
        path.write_text(json.dumps({"train": sorted(order[tests:]), "test": sorted(order[:tests])}))
        return path


def fit(dataset, number, options, run):
    """What Coset says of the test rows, with the processor seconds that it took."""
    shutil.rmtree(run, ignore_errors=True)
    command = [
        *shlex.split(os.environ["COSET_COMMAND"]),
        *("fit", str(dataset.csv), "--target", dataset.target),
        *("--split", str(dataset.split(number)), "--seed", str(number)),
        *("--out", str(run), "--no-report", "--json", *options),
    ]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        said = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    if status != 0:
        raise RuntimeError("Coset ended with %d: %s" % (status, shlex.join(command)))
    shutil.rmtree(run)
    found = json.loads(said)
    return {
        "log_likelihood": found["lppd_original_units"],
        "rmse": found["rmse_original_units"],
        "covered": found["coverage"]["0.9"],
        "points": found["points"],
        "cpu_seconds": used.ru_utime + used.ru_stime,
    }


class Kept:
    """Results as files, by commit and options."""

    def __init__(self, folder, options):
        digest = hashlib.sha256(shlex.join(options).encode()).hexdigest()[:8]
        self.folder = folder / "results" / (machine.commit() + "-" + digest)
        self.folder.mkdir(parents=True, exist_ok=True)

    def path(self, name, model, number):
        return self.folder / ("%s-%s-%d.json" % (name, model.replace(" ", "-"), number))

    def measure(self, dataset, model, number, options):
        path = self.path(dataset.name, model, number)
        if path.exists():
            return
        found = fit(dataset, number, (*MODELS[model], *options), path.with_suffix(".run"))
        unfinished = path.with_suffix(".part")
        unfinished.write_text(json.dumps(found))
        unfinished.replace(path)
        print(path.stem, json.dumps(found), file=sys.stderr, flush=True)

    def all(self, name, model, splits):
        paths = [self.path(name, model, number) for number in range(splits)]
        return [json.loads(path.read_text()) for path in paths if path.exists()]


def printed(values):
    """Mean and its standard error over splits."""
    error = statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("nan")
    return Printed(statistics.fmean(values), error)


def table(given, kept):
    """Markdown: each set, the printed values first."""
    lines = [
        "| data | method | test log likelihood | RMSE | 90% intervals hold | CPU s | splits |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name in given.datasets:
        for method, values in published.VALUES[name].items():
            row = name, method, values.log_likelihood, values.rmse
            lines.append("| %s | %s | %s | %s | | | 20 |" % row)
        for model in given.models:
            found = kept.all(name, model, given.splits)
            if found:
                lines.append(
                    "| %s | Coset, %s | %s | %s | %.1f%% | %.0f | %d |"
                    % (
                        name,
                        model,
                        printed([f["log_likelihood"] for f in found]),
                        printed([f["rmse"] for f in found]),
                        100
                        * sum(f["covered"] * f["points"] for f in found)
                        / sum(f["points"] for f in found),
                        statistics.fmean(f["cpu_seconds"] for f in found),
                        len(found),
                    )
                )
    return "\n".join(lines)


def arguments():
    parser = argparse.ArgumentParser(
        prog="benchmarks/uci/run",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", nargs="?", choices=("measure", "summary"), default="measure")
    parser.add_argument(
        "--datasets", type=lambda text: text.split(","), default=list(published.VALUES)
    )
    parser.add_argument("--models", type=lambda text: text.split(","), default=list(MODELS))
    parser.add_argument("--splits", type=int, default=20, help="of each set (%(default)s)")
    parser.add_argument("--at-once", type=int, default=1, help="fits side by side (%(default)s)")
    parser.add_argument(
        "--coset-args",
        type=shlex.split,
        default=["--time", "1m"],
        help="further options of coset fit, as one word (--time 1m)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(__file__).resolve().parent / "target/results",
        help="folder for results and uci.md (%(default)s)",
    )
    given = parser.parse_args()
    for chosen, known in ((given.datasets, published.VALUES), (given.models, MODELS)):
        for name in chosen:
            if name not in known:
                parser.error("there is no '%s'; there are %s" % (name, ", ".join(known)))
    return given


def main():
    given = arguments()
    kept = Kept(given.out, given.coset_args)
    if given.command == "measure":
        datasets = [Dataset(name, given.out / "data") for name in given.datasets]
        with ThreadPoolExecutor(given.at_once) as pool:
            jobs = [
                pool.submit(kept.measure, dataset, model, number, given.coset_args)
                for number in range(given.splits)
                for dataset in datasets
                for model in given.models
            ]
            for job in jobs:
                job.result()
    text = table(given, kept)
    (given.out / "uci.md").write_text(text + "\n")
    print(text)


main()
