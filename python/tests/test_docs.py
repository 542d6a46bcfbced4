"""The Python that the documentation shows runs as it stands there."""

import pathlib
import re

import numpy as np
import pytest

import coset

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ["README.md", "docs/guide.md", "python/README.md"]
ROWS = 20


def houses():
    size = np.arange(50.0, 50 + ROWS)
    east = ["east,%d,%d" % (s, s + s % 3) for s in size]
    west = ["west,%d,%d" % (s, s + s % 7 + 1000) for s in size]
    return "\n".join(["town,size,price", *east, *west]) + "\n"


@pytest.mark.parametrize("page", PAGES)
def test_snippets_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pathlib.Path("houses.csv").write_text(houses())
    pathlib.Path("new.csv").write_text("town,size\neast,55\nwest,\n")
    x = np.linspace(-1, 1, 2 * ROWS).reshape(ROWS, 2)
    y = x[:, 0] + 0.1 * np.sin(40 * x[:, 1])
    snippets = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    assert snippets
    for snippet in snippets:
        names = {**vars(coset), "x_train": x, "y_train": y, "x_test": x}
        exec(compile(snippet, page, "exec"), names)
        assert np.all(names["sd"] > 0)
        assert len(names["mean"]) == len(names["sd"])
