"""What a run costs as rows, parameters, features and chains grow, on one engine.

One thing grows at a time, each run is a command of Coset's in a process of its own, and the
exponent is the slope of the logarithm of processor seconds over the larger half of the sizes.
Results are kept as they come: a run that was stopped resumes.
"""

import argparse
import json
import math
import os
import random
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import machine

SHORT = ("--warmup", "1000", "--draws", "2", "--thinning", "20")
SINGLE = ("--sampler", "nuts", "--warmup", "20", "--draws", "1")
FEW = ("--init", "uniform", "--warmup", "100", "--draws", "2", "--thinning", "10")


class Point:
    """One run: a made-up table, a network, a number of chains."""

    def __init__(self, grows, size, rows=1000, features=5, hidden="16,16", chains=4, steps=SHORT):
        self.grows, self.size = grows, size
        self.rows, self.features = rows, features
        self.options = ("--hidden", hidden, "--chains", str(chains), *steps)

    def name(self, engine):
        return "%s-%s-%d" % (engine, self.grows, self.size)


def neurons(parameters, features=5):
    """Of one layer with so many parameters, the output's bias and sigma counted."""
    return max(1, round((parameters - 2) / (features + 2)))


POINTS = (
    *(Point("rows", n, rows=n) for n in (100, 1000, 10_000, 100_000, 1_000_000)),
    *(
        Point("rows-few-steps", n, rows=n, hidden="3", chains=2, steps=FEW)
        for n in (10_000, 100_000, 1_000_000)
    ),
    *(Point("parameters", n, hidden=str(neurons(n))) for n in (10, 100, 1000, 10_000)),
    *(Point("features", n, features=n, hidden="16") for n in (1, 10, 100, 1000)),
    *(
        Point("chains", n, rows=100, features=1, hidden="3", chains=n, steps=SINGLE)
        for n in (1, 10, 100, 1000, 10_000, 100_000)
    ),
)


def table(point, folder):
    """y = sin(2 x1) + noise; the other columns are noise."""
    path = folder / ("%dx%d.csv" % (point.rows, point.features))
    if not path.exists():
        numbers = random.Random(1)
        unfinished = path.with_suffix(".part")
        with unfinished.open("w") as out:
            out.write(",".join(["x%d" % (j + 1) for j in range(point.features)] + ["y"]) + "\n")
            for _ in range(point.rows):
                x = [numbers.uniform(-2, 2) for _ in range(point.features)]
                y = math.sin(2 * x[0]) + numbers.gauss(0, 0.3)
                out.write(",".join("%.4f" % v for v in [*x, y]) + "\n")
        unfinished.replace(path)
    return path


def measure(point, engine, folder, limit):
    run = folder / (point.name(engine) + ".run")
    shutil.rmtree(run, ignore_errors=True)
    command = [
        *shlex.split(os.environ["COSET_COMMAND"]),
        *("fit", str(table(point, folder)), "--target", "y", "--test-fraction", "0"),
        *("--seed", "0", "--out", str(run), "--no-report", "--weights", "equal"),
        *("--engine", engine, *point.options),
    ]
    began = time.monotonic()
    with (folder / "said.txt").open("w") as said:
        process = subprocess.Popen(["timeout", str(limit), *command], stdout=said, stderr=said)
        _, status, used = os.wait4(process.pid, 0)
    found = {"status": os.waitstatus_to_exitcode(status)}
    if found["status"] == 0:
        found["seconds"] = time.monotonic() - began
        found["cpu_seconds"] = used.ru_utime + used.ru_stime
        found["megabytes"] = used.ru_maxrss / 1024
        found["disk_megabytes"] = sum(f.stat().st_size for f in run.rglob("*")) / 1e6
    else:
        lines = (folder / "said.txt").read_text().strip().splitlines()
        found["said"] = "longer than %d s" % limit if found["status"] == 124 else lines[-1]
    shutil.rmtree(run, ignore_errors=True)
    return found


def exponent(sizes, seconds):
    """The least-squares slope of logarithms."""
    x, y = [math.log(s) for s in sizes], [math.log(s) for s in seconds]
    mx, my = sum(x) / len(x), sum(y) / len(y)
    squares = sum((a - mx) ** 2 for a in x)
    return sum((a - mx) * (b - my) for a, b in zip(x, y)) / squares


def markdown(points, results, engine):
    lines = [
        "| grows | size | s | CPU s | MB | run folder, MB | exponent |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for grows in dict.fromkeys(p.grows for p in points):
        own = [(p.size, results.get(p.name(engine))) for p in points if p.grows == grows]
        good = [(size, found) for size, found in own if found and found["status"] == 0]
        half = good[-max(2, (len(good) + 1) // 2) :]
        slope = ""
        if len(half) > 1:
            slope = "%.2f" % exponent([s for s, _ in half], [f["cpu_seconds"] for _, f in half])
        for size, found in own:
            if not found:
                continue
            if found["status"] != 0:
                lines.append("| %s | {:,} | %s | | | | |".format(size) % (grows, found["said"]))
                continue
            last = slope if half and size == half[-1][0] else ""
            row = grows, size, found["seconds"], found["cpu_seconds"], found["megabytes"]
            text = "| {} | {:,} | {:.1f} | {:.1f} | {:,.0f} | {:.2f} | {} |"
            lines.append(text.format(*row, found["disk_megabytes"], last))
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(
        prog="benchmarks/growth/run",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--engine", default="local", help="local, spark or cuda (%(default)s)")
    parser.add_argument("--grows", type=lambda t: t.split(","), help="only these")
    parser.add_argument("--limit", type=int, default=600, help="seconds of a run (%(default)s)")
    parser.add_argument(
        "--out", type=Path, default=Path(__file__).resolve().parent / "target", help="%(default)s"
    )
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    kept = given.out / ("%s.json" % machine.commit())
    results = json.loads(kept.read_text()) if kept.exists() else {}
    points = [p for p in POINTS if not given.grows or p.grows in given.grows]
    for point in points:
        name = point.name(given.engine)
        if name not in results:
            results[name] = measure(point, given.engine, given.out, given.limit)
            kept.write_text(json.dumps(results, indent=1))
            print(name, json.dumps(results[name]), file=sys.stderr, flush=True)
    print(markdown(points, results, given.engine))


main()
