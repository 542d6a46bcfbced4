"""The channel to Java survives forks, threads, interrupts, kills, garbage and damage."""

import contextlib
import json
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
import warnings

import numpy as np
import pytest

from coset import CosetError, CosetRegressor, CosetWarning, _process

QUICK = dict(hidden=(4,), chains=2, warmup=200, draws=5, thinning=10, random_state=0)
LONG = dict(hidden=(16, 16), chains=50, warmup=20000, random_state=0)
X = np.linspace(-2, 2, 80).reshape(40, 2)
Y = np.sin(X[:, 0]) + 0.2 * np.cos(50 * X[:, 1])  # neither column predicts it alone
forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


@pytest.fixture(scope="module")
def fitted():
    return CosetRegressor(**QUICK).fit(X, Y)


@pytest.fixture
def model(fitted):
    return pickle.loads(pickle.dumps(fitted))


@contextlib.contextmanager
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


FORKED = """
import os, sys, threading
import numpy as np
from coset import CosetRegressor
x = np.linspace(-2, 2, 80).reshape(40, 2)
model = CosetRegressor(hidden=(4,), chains=2, warmup=200, draws=5, thinning=10, random_state=0).fit(x, np.sin(x[:, 0]))
expected = model.predict(x)
right = []
many = np.tile(x, (2000, 1))
thread = threading.Thread(target=lambda: right.append(np.array_equal(model.predict(many)[:40], expected)))
if "thread" in sys.argv:
    thread.start()  # the fork copies a process whose channel is in use
child = os.fork()
if child == 0:
    if "predict" in sys.argv and not np.array_equal(model.predict(x), expected):
        sys.exit(3)
    sys.exit(0)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
assert model.run_.folder.exists()
assert np.array_equal(model.predict(x), expected)
if "thread" in sys.argv:
    thread.join()
    assert right == [True]
print("right")
"""


@forks
@pytest.mark.parametrize("case", ["", "thread predict"])
def test_a_fork_leaves_its_parent_alone(case):
    done = subprocess.run([sys.executable, "-c", FORKED, *case.split()], capture_output=True, text=True, timeout=120)
    assert done.stdout == "right\n", done.stderr


FORKED_POOL = """
import multiprocessing
import numpy as np
from coset import CosetRegressor
x = np.linspace(-2, 2, 80).reshape(40, 2)
model = CosetRegressor(hidden=(4,), chains=2, warmup=200, draws=5, thinning=10, random_state=0).fit(x, np.sin(x[:, 0]))
expected = model.predict(x)
with multiprocessing.get_context("fork").Pool(2) as pool:
    parts = pool.map_async(model.predict, [x] * 4)
    assert np.array_equal(model.predict(x), expected)
    assert all(np.array_equal(part, expected) for part in parts.get(100))
assert np.array_equal(model.predict(x), expected)
print("right")
"""


@forks
@pytest.mark.full
def test_a_pool_of_forks_predicts():
    done = subprocess.run([sys.executable, "-c", FORKED_POOL], capture_output=True, text=True, timeout=120)
    assert done.stdout == "right\n", done.stderr


@pytest.fixture
def ctrl_c():
    """Ctrl-C as in the foreground: in the background of a shell, Python ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_an_interrupted_call_leaves_other_threads_alone(fitted, ctrl_c):
    expected = fitted.predict(X)
    results = []

    def predict():
        time.sleep(1)  # until the main thread has the channel
        for _ in range(5):
            try:
                results.append(np.array_equal(fitted.predict(X), expected))
            except Exception as e:
                results.append(e)

    threads = [threading.Thread(target=predict) for _ in range(3)]
    for thread in threads:
        thread.start()
    threading.Timer(3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        CosetRegressor(**LONG).fit(np.tile(X, (50, 1)), np.tile(Y, 50))
    for thread in threads:
        thread.join(60)
    assert results == [True] * 15


def test_a_lost_chain_is_a_warning_and_progress_is_none(model):
    with no_warnings():
        CosetRegressor(**QUICK).fit(X, Y)
        before = model.predict(X)
    journal = model.run_.folder / "draws.journal"
    journal.write_bytes(journal.read_bytes()[:-10])
    with pytest.warns(CosetWarning, match="Only 1 of the 2 chains") as caught:
        after = model.predict(X)
    assert not np.array_equal(before, after)
    assert [warning.filename for warning in caught] == [__file__]


def test_a_model_without_its_folder_is_not_packed(model):
    shutil.rmtree(model.run_.folder)
    with pytest.raises(CosetError, match="missing or incomplete"):
        pickle.dumps(model)
    with pytest.raises(ValueError):
        model.predict(X)


def garbage(source):
    """A line that is no command, or one that does no harm."""
    kind = source.randrange(4)
    if kind == 0:
        line = bytes(source.randrange(256) for _ in range(source.randrange(300)))
    elif kind == 1:
        line = json.dumps(source.choice([None, 3, {}, "predict", [None], ["predict", None], [["predict"]], ["serve"]])).encode()
    elif kind == 2:
        line = b"[" * source.randrange(5000)
    else:
        words = [source.choice(["predict", "fit", "--json", "\x00", "\ud800", "a" * source.randrange(1000), "@x", ""])]
        line = json.dumps(words * source.randrange(2000)).encode()
    return line.replace(b"\n", b" ") + b"\n"


def test_every_frame_gets_an_answer(model):
    expected = model.predict(X)
    process = _process._process()
    source = random.Random(5)
    for _ in range(300):
        rest = memoryview(garbage(source))
        while rest:
            rest = rest[process.process.stdin.write(rest) :]
        for reply in iter(process._receive, None):
            if "code" in reply:
                break
        assert reply["code"] in (0, 2), reply
    assert _process._process() is process
    assert np.array_equal(model.predict(X), expected)


def test_a_command_that_is_too_long_is_refused(model):
    expected = model.predict(X)
    with pytest.raises(ValueError, match="at most 1000 words"):
        _process.call(*["x"] * 200_000)
    with pytest.raises(ValueError, match="at most 4194304 bytes"):
        _process.call("x" * 50_000_000)
    assert np.array_equal(model.predict(X), expected)


@pytest.mark.parametrize("cases", [40, pytest.param(2000, marks=pytest.mark.full)])
def test_damage_is_never_silent(fitted, cases, capsys):
    expected = fitted.predict(X)
    source = random.Random(cases)
    verdicts = {"right": 0, "warned": 0, "refused": 0}
    for _ in range(cases):
        model = pickle.loads(pickle.dumps(fitted))
        path = model.run_.folder / source.choice(["manifest.json", "data.bin", "draws.journal", "draws.journal"])
        damaged = bytearray(path.read_bytes())
        place = source.randrange(len(damaged))
        if source.random() < 0.3:
            del damaged[place:]
        else:
            damaged[place] ^= 1 << source.randrange(8)
        path.write_bytes(damaged)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                right = np.array_equal(model.predict(X), expected)
                verdicts["warned" if caught else "right"] += 1
                assert right or caught, (path, place)
            except ValueError as e:
                assert "unexpected" not in str(e)
                verdicts["refused"] += 1
    with capsys.disabled():
        print("\n%d damaged models: %s, 0 silent" % (cases, verdicts))


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("cases", [5, pytest.param(50, marks=pytest.mark.full)])
def test_a_kill_at_any_moment_is_an_error_or_nothing(fitted, cases, capsys):
    rows = np.tile(X, (25, 1))
    expected = fitted.predict(rows)
    source = random.Random(cases)
    verdicts = {"right": 0, "refused": 0}
    for _ in range(cases):
        assert np.array_equal(fitted.predict(rows), expected)
        process = _process._process().process
        timer = threading.Timer(source.uniform(0, 0.5), os.killpg, (process.pid, signal.SIGKILL))
        timer.start()
        while timer.is_alive():
            try:
                assert np.array_equal(fitted.predict(rows), expected)
                verdicts["right"] += 1
            except CosetError as e:
                assert "process ended" in str(e)
                verdicts["refused"] += 1
        process.wait()
    with capsys.disabled():
        print("\n%d kills: %s, 0 silent" % (cases, verdicts))
