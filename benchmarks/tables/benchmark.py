"""Coset's default beside what users would pick instead, on real tables and the same splits.

run measures what is not measured yet, then says how all compare; run summary only says it, and
run tables lists the tables. A run that was stopped resumes where it was.
"""

import argparse
import hashlib
import importlib.metadata
import os
import platform
import shlex
import signal
import subprocess
import sys
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"

import machine
import markdown
import tables
from comparison import contests, overall
from measured import METHODS, USUAL, Kept
from problem import Problem
from untuned import load


def one_of(names):
    """A type of option: some of these names, in the order given."""

    def some(text):
        chosen = text.split(",")
        unknown = [name for name in chosen if name not in names]
        if unknown:
            raise argparse.ArgumentTypeError(
                "there is no '%s'; there are %s" % (unknown[0], ", ".join(names))
            )
        return chosen

    return some


def arguments():
    parser = argparse.ArgumentParser(
        prog="benchmarks/tables/run",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "command", nargs="?", choices=("measure", "summary", "tables"), default="measure"
    )
    names = [table.name for table in tables.ALL]
    further = [table.name for table in tables.FURTHER]
    parser.add_argument(
        "--tables",
        type=one_of([*names, *further, *(table.name for table in tables.MADE_UP)]),
        default=names,
        help="some of the tables, of the further ones, or large, spectra, genes, which are made up",
    )
    parser.add_argument(
        "--further",
        dest="tables",
        action="store_const",
        const=further,
        help="the further tables: those of the second look",
    )
    parser.add_argument(
        "--methods",
        type=one_of(METHODS),
        default=list(USUAL),
        help="some of %s (all but laplace)" % ", ".join(METHODS),
    )
    parser.add_argument("--splits", type=int, default=3, help="of each table (%(default)s)")
    parser.add_argument(
        "--coset-args",
        type=shlex.split,
        default=[],
        help="further options of coset fit, as one word",
    )
    parser.add_argument(
        "--limit", type=float, default=3600, help="seconds for one method (%(default)g)"
    )
    parser.add_argument("--retry", action="store_true", help="measure again what failed")
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(__file__).resolve().parent / "target/results",
        help="folder for results, tables.md and tables.csv (%(default)s)",
    )
    return parser.parse_args()


def key(more):
    """Of Coset's results: its commit, and what options it was given."""
    options = hashlib.sha256(shlex.join(more).encode()).hexdigest()[:8]
    return machine.commit() + ("-" + options if more else "")


def facts(given):
    return {
        "command": shlex.join(["benchmarks/tables/run", *without_out(sys.argv[1:])]),
        "commit": machine.commit(),
        "arguments": " with " + shlex.join(given.coset_args) if given.coset_args else "",
        "splits": given.splits,
        "coset": coset_version(),
        "sklearn": importlib.metadata.version("scikit-learn"),
        "ngboost": importlib.metadata.version("ngboost"),
        "laplace": laplace_version() if "laplace" in given.methods else "",
        "python": platform.python_version(),
        "cpu": machine.cpu_model(),
    }


def laplace_version():
    try:
        return ", laplace-torch " + importlib.metadata.version("laplace-torch")
    except importlib.metadata.PackageNotFoundError:
        return ""


def coset_version():
    """A Coset that does not start is a line of the comparison, not the end of it."""
    try:
        return machine.coset_version()
    except (OSError, subprocess.CalledProcessError) as problem:
        return "Coset does not say its version (%s)" % problem


def without_out(words):
    """As it was called, but for where the results go."""
    if "--out" in words:
        at = words.index("--out")
        return words[:at] + words[at + 2 :]
    return [word for word in words if not word.startswith("--out=")]


def measure(given, chosen, kept):
    """Split by split, so that a run that is stopped has all tables of the first."""
    for split in range(given.splits):
        for table in chosen:
            problem = Problem(table, split, given.out / "data")
            for method in given.methods:
                kept.measure(problem, method, given.limit, given.retry, given.coset_args)


def main():
    given = arguments()
    every = (*tables.ALL, *tables.FURTHER, *tables.MADE_UP)
    chosen = [table for table in every if table.name in given.tables]
    if given.command == "tables":
        print(markdown.tables(chosen))
        return
    kept = Kept(given.out, key(given.coset_args))
    if given.command == "measure":
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that no method outlives it
        load(given.methods)
        measure(given, chosen, kept)
    found = contests(chosen, given.methods, given.splits, kept)
    if not found:
        sys.exit("run: there are no results in %s yet." % given.out)
    text = markdown.of(found, given.methods, facts(given))
    (given.out / "tables.md").write_text(text)
    markdown.write_csv(given.out / "tables.csv", found)
    markdown.write_overall(given.out / "methods.csv", overall(found, given.methods))
    print(text)


main()
