"""What a column means is what its type in Python says."""

import datetime

import numpy as np
import pytest

from coset import CosetRegressor

QUICK = dict(hidden=(4,), chains=2, warmup=400, draws=5, thinning=10, random_state=0)
YEARS = list(range(1200, 2900, 40))
pandas = pytest.importorskip("pandas")


def fitted(column, y):
    noise = 0.1 * np.random.default_rng(0).standard_normal(len(y))
    return CosetRegressor(**QUICK).fit(pandas.DataFrame({"a": column}), y + noise)


def test_a_date_of_any_year_means_the_same_in_every_type():
    polars = pytest.importorskip("polars")
    days = [datetime.date(year, 3, 1) for year in YEARS]
    moments = [datetime.datetime(year, 3, 1) for year in YEARS]
    model = fitted([day.isoformat() for day in days], np.linspace(0, 1, len(days)))
    expected = model.predict(pandas.DataFrame({"a": [day.isoformat() for day in days]}))
    assert np.corrcoef(expected, YEARS)[0, 1] > 0.9
    for column in (
        pandas.Series(days),
        pandas.Series(moments, dtype=object),
        pandas.Series(np.array(days, dtype="datetime64[s]")),
        pandas.Series(np.array(days, dtype="datetime64[us]")),
        pandas.Series(list(np.array(days, dtype="datetime64[D]")), dtype=object),
    ):
        assert np.array_equal(model.predict(pandas.DataFrame({"a": column})), expected)
    for column in (polars.Series(days), polars.Series(moments)):
        assert np.array_equal(model.predict(polars.DataFrame({"a": column})), expected)


def test_a_time_zone_is_no_text():
    moments = [datetime.datetime(1900 + k, 3, 1, tzinfo=datetime.timezone(datetime.timedelta(seconds=1172))) for k in range(60)]
    utc = [moment.astimezone(datetime.timezone.utc) for moment in moments]
    y = np.linspace(0, 1, 60)
    expected = fitted(utc, y).predict(pandas.DataFrame({"a": utc}))
    column = pandas.Series(moments, dtype=object)
    assert np.array_equal(fitted(column, y).predict(pandas.DataFrame({"a": column})), expected)


def test_parts_of_seconds_count():
    times = pandas.Series(np.array(np.arange(0, 1000, 20), dtype="datetime64[ms]"))
    predicted = fitted(times, np.arange(50.0)).predict(pandas.DataFrame({"a": times}))
    assert predicted[-1] > predicted[0] + 20


@pytest.mark.parametrize("column", [np.array(["12000-01-01", "2000-01-01"] * 5, dtype="datetime64[s]"), np.array(["-0044-03-15", "2000-01-01"] * 5, dtype="datetime64[s]")])
def test_other_years_are_refused(column):
    with pytest.raises(ValueError, match="^Column 'a': it has dates outside the years 0 to 9999"):
        fitted(pandas.Series(column), np.arange(10.0))


def test_an_array_of_dates_is_refused():
    column = np.array(["2000-01-01", "2001-01-01"] * 5, dtype="datetime64[D]").reshape(-1, 1)
    with pytest.raises(ValueError, match="give a frame"):
        CosetRegressor(**QUICK).fit(column, np.arange(10.0))


def pairs(of, rows=40):
    """Two values in turn, and a target that tells them apart."""
    return [of[k % 2] for k in range(rows)], np.array([float(k % 2) for k in range(rows)])


@pytest.mark.parametrize(
    "of, dtype",
    [
        (("01234", "1234"), object),
        (("01234", "1234"), "str"),
        (("01234", "1234"), "category"),
        (("1.0", "1"), "str"),
        ((2**53, 2**53 + 1), "category"),
        ((2**63 - 1, 2**63 - 2), "category"),
        ((2**64 - 1, 2**64 - 2), "category"),
        (("2024-01-01", "2024-01-01 00:00"), "category"),
    ],
)
@pytest.mark.parametrize("gap", [False, True])
def test_categories_that_differ_stay_apart(of, dtype, gap):
    values, y = pairs(of)
    if gap:
        values[7] = None
    column = pandas.Series(pandas.array(values, dtype="UInt64") if isinstance(of[0], int) else values).astype(dtype)
    predicted = fitted(column, y).predict(pandas.DataFrame({"a": column.iloc[:2]}))
    assert predicted[1] - predicted[0] > 0.5


def test_large_whole_numbers_are_categories_by_their_numpy_type_too():
    values, y = pairs((2**53, 2**53 + 1))
    column = pandas.Series(np.array(values)).astype("category")
    predicted = fitted(column, y).predict(pandas.DataFrame({"a": column.iloc[:2]}))
    assert predicted[1] - predicted[0] > 0.5


def test_numbers_of_python_are_numbers():
    decimal = pytest.importorskip("decimal")
    y = np.linspace(0, 1, 60)
    expected = fitted(y, y).predict(pandas.DataFrame({"a": y}))
    column = pandas.Series([decimal.Decimal(repr(float(v))) for v in y], dtype=object)
    assert np.array_equal(fitted(column, y).predict(pandas.DataFrame({"a": column})), expected)
