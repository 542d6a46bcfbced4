"""A run in a folder that lives as long as the object, and travels with it."""

import io
import pathlib
import shutil
import tempfile
import weakref
import zipfile

import numpy as np

from coset import _table
from coset._process import call


class Run:
    """The folder of a run; copied whole where the object is pickled or copied."""

    def __init__(self, folder=None):
        if folder is None:
            owned = tempfile.mkdtemp(prefix="coset-")
            weakref.finalize(self, shutil.rmtree, owned, ignore_errors=True)
            self.folder = pathlib.Path(owned) / "run"
        else:
            self.folder = pathlib.Path(folder)

    def __getstate__(self):
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
        with tempfile.TemporaryDirectory(prefix="coset-") as folder:
            rows = pathlib.Path(folder) / "rows.npz"
            out = pathlib.Path(folder) / "predictions.npz"
            _table.write(rows, _table.columns(x)[0])
            call("predict", self.folder, rows, "-o", out, "--threads", threads, *options, verbose=verbose)
            with np.load(out) as arrays:
                return {name: arrays[name] for name in arrays.files}
