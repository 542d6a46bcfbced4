"""Coset beside scikit-learn-contrib's bde at MILE's settings: same files, splits and networks.

Runs what was not run yet, a core for each fit, then says how the two compare. One setting of Coset
holds for all cases. A run that was stopped resumes where it was.
"""

import argparse
import importlib.metadata
import os
import platform
import shlex
import signal
import sys
import time
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"

import machine
import settings
import table
from jobs import SYSTEMS, Job, run_all


def arguments():
    parser = argparse.ArgumentParser(
        prog="benchmarks/bde/run",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--jobs", type=int, default=1, help="fits at once, each on a core of its own (%(default)s)"
    )
    parser.add_argument("--cases", default=",".join(settings.CASES), help="which of %(default)s")
    parser.add_argument("--systems", default=",".join(SYSTEMS), help="which of %(default)s")
    parser.add_argument("--seeds", type=int, default=5, help="from 0 on (%(default)s)")
    parser.add_argument(
        "--coset-args",
        type=shlex.split,
        default="--likelihood heteroscedastic --chains 10",
        help="options of coset fit beside data, network and seed, as one word (%(default)s)",
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="bde with one member and hardly a step, to see that all works; kept apart",
    )
    parser.add_argument(
        "--limit",
        type=float,
        default=float("inf"),
        help="seconds after which unfinished fits are ended and the rest is summed up",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(__file__).resolve().parent / "target/results",
        help="folder for results, bde.md and bde.csv (%(default)s)",
    )
    given = parser.parse_args()
    given.cases = some_of(settings.CASES, given.cases.split(","), "--cases", parser)
    given.systems = some_of(SYSTEMS, given.systems.split(","), "--systems", parser)
    cores = len(os.sched_getaffinity(0))
    if not 1 <= given.jobs <= cores:
        parser.error("--jobs takes 1 to %d, the cores that there are." % cores)
    return given


def some_of(names, chosen, option, parser):
    unknown = [name for name in chosen if name not in names]
    if unknown:
        parser.error("%s: there is no '%s', only %s." % (option, unknown[0], ", ".join(names)))
    return [name for name in names if name in chosen]


def jobs(given):
    """Seed by seed, so that a run that is stopped has all cases of the first."""
    options = {
        "bde": tuple(settings.QUICK.items()) if given.quick else (),
        "coset": tuple(given.coset_args),
    }
    versions = {"bde": importlib.metadata.version("sklearn-contrib-bde"), "coset": machine.commit()}
    return [
        Job(case, system, seed, versions[system], options[system], given.out)
        for seed in range(given.seeds)
        for system in SYSTEMS  # bde first, which takes longer
        for case in given.cases
    ]


def facts(given):
    words = sys.argv[1:]
    if "--out" in words:
        del words[words.index("--out") : words.index("--out") + 2]
    return {
        "command": shlex.join(["benchmarks/bde/run", *words]),
        "commit": machine.commit(),
        "options": shlex.join(given.coset_args),
        "coset": machine.coset_version(),
        "python": platform.python_version(),
        "cpu": machine.cpu_model(),
        "vectors": machine.vectors(),
        "bde": importlib.metadata.version("sklearn-contrib-bde"),
        **{p: importlib.metadata.version(p) for p in ("jax", "blackjax")},
    }


def main():
    given = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # ends what it started
    every = jobs(given)
    todo = [job for job in every if job.system in given.systems and not lasts(job)]
    failed = run_all(todo, machine.cores(given.jobs), time.monotonic() + given.limit)
    found = [(job, job.found()) for job in every if job.found()]
    if not found:
        sys.exit("run: there are no results in %s." % given.out)
    rows = table.rows(found)
    text = table.of(rows, facts(given))
    (given.out / "bde.md").write_text(text)
    table.write_csv(given.out / "bde.csv", found)
    print(text)
    return 1 if failed else 0


def lasts(job):
    """Whether a result is kept for good: not where changes are not committed."""
    return job.found() is not None and "-dirty" not in job.version


sys.exit(main())
