"""One method on one split of one table: measured in a process of its own, once, and kept."""

import json
import multiprocessing
import os
import resource
import shutil
import signal
import sys
import warnings

import coset_default
from untuned import ON_REQUEST, UNTUNED, Unsuited

METHODS = ("coset", *UNTUNED)
USUAL = tuple(m for m in METHODS if m not in ON_REQUEST)


def cpu_seconds():
    """Of this process and of those that it started and waited for."""
    used = [resource.getrusage(w) for w in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


def by_untuned(method, problem):
    began = cpu_seconds()
    predictive = UNTUNED[method](problem, problem.arrays(), problem.split)
    seconds = cpu_seconds() - began
    return {**predictive.scores(problem.y_test), "cpu_seconds": seconds}


def by_coset(problem, more, run):
    """The seed is the split's number; asking for the rows' densities is not part of the time."""
    shutil.rmtree(run, ignore_errors=True)
    began = cpu_seconds()
    said = coset_default.fit(problem, problem.split, run, more)
    seconds = cpu_seconds() - began
    found = coset_default.scores(problem, said, run)
    shutil.rmtree(run)
    return {**found, "cpu_seconds": seconds}


def in_child(measure, limit):
    """What measure returns, or the reason why it returned nothing, whatever happens to it."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=tell, args=(measure, there))
    child.start()
    there.close()
    try:
        if not here.poll(limit):
            return {"reason": "took longer than %g s" % limit}
        return here.recv()
    except EOFError:
        child.join()
        return {"reason": "its process ended with %d" % child.exitcode}
    finally:
        if child.is_alive():
            end(child)
        child.join()


def end(child):
    """With every process that it started: it leads a group of its own."""
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        child.kill()  # before it led one, or just gone


def tell(measure, connection):
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    warnings.simplefilter("ignore")  # untuned methods say that they should be tuned
    try:
        found = measure()
    except Unsuited as reason:
        found = {"reason": str(reason)}
    except Exception as problem:
        found = {"reason": "%s: %s" % (type(problem).__name__, one_line(problem))}
    connection.send(found)


def one_line(problem):
    return " ".join(str(problem).split())[:300]


class Kept:
    """Results in a folder, a file each; Coset's by what was run, so that versions lie together."""

    def __init__(self, folder, coset):
        self.folder, self.coset = folder, coset

    def file(self, table, split, method):
        name = "coset-" + self.coset if method == "coset" else method
        return self.folder / "results" / table.name / str(split) / (name + ".json")

    def find(self, table, split, method):
        file = self.file(table, split, method)
        return json.loads(file.read_text()) if file.exists() else None

    def lasting(self, method):
        """Whether a name stands for one program: not where changes are not committed."""
        return method != "coset" or "-dirty" not in self.coset

    def measure(self, problem, method, limit, retry, more):
        """Unless it was already, of the same file and split."""
        found = self.find(problem.table, problem.split, method)
        again = retry and found and "reason" in found
        if found and found["digest"] == problem.digest() and not again and self.lasting(method):
            return
        run = self.folder / "runs" / ("%s-%d" % (problem.table.name, problem.split))
        if method == "coset":
            found = in_child(lambda: by_coset(problem, more, run), limit)
        else:
            found = in_child(lambda: by_untuned(method, problem), limit)
        file = self.file(problem.table, problem.split, method)
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_suffix(".part")
        unfinished.write_text(json.dumps({**found, "digest": problem.digest()}))
        unfinished.rename(file)
        says = found.get("reason") or "LPPD %(lppd).4f, %(cpu_seconds).1f CPU s" % found
        where = (problem.table.name, problem.split, method, says)
        print("%s, split %d, %s: %s" % where, file=sys.stderr, flush=True)
