"""Coset's likelihoods beside NumPyro's, and coverage where noise depends on the input.

Both systems sample the same model from the same files in double precision: LPPD on the test rows,
its error by the jackknife over chains, and what is predicted row by row. All on one core; a run
that was stopped resumes after the last case that it finished, if commit and sizes are the same.
"""

import argparse
import csv
import importlib.metadata
import json
import os
import sys
import tempfile
from pathlib import Path

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["JAX_ENABLE_X64"] = "true"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"

from scipy.stats import chi2

import coverage
import machine
import pairs
from pairs import Case, Sizes

CASES = (
    Case("categorical", "iris", 3),
    Case("categorical", "wine", 3),
    Case("categorical", "wine", 8),
    Case("categorical", "breast_cancer", 3),
    Case("heteroscedastic", "synthetic", 3),
    Case("heteroscedastic", "yacht", 3),
    Case("normal", "synthetic", 3),
    Case("normal", "yacht", 3),
)
LEVEL = 1e-3  # of all cases together

LPPD = """\
## Likelihoods beside NumPyro

| likelihood | data | train, test rows | hidden | parameters | LPPD, Coset | LPPD, NumPyro | \
difference | in standard errors | row by row | its scale | p |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
"""

COVERAGE = """
## Coverage where noise depends on the input

| quarter of predicted sigma | true sigma | heteroscedastic: sigma | coverage | normal: sigma | \
coverage |
| ---: | ---: | ---: | ---: | ---: | ---: |
"""

SOURCE = """
`{command}`, commit {commit}, seed {seed}. {coset}; NumPyro {numpyro}, JAX {jax}, scikit-learn
{sklearn}, Python {python}. {cpu}.
"""


def arguments():
    parser = argparse.ArgumentParser(
        prog="benchmarks/peers/run agreement",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--chains", type=int, default=24, help="of each system (%(default)s)")
    parser.add_argument("--warmup", type=int, default=1024, help="steps (%(default)s)")
    parser.add_argument("--draws", type=int, default=10, help="of each chain (%(default)s)")
    parser.add_argument("--sets", type=int, default=10, help="data sets for coverage (%(default)s)")
    parser.add_argument(
        "--only", choices=("lppd", "coverage"), help="one of the two tables, not both"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(__file__).resolve().parent / "target/likelihoods",
        help="folder for likelihoods.md and two CSV files (%(default)s)",
    )
    return parser.parse_args()


def verdict(rows):
    """Joint over the cases, and over what is compared row by row (Bonferroni)."""
    square = sum(row["standard_errors"] ** 2 for row in rows)
    p = float(chi2.sf(square, len(rows)))
    far = [row for row in rows if abs(row["standard_errors"]) > 3]
    least = min(row["rms_p"] for row in rows)
    agree = p > LEVEL and not far and least > LEVEL / len(rows)
    text = (
        "\nThe squares of the differences in standard errors sum to %.1f over %d cases (p = %.2g by"
        " chi-square); %s is beyond 3. The least p row by row is %.2g. At the level %g the systems"
        " %s.\n"
    )
    beyond = ", ".join(row["likelihood"] + " " + row["data"] for row in far) or "none"
    says = "agree" if agree else "**do not agree**"
    return agree, text % (square, len(rows), p, beyond, least, LEVEL, says)


def row_of(*cells):
    return "| %s |\n" % " | ".join(cells)


def agreement_row(row):
    def with_error(form, name, error):
        return form % row[name] + " ± %.4f" % row[error]

    return row_of(
        row["likelihood"],
        row["data"],
        "%d, %d" % (row["train"], row["test"]),
        "%d" % row["hidden"],
        "%d" % row["parameters"],
        with_error("%.4f", "coset_lppd", "coset_error"),
        with_error("%.4f", "numpyro_lppd", "numpyro_error"),
        with_error("%+.4f", "difference", "error"),
        "%+.2f" % row["standard_errors"],
        "%.4f" % row["rms_difference"],
        "%.4f" % row["rms_scale"],
        "%.2g" % row["rms_p"],
    )


def coverage_row(row):
    cells = ["%d" % row["quarter"], "%.3f" % row["true_sigma"]]
    for likelihood in coverage.LIKELIHOODS:
        cells.append("%.3f" % row[likelihood + "_sigma"])
        values = [100 * row[likelihood + name] for name in ("_coverage", "_coverage_error")]
        cells.append("%.1f ± %.1f%%" % tuple(values))
    return row_of(*cells)


def write(path, rows):
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


class Kept:
    """Results in a folder, each measured once."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def get(self, name, measure):
        file = self.folder / (name + ".json")
        if not file.exists():
            unfinished = file.with_suffix(".part")
            with tempfile.TemporaryDirectory(prefix="coset-agreement-") as scratch:
                unfinished.write_text(json.dumps(measure(Path(scratch))))
            unfinished.rename(file)
            print("Done: " + name, file=sys.stderr, flush=True)
        return json.loads(file.read_text())


def main():
    given = arguments()
    sizes = Sizes(given.chains, given.warmup, given.draws)
    facts = machine.facts(given.seed, [0])
    facts["sklearn"] = importlib.metadata.version("scikit-learn")
    facts["command"] = machine.command("agreement")
    of_these = (facts["commit"], sizes.chains, sizes.warmup, sizes.draws, given.seed)
    kept = Kept(given.out / "-".join(map(str, of_these)))
    rows = [
        kept.get(case.name(), lambda scratch: pairs.compare(case, sizes, given.seed, scratch))
        for case in CASES
        if given.only != "coverage"
    ]
    sets = [
        kept.get(
            "coverage-%d" % s, lambda scratch: coverage.one_set(sizes, given.seed + s, scratch)
        )
        for s in range(given.sets)
        if given.only != "lppd"
    ]
    agree, text = True, ""
    if rows:
        agree, says = verdict(rows)
        text += LPPD + "".join(map(agreement_row, rows)) + says
        write(given.out / "agreement.csv", rows)
    if sets:
        covered = coverage.by_quarter(sets)
        text += COVERAGE + "".join(map(coverage_row, covered))
        write(given.out / "coverage.csv", covered)
    text += SOURCE.format(**facts)
    (given.out / "likelihoods.md").write_text(text)
    print(text)
    return 0 if agree else 1


sys.exit(main())
