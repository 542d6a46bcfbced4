"""Every table of scikit-learn's bundled data through everything a user would do, with no option but the target.

Prints a line for each command and ends with 1 if one failed; what they said is kept in DIR.
"""

import argparse
import functools
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

import tables


def linnerud(target):
    from sklearn import datasets

    loaded = datasets.load_linnerud(as_frame=True)
    return loaded.data.assign(**{target: loaded.target[target]})


# How to get each, and its target.
TABLES = {
    table.name: (table.frame, table.target)
    for table in tables.ALL
    if table.package == "scikit-learn"
}
for TARGET in ("Weight", "Waist", "Pulse"):
    TABLES["linnerud-" + TARGET.lower()] = functools.partial(linnerud, TARGET), TARGET


def commands(name, target):
    return (
        ("fit", name + ".csv", "--target", target, "--out", name),
        ("predict", name, name + ".csv", "-o", name + "-predicted.csv"),
        ("score", name),
        ("report", name),
        ("compare", name + ".csv", "--target", target),
    )


def main():
    parser = argparse.ArgumentParser(prog="benchmarks/tables/bundled", description=__doc__)
    parser.add_argument("--tables", type=lambda text: text.split(","), default=list(TABLES))
    parser.add_argument("--out", type=Path, required=True, help="an empty folder, or a new one")
    given = parser.parse_args()
    unknown = [name for name in given.tables if name not in TABLES]
    if unknown:
        parser.error("there is no '%s'; there are %s" % (unknown[0], ", ".join(TABLES)))
    given.out.mkdir(parents=True, exist_ok=True)
    failed = False
    for name in given.tables:
        frame, target = TABLES[name]
        frame().to_csv(given.out / (name + ".csv"), index=False)
        for command in commands(name, target):
            began = time.monotonic()
            with (given.out / ("%s-%s.log" % (name, command[0]))).open("wb") as log:
                ended = subprocess.run(
                    [*shlex.split(os.environ["COSET_COMMAND"]), *command],
                    cwd=given.out,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                ).returncode
            seconds = time.monotonic() - began
            print("%-16s %-8s exit %d, %.0f s" % (name, command[0], ended, seconds), flush=True)
            failed = failed or ended != 0
    sys.exit(failed)


main()
