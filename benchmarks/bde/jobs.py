"""A job is one fit by one system, in a process of its own on one core; what it finds is kept."""

import hashlib
import json
import math
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import settings
from problem import Problem

SYSTEMS = ("bde", "coset")


@dataclass(frozen=True)
class Job:
    case: str
    system: str
    seed: int
    version: str  # of the system
    options: tuple  # Coset's, or what bde is given beside the case's settings
    folder: Path

    def data(self):
        return settings.CASES[self.case][0]

    def bde(self):
        _, hidden, given = settings.CASES[self.case]
        return {"hidden_layers": hidden, **given, **dict(self.options), "seed": self.seed}

    def digest(self):
        """Of everything that decides the result, but for the version."""
        which = [self.case, *self.options] if self.system == "coset" else self.bde()
        return hashlib.sha256(json.dumps(which).encode()).hexdigest()[:8]

    def file(self):
        name = "%s-%s-%d.json" % (self.version, self.digest(), self.seed)
        return self.folder / "results" / self.case / self.system / name

    def found(self):
        return json.loads(self.file().read_text()) if self.file().exists() else None

    def run_folder(self):
        return self.file().with_suffix(".run")

    def command(self):
        if self.system == "bde":
            program = Path(__file__).with_name("fit_bde.py")
            return [sys.executable, str(program), self.data(), json.dumps(self.bde())]
        problem, hidden = Problem(self.data()), settings.CASES[self.case][1]
        words = ["fit", problem.csv, "--target", problem.target, "--split", problem.splits]
        words += ["--hidden", ",".join(map(str, hidden)), *self.options, "--seed", self.seed]
        words += ["--threads", 1, "--no-report", "--json", "--out", self.run_folder()]
        return [*shlex.split(os.environ["COSET_COMMAND"]), *map(str, words)]

    def read(self, text):
        """LPPD is that of the target standardised on the training rows, divisor n."""
        if self.system == "bde":
            return json.loads(text.splitlines()[-1])
        said, problem = json.loads(text), Problem(self.data())
        if said["points"] != len(problem.y_test):
            raise RuntimeError("%(points)d rows were scored, not all test rows." % said)
        lppd = said["lppd_original_units"] + math.log(problem.sd)
        draws = said["chains"] * said["draws"]
        return {"lppd": lppd, "gradients": said["gradients"], "draws": draws, "lost": 0}


class Running:
    """A job's process, bound to a core; its CPU seconds are those it used from start to end."""

    def __init__(self, job, core):
        self.job, self.core = job, core
        job.file().parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(job.run_folder(), ignore_errors=True)
        self.out, self.log = (job.file().with_suffix(s) for s in (".out", ".log"))
        with self.out.open("w") as out, self.log.open("w") as log:
            self.process = subprocess.Popen(
                job.command(),
                stdout=out,
                stderr=log,
                start_new_session=True,
                preexec_fn=lambda: os.sched_setaffinity(0, {core}),
            )

    def ended(self):
        """Whether it has; if so, its exit status and CPU seconds are set."""
        pid, status, used = os.wait4(self.process.pid, os.WNOHANG)
        if pid == 0:
            return False
        self.process.returncode = os.waitstatus_to_exitcode(status)  # it is not waited for again
        self.cpu_seconds = used.ru_utime + used.ru_stime
        return True

    def end(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.clear()

    def keep(self):
        """Writes what it found; returns whether it found anything."""
        where = "%s, %s, seed %d: " % (self.job.case, self.job.system, self.job.seed)
        if self.process.returncode != 0:
            reason = "ended with %d\n" % self.process.returncode + self.log.read_text()[-3000:]
            print(where + reason, file=sys.stderr, flush=True)
            return False
        found = {**self.job.read(self.out.read_text()), "cpu_seconds": self.cpu_seconds}
        unfinished = self.job.file().with_suffix(".part")
        unfinished.write_text(json.dumps(found))
        unfinished.rename(self.job.file())
        self.clear()
        says = "LPPD %(lppd).4f, %(cpu_seconds).1f CPU s" % found
        print(where + says, file=sys.stderr, flush=True)
        return True

    def clear(self):
        shutil.rmtree(self.job.run_folder(), ignore_errors=True)
        self.out.unlink()
        self.log.unlink()


def run_all(todo, cores, ends):
    """Each on a core of its own; returns how many failed or were ended."""
    todo, free, running, failed = list(todo), list(cores), [], 0
    try:
        while (todo or running) and time.monotonic() < ends:
            while todo and free:
                running.append(Running(todo.pop(0), free.pop(0)))
            time.sleep(0.1)
            for one in list(running):
                if one.ended():
                    running.remove(one)
                    free.append(one.core)
                    failed += not one.keep()
    finally:
        for one in running:
            one.end()
    return failed + len(todo) + len(running)
