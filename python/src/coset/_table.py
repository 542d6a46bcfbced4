"""Tables as files of arrays, which Coset reads: see docs/tables.md."""

import zipfile

import numpy as np

TARGET = "y"


def is_frame(x):
    """Whether columns have names and types of their own, as in pandas and polars."""
    return hasattr(x, "columns") and hasattr(x, "shape") and not isinstance(x, np.ndarray)


def columns(x):
    """The arrays of a table by name, and the names of numeric columns that name something."""
    if not is_frame(x):
        return {"x": np.asarray(x, dtype=np.float64)}, []
    found, categorical = {}, []
    for name in x.columns:
        series = x[name]
        array = column(series)
        found[str(name)] = array
        if str(series.dtype).lower().startswith(("category", "categorical", "enum")):
            if array.dtype.kind != "U":
                categorical.append(str(name))
    return found, categorical


def column(series):
    """A column as numbers, truths, times or texts; what is missing is NaN, NaT or an empty text."""
    array = np.asarray(series.to_numpy())
    if array.dtype.kind in "fiu":
        return array.astype(np.float64)
    if array.dtype.kind == "b":
        return array
    if array.dtype.kind == "M":
        return array.astype("datetime64[ns]")
    if array.dtype.kind == "m":
        return array / np.timedelta64(1, "s")
    values = array.tolist()
    missing = [value is None or value != value or str(value) in ("<NA>", "NaT") for value in values]
    rest = [value for value, gone in zip(values, missing) if not gone]
    if rest and all(isinstance(value, bool) for value in rest):
        return texts(values, missing, lambda value: "true" if value else "false")
    if rest and all(isinstance(value, (int, float, np.number)) for value in rest):
        return np.array([np.nan if gone else float(v) for v, gone in zip(values, missing)])
    if rest and all(hasattr(value, "isoformat") for value in rest):
        return texts(values, missing, lambda value: value.isoformat(sep=" ") if hasattr(value, "hour") else value.isoformat())
    return texts(values, missing, str)


def texts(values, missing, text):
    return np.array(["" if gone else text(v) for v, gone in zip(values, missing)], dtype=np.str_)


def write(path, arrays):
    """As numpy.savez, whose own arguments would collide with columns of their names."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as file:
        for name, array in arrays.items():
            with file.open(name + ".npy", "w", force_zip64=True) as entry:
                np.lib.format.write_array(entry, np.ascontiguousarray(array), allow_pickle=False)


def free_name(taken):
    """A name for the target that no column has."""
    name = TARGET
    while name in taken:
        name += "_"
    return name
