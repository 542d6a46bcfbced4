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
import warnings

BUILT = 1767225600  # project.build.outputTimestamp of pom.xml, 2026-01-01T00:00:00Z
SECONDS_TO_STOP = 40  # a sampler ends its step and writes what it has


class CosetError(RuntimeError):
    """An error that the caller did not cause: Coset's process ended or failed."""


class CosetWarning(UserWarning):
    """A warning about a result that the caller should know or act on."""


def command():
    """Returns the command that starts Coset: the runtime in this package, or COSET_COMMAND."""
    given = os.environ.get("COSET_COMMAND")
    if given:
        return shlex.split(given)
    runtime = pathlib.Path(__file__).parent / "runtime"
    name = "coset.bat" if os.name == "nt" else "coset"
    launcher = runtime / "bin" / name
    if not launcher.exists():
        raise CosetError(
            "This installation contains no Coset runtime: install a wheel, or set COSET_COMMAND to a launcher."
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
    """A JVM that runs one command at a time, for one thread at a time."""

    def __init__(self):
        self.received = b""  # the start of an answer
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
            bufsize=0,  # a copy of this process has nothing to write into these pipes
            **options,
        )

    def alive(self):
        return self.process.poll() is None

    def call(self, words, tell):
        """Runs a command, passes on its messages, and returns its exit code and output."""
        try:
            self._send(words)
            for reply in iter(self._receive, None):
                if "code" in reply:
                    return reply["code"], reply["out"]
                tell(reply)
            self._wait()
        except BaseException:  # Ctrl-C above all: nothing may continue behind the caller's back
            self.stop()
            raise
        self.stop()
        self.said.seek(0)
        lines = [x for x in self.said.read().decode(errors="replace").splitlines() if x.strip()]
        last = "\n".join(lines[-5:]) or "no message"
        raise CosetError("Coset's process ended with %s: %s" % (self.process.returncode, last))

    def _wait(self):
        try:
            self.process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            pass  # it has closed its output and continues

    def _send(self, words):
        rest = memoryview(json.dumps([str(word) for word in words]).encode() + b"\n")
        try:
            while rest:
                rest = rest[self.process.stdin.write(rest) :]
        except BrokenPipeError:
            pass  # it has ended, and so has its output

    def _receive(self):
        """The next frame of an answer; None where the process has ended."""
        while b"\n" not in self.received:
            some = self.process.stdout.read(1 << 16)
            if not some:
                return None
            self.received += some
        line, _, self.received = self.received.partition(b"\n")
        try:
            return json.loads(line)
        except ValueError:
            raise CosetError("Coset's process sent an unreadable answer: %r" % line[:200]) from None

    def stop(self):
        """Ends the process as Ctrl-C does, or at last by force. (Ctrl-C itself is ignored in the background of a shell.)"""
        if self.process.poll() is None:
            try:
                if os.name == "posix":
                    os.killpg(self.process.pid, signal.SIGTERM)
                self.process.stdin.close()
                self._wait()
            except OSError:
                pass
            finally:
                if self.process.poll() is None:
                    if os.name == "posix":
                        os.killpg(self.process.pid, signal.SIGKILL)
                    else:
                        self.process.kill()
                    self.process.wait()
        self._close()

    def leave(self):
        """Lets go of the process in a fork, whose parent continues to use it."""
        self._close()
        self.process.returncode = 0  # it is no child of this process, which cannot wait for it

    def _close(self):
        for stream in (self.process.stdin, self.process.stdout):
            try:
                stream.close()
            except OSError:
                pass


_current = None
_lock = threading.Lock()  # of the process and its pipes: one call at a time


def _process():
    """The process that runs; a new one after an interrupted call, which ended the one before."""
    global _current
    if _current is None or not _current.alive():
        _current = Process()
    return _current


@atexit.register
def _end():
    if _current is not None:
        _current.stop()


def _forked():
    """A fork starts a process of its own: that of its parent, and the lock of its threads, are not its own."""
    global _current, _lock
    _lock = threading.Lock()
    if _current is not None:
        _current.leave()
        _current = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


class Messages:
    """The messages of a command: shown as they come if wanted, and kept for errors and warnings."""

    def __init__(self, shown):
        self.shown = shown
        self.kept = collections.deque(maxlen=200)
        self.warnings = []

    def __call__(self, reply):
        if "warning" in reply:
            self.warnings.append(reply["warning"])
            return
        text = reply["err"]
        if "\r" not in text:  # a line that is written over shows how far it is, and is nothing to keep
            self.kept.append(text)
        if self.shown:
            sys.stderr.write(text)
            sys.stderr.flush()

    def sentence(self):
        lines = [line for line in "".join(self.kept).splitlines() if line.startswith("coset: ")]
        return lines[-1].removeprefix("coset: ") if lines else "".join(self.kept).strip()


def call(*words, verbose=False):
    """Runs a command and returns its output; wrong input raises a ValueError with the command's message."""
    messages = Messages(verbose)
    with _lock:
        code, out = _process().call(words, messages)
    for sentence in messages.warnings:
        warnings.warn(sentence, CosetWarning, stacklevel=_outside())
    if code == 2:
        raise ValueError(messages.sentence())
    if code != 0:
        raise CosetError(messages.sentence())
    return out


def _outside():
    """How many calls up from `call` the code is that is not of this package."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__package__") == __package__:
        frame, level = frame.f_back, level + 1
    return level
