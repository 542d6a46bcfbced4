"""A run in a folder that is deleted with its object and copied with it."""

import contextlib
import io
import os
import pathlib
import shutil
import tempfile
import weakref
import zipfile

import numpy as np

from coset import _table
from coset._process import CosetError, call

PREFIX = "coset-"
MANIFEST = "manifest.json"


class Run:
    """The folder of a run, which is copied where the object is pickled or copied."""

    def __init__(self, folder=None):
        if folder is None:
            owned = tempfile.mkdtemp(prefix=PREFIX)
            weakref.finalize(self, _remove, owned, os.getpid())
            self.folder = pathlib.Path(owned) / "run"
        else:
            self.folder = pathlib.Path(folder)

    def __getstate__(self):
        if not (self.folder / MANIFEST).is_file():
            raise CosetError("The folder of this model is missing or incomplete, so it cannot be copied: %s" % self.folder)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
            for path in sorted(self.folder.rglob("*")):
                if path.is_file():
                    file.write(path, path.relative_to(self.folder).as_posix())
        return packed.getvalue()

    def __setstate__(self, packed):
        self.__init__()
        with zipfile.ZipFile(io.BytesIO(packed)) as file:
            file.extractall(self.folder)

    def predict(self, x, *options, threads, verbose=False):
        """The columns of `coset predict` for some rows, as arrays by name."""
        with scratch() as folder:
            rows = folder / "rows.npz"
            out = folder / "predictions.npz"
            _table.write(rows, _table.columns(x)[0])
            call("predict", self.folder, rows, "-o", out, "--threads", threads, *options, verbose=verbose)
            with np.load(out) as arrays:
                return {name: arrays[name] for name in arrays.files}


@contextlib.contextmanager
def scratch():
    """A folder for the files of one call."""
    folder, owner = tempfile.mkdtemp(prefix=PREFIX), os.getpid()
    try:
        yield pathlib.Path(folder)
    finally:
        _remove(folder, owner)


def _remove(folder, owner):
    """Removes a folder, unless this is a fork of the process that made it and may still use it."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)
