import os
import pathlib

# Without a wheel the tests, and what they start, take the sources and run the checkout's launcher.
PYTHON = pathlib.Path(__file__).resolve().parents[1]
if not (PYTHON / "src" / "coset" / "runtime").exists():
    os.environ.setdefault("COSET_COMMAND", str(PYTHON.parent / "coset"))
    os.environ["PYTHONPATH"] = str(PYTHON / "src")
