"""Tables as files of arrays, which Coset reads: see docs/manual.md."""

import datetime
import decimal
import numbers
import zipfile

import numpy as np

TARGET = "y"
UNITS = {"Y": "D", "M": "D", "W": "D", "D": "D", "h": "s", "m": "s", "s": "s", "ms": "ms", "us": "us"}
YEARS = range(0, 10000)
OTHER_YEARS = "it has dates outside the years 0 to 9999: correct them, or drop the column."


def is_frame(x):
    """Whether columns have names and types of their own, as in pandas and polars."""
    return hasattr(x, "columns") and hasattr(x, "shape") and not isinstance(x, np.ndarray)


def columns(x):
    """The arrays of a table by name, and the names of those whose type is a category."""
    if not is_frame(x):
        return {"x": np.asarray(x, dtype=np.float64)}, []
    found, categorical = {}, []
    for name in x.columns:
        series = x[name]
        category = str(series.dtype).lower().startswith(("category", "categorical", "enum"))
        if category:
            categorical.append(str(name))
        try:
            found[str(name)] = column(items(series), category)
        except ValueError as e:
            raise ValueError("Column %r: %s" % (str(name), e)) from None
    return found, categorical


def items(series):
    """The cells of a column; as objects where categories are whole numbers and some cells are missing."""
    categories = getattr(getattr(series, "cat", None), "categories", None)
    if categories is None:
        return np.asarray(series.to_numpy())
    codes = np.asarray(series.cat.codes)
    if len(codes) and codes.min() >= 0:
        return np.asarray(categories)[codes]
    return np.array([*np.asarray(categories).astype(object), None], dtype=object)[codes]


def column(array, category=False):
    """A column as numbers, truths, times or texts; what is missing is NaN, NaT or an empty text."""
    if array.dtype.kind == "f":
        return array.astype(np.float64)
    if array.dtype.kind in "iub":
        return array
    if array.dtype.kind == "M":
        return times(array)
    if array.dtype.kind == "m":
        return array / np.timedelta64(1, "s")
    values = array.tolist()
    missing = [value is None or value != value or str(value) in ("<NA>", "NaT") for value in values]
    rest = [value for value, gone in zip(values, missing) if not gone]
    if rest and all(isinstance(value, bool) for value in rest):
        return texts(values, missing, lambda value: "true" if value else "false")
    if category and rest and all(isinstance(value, numbers.Integral) for value in rest):
        return texts(values, missing, lambda value: str(int(value)))  # a float merges those beyond 2^53
    if rest and all(isinstance(value, (numbers.Real, decimal.Decimal)) for value in rest):
        return np.array([np.nan if gone else float(v) for v, gone in zip(values, missing)])
    if rest and all(hasattr(value, "isoformat") or isinstance(value, np.datetime64) for value in rest):
        return texts(values, missing, time)
    return texts(values, missing, str)


def texts(values, missing, text):
    return np.array(["" if gone else text(v) for v, gone in zip(values, missing)], dtype=np.str_)


def times(array):
    """The same times in a unit that Coset reads."""
    converted = array.astype("datetime64[%s]" % UNITS.get(np.datetime_data(array.dtype)[0], "ns"))
    if not np.array_equal(converted.astype(array.dtype).view(np.int64), array.view(np.int64)):
        raise ValueError("its times, of type %s, do not fit into nanoseconds: convert them." % array.dtype)
    years = converted[~np.isnat(converted)].astype("datetime64[Y]").astype(np.int64) + 1970
    if len(years):
        check(years.min(), years.max())
    return converted


def time(value):
    """A date or time as ISO 8601 has it, in UTC where it says its offset."""
    if isinstance(value, np.datetime64):
        return str(times(np.array([value]))[0])
    if getattr(value, "tzinfo", None) is not None and hasattr(value, "astimezone"):
        try:
            value = value.astimezone(datetime.timezone.utc)  # offsets of long ago have seconds
        except OverflowError:
            raise ValueError(OTHER_YEARS) from None
    if hasattr(value, "year"):
        check(value.year)
    return str(value)


def check(*years):
    if any(year not in YEARS for year in years):
        raise ValueError(OTHER_YEARS)


def write(path, arrays):
    """As numpy.savez, whose own arguments would collide with columns of their names."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as file:
        for name, array in arrays.items():
            with file.open(name + ".npy", "w", force_zip64=True) as entry:
                ordered = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
                np.lib.format.write_array(entry, ordered, allow_pickle=False)


def free_name(taken, name=TARGET):
    """A name that no column has."""
    while name in taken:
        name += "_"
    return name
