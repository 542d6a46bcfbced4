"""Coset beside NumPyro and BlackJAX: same model, data, warm-up, target acceptance and precision.

A lane is one case on one core, its systems one after another. Each case has main lanes, whose draws
count, and shorter ones that run the peers in other ways: points in rows, chains under one vmap.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path += [p for p in [os.environ.get("COSET_PEERS_PACKAGES")] if p]
os.environ["JAX_PLATFORMS"] = "cpu"

import machine
import summary
import table

CASES = ("f2-airfoil", "f2-izmailov", "f1-airfoil", "f1-izmailov")  # the longest first
SYSTEMS = ("numpyro", "coset", "blackjax")
# Warm-up, draws and chains of a main lane. With the paper's 1024 steps of warm-up f2 takes hours.
STANDARD = {
    "f1-izmailov": (1024, 400, 12),
    "f1-airfoil": (1024, 400, 12),
    "f2-izmailov": (400, 200, 4),
    "f2-airfoil": (150, 100, 3),
}
QUICK = {case: (60, 40, 2) if case.startswith("f1") else (20, 12, 2) for case in CASES}
# During so many of Coset's chains the JVM still compiles, on the core that samples: not counted.
# They take some ten seconds; a chain of f1 on airfoil takes a fraction of one.
SPARE = {"f1-izmailov": 8, "f1-airfoil": 40, "f2-izmailov": 1, "f2-airfoil": 1}
VECTORIZED_CHAINS = {"f1": 16, "f2": 4}
SHORT = 3  # lanes whose draws do not count are shorter by this


def arguments():
    parser = argparse.ArgumentParser(
        prog="benchmarks/peers/run",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--cores", type=int, default=1, help="lanes that run at once, each on a core of its own (1)"
    )
    parser.add_argument("--cases", default=",".join(reversed(CASES)), help="which of %(default)s")
    parser.add_argument("--quick", action="store_true", help="tiny sizes, to see that all works")
    parser.add_argument(
        "--warmup", type=int, help="warm-up steps, instead of each case's own number"
    )
    parser.add_argument("--draws", type=int, help="draws of each chain, likewise")
    parser.add_argument("--chains", type=int, help="chains of each system in a main lane, likewise")
    parser.add_argument(
        "--repeats", type=int, default=2, help="main lanes of each case (%(default)s)"
    )
    parser.add_argument(
        "--only-main", action="store_true", help="leave out the lanes that try other ways"
    )
    parser.add_argument(
        "--alone",
        action="store_true",
        help="at the end run a lane with the other cores at rest: what do neighbours cost?",
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--limit",
        type=float,
        default=float("inf"),
        help="seconds after which unfinished lanes are ended and the rest is summed up",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(__file__).resolve().parent / "target/results",
        help="folder for results.json and table.md (%(default)s)",
    )
    given = parser.parse_args()
    given.cases = [case for case in CASES if case in given.cases.split(",")]
    if not given.cases:
        parser.error("--cases takes some of " + ", ".join(CASES) + ".")
    return given


def lane(case, kind, repeat, given):
    network, data = case.split("-")
    warmup, draws, chains = (QUICK if given.quick else STANDARD)[case]
    warmup, draws, chains = given.warmup or warmup, given.draws or draws, given.chains or chains
    vectorized = kind == "vectorized"
    if kind != "main":
        warmup, draws = max(warmup // SHORT, 20), max(draws // SHORT, 10)
    turn = repeat % len(SYSTEMS)
    return {
        "case": case,
        "network": network,
        "data": data,
        "kind": kind,
        "repeat": repeat,
        "form": "rows-first" if kind == "rows-first" else "points-last",
        "method": "vectorized" if vectorized else "sequential",
        "warmup": warmup,
        "draws": draws,
        "chains": chains,
        "peer_chains": VECTORIZED_CHAINS[network] if vectorized and not given.quick else chains,
        "spare": SPARE[case],
        "seed": given.seed + repeat,
        "systems": SYSTEMS[turn:] + SYSTEMS[:turn],  # each is the first once
    }


def lanes(given):
    """Every case's first lanes before any case's second, the longest case first."""
    kinds = [("main", r) for r in range(given.repeats)]
    if not given.only_main:
        kinds += [("rows-first", given.repeats), ("vectorized", given.repeats + 1)]
    return [lane(case, kind, repeat, given) for kind, repeat in kinds for case in given.cases]


class Running:
    """A lane's process, bound to one core; Coset, which it starts, inherits the core."""

    def __init__(self, lane, core, scratch):
        self.lane, self.core = lane, core
        self.folder = scratch / ("%s-%s-%d" % (lane["case"], lane["kind"], lane["repeat"]))
        self.folder.mkdir()
        (self.folder / "lane").write_text(json.dumps(lane))
        self.log = (self.folder / "log").open("w")
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("lane.py")), str(self.folder / "lane")],
            stdout=self.log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=lambda: os.sched_setaffinity(0, {core}),
        )

    def end(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def finished(self):
        """What the lane's systems left so far."""
        results = []
        for system in self.lane["systems"]:
            file = self.folder / (system + ".json")
            if file.exists():
                results.append(
                    {
                        **self.lane,
                        "system": system,
                        "core": self.core,
                        "arrays": str(file.with_suffix(".npz")),
                        **json.loads(file.read_text()),
                    }
                )
        return results


def run_all(todo, cores, scratch, ends):
    """Runs lanes, each on a core of its own; returns the results of all systems that finished."""
    todo, free, running, done = list(todo), list(cores), [], []
    try:
        while todo or running:
            while todo and free and time.monotonic() < ends:
                running.append(Running(todo.pop(0), free.pop(0), scratch))
            time.sleep(0.2)
            late = time.monotonic() >= ends
            for one in list(running):
                if one.process.poll() is None and not late:
                    continue
                if one.process.poll() is None:
                    one.end()
                    print("Ended at the limit: " + one.folder.name, file=sys.stderr)
                elif one.process.returncode != 0:
                    print(
                        "Failed: %s\n%s"
                        % (one.folder.name, (one.folder / "log").read_text()[-3000:]),
                        file=sys.stderr,
                    )
                else:
                    print("Done: " + one.folder.name, file=sys.stderr, flush=True)
                running.remove(one)
                free.append(one.core)
                done += one.finished()
            if late:
                break
    finally:
        for one in running:
            one.end()
    return done


def main():
    given = arguments()
    cores = machine.cores(given.cores)
    ends = time.monotonic() + given.limit
    facts = machine.facts(given.seed, cores)
    todo = lanes(given)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="coset-peers-") as scratch:
        results = run_all(todo, cores, Path(scratch), ends)
        if given.alone:
            last = lane(given.cases[0], "alone", 0, given)
            results += run_all([last], cores[:1], Path(scratch), ends)
        cases = summary.of(results)
    facts["command"] = machine.command()
    facts["minutes"] = round((time.monotonic() - began) / 60, 1)
    for result in results:
        del result["arrays"]
    text = table.of(cases, facts, results)
    given.out.mkdir(parents=True, exist_ok=True)
    everything = {"facts": facts, "cases": cases, "lanes": results}
    (given.out / "results.json").write_text(json.dumps(everything, indent=1))
    (given.out / "table.md").write_text(text)
    print(text)
    return 0 if len(results) == len(SYSTEMS) * (len(todo) + given.alone) else 1


sys.exit(main())
