"""One Java process that serves many calls over its standard input and output, which nobody else can reach."""

import atexit
import collections
import json
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import tempfile
import threading

BUILT = 1767225600  # project.build.outputTimestamp of pom.xml, 2026-01-01T00:00:00Z
SECONDS_TO_STOP = 40  # a sampler ends its step and writes what it has


class CosetError(RuntimeError):
    """Something that is not the caller's fault: the process ended, or failed where it should not."""


def command():
    """What starts Coset: the runtime in this package, or what COSET_COMMAND says."""
    given = os.environ.get("COSET_COMMAND")
    if given:
        return shlex.split(given)
    runtime = pathlib.Path(__file__).parent / "runtime"
    name = "coset.bat" if os.name == "nt" else "coset"
    launcher = runtime / "bin" / name
    if not launcher.exists():
        raise CosetError(
            "This installation has no Coset inside: install a wheel, or set COSET_COMMAND to a launcher."
        )
    _age(runtime)
    return [str(launcher)]


def _age(runtime):
    """Gives jars the time that the JVM's archive of their classes knows; pip gives them its own."""
    for jar in [*runtime.glob("app/**/*.jar"), *runtime.glob("engines/*.jar")]:
        try:
            if jar.stat().st_mtime != BUILT:
                os.utime(jar, (BUILT, BUILT))
        except OSError:
            pass  # of somebody else: the start is slower, and all else the same


class Process:
    """A JVM that runs one command at a time."""

    def __init__(self):
        self.owner = os.getpid()
        self.lock = threading.RLock()
        self.said = tempfile.TemporaryFile()  # by the JVM itself, such as why it ended
        options = {"start_new_session": True} if os.name == "posix" else {}
        environment = dict(os.environ)
        environment["COSET_JAVA_OPTS"] = (
            environment.get("COSET_JAVA_OPTS", "") + " -Dcoset.serving=true"
        ).strip()
        self.process = subprocess.Popen(
            [*command(), "serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.said,
            env=environment,
            **options,
        )

    def alive(self):
        return self.owner == os.getpid() and self.process.poll() is None

    def call(self, words, tell):
        """Runs a command; returns its exit code and output, and tells what it says meanwhile."""
        with self.lock:
            try:
                line = json.dumps([str(word) for word in words]) + "\n"
                self.process.stdin.write(line.encode())
                self.process.stdin.flush()
                for reply in self.process.stdout:
                    reply = json.loads(reply)
                    if "code" in reply:
                        return reply["code"], reply["out"]
                    tell(reply["err"])
            except BrokenPipeError:
                pass
            except BaseException:  # Ctrl-C above all: nothing may go on behind the caller's back
                self.stop()
                raise
            self.process.wait()
            self.said.seek(0)
            lines = [x for x in self.said.read().decode(errors="replace").splitlines() if x.strip()]
            last = "\n".join(lines[-5:]) or "it said nothing"
            raise CosetError("Coset's process ended with %s: %s" % (self.process.returncode, last))

    def stop(self):
        """Ends the process as Ctrl-C does, or at last by force."""
        if self.owner != os.getpid():
            return
        if self.process.poll() is None:
            try:
                if os.name == "posix":
                    os.killpg(self.process.pid, signal.SIGINT)
                self.process.stdin.close()
                self.process.wait(SECONDS_TO_STOP)
            except (OSError, subprocess.TimeoutExpired):
                pass
            finally:
                if self.process.poll() is None:
                    if os.name == "posix":
                        os.killpg(self.process.pid, signal.SIGKILL)
                    else:
                        self.process.kill()
                    self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            try:
                stream.close()
            except OSError:
                pass


_current = None
_guard = threading.Lock()


def _process():
    global _current
    with _guard:
        if _current is None or not _current.alive():
            _current = Process()
        return _current


@atexit.register
def _end():
    if _current is not None:
        _current.stop()


class Messages:
    """What a command says: shown as it comes where that is wanted, and kept for errors."""

    def __init__(self, shown):
        self.shown = shown
        self.kept = collections.deque(maxlen=200)

    def __call__(self, text):
        if "\r" not in text:  # a line that is written over shows how far it is, and is nothing to keep
            self.kept.append(text)
        if self.shown:
            sys.stderr.write(text)
            sys.stderr.flush()

    def sentence(self):
        lines = [line for line in "".join(self.kept).splitlines() if line.startswith("coset: ")]
        return lines[-1].removeprefix("coset: ") if lines else "".join(self.kept).strip()


def call(*words, verbose=False):
    """Runs a command and returns what it prints; wrong input is a ValueError with its sentence."""
    messages = Messages(verbose)
    code, out = _process().call(words, messages)
    if code == 2:
        raise ValueError(messages.sentence())
    if code != 0:
        raise CosetError(messages.sentence())
    return out
