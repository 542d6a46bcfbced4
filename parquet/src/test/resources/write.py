"""Writes the Parquet files of the tests, and the same table as CSV, beside this script: python write.py

Written with pyarrow 26.0.1, pandas 3.1.1, duckdb 2.0.0 and pyspark 4.3.0 (Java 17). A run with other versions may give other bytes of the
same table.
"""

import csv
import datetime as dt
import decimal
import os
import pathlib
import random
import shutil
import sys
import tempfile
import uuid

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

HERE = pathlib.Path(__file__).parent / "dev" / "coset" / "parquet"
ROWS = 60
UTC = dt.timezone.utc


def table():
    """One row after another, None where a cell is missing."""
    draw = random.Random(1)
    start = dt.datetime(2023, 12, 25)
    rows = []
    for i in range(ROWS):
        x = draw.gauss(0, 1)
        moment = start + dt.timedelta(days=7 * i, microseconds=0 if i % 4 == 0 else draw.randrange(86_400_000_000))
        row = {
            "rooms": draw.randrange(1, 30) if i % 11 else None,
            "big": 10**12 + draw.randrange(10**9),
            "x": x if i % 13 else None,
            "half": draw.randrange(-40, 40) / 4,
            "price": decimal.Decimal(draw.randrange(-(10**6), 10**6)).scaleb(-2),
            "wide": decimal.Decimal(draw.randrange(10**20)).scaleb(-4),
            "member": draw.random() < 0.5 if i % 17 else None,
            "town": draw.choice(["Köln", "Paris", "New York", "Oslo, Norway"]) if i % 9 else None,
            "kind": draw.choice(["a", "b", "c"]),
            "day": (start + dt.timedelta(days=3 * i)).date() if i % 19 else None,
            "seen": moment,
            "sent": moment.replace(tzinfo=UTC) if i % 23 else None,
            "empty": None,
            "y": 2 * x + draw.gauss(0, 0.1),
        }
        rows.append(row)
    return rows


SCHEMA = pa.schema(
    [
        ("rooms", pa.int32()),
        ("big", pa.int64()),
        ("x", pa.float64()),
        ("half", pa.float32()),
        ("price", pa.decimal128(9, 2)),
        ("wide", pa.decimal128(24, 4)),
        ("member", pa.bool_()),
        ("town", pa.string()),
        ("kind", pa.dictionary(pa.int8(), pa.string())),
        ("day", pa.date32()),
        ("seen", pa.timestamp("us")),
        ("sent", pa.timestamp("us", tz="UTC")),
        ("empty", pa.float64()),
        ("y", pa.float64()),
    ]
)


def cell(value):
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dt.datetime):
        if value.tzinfo is None and value.time() == dt.time():
            return value.date().isoformat()
        return value.isoformat(sep=" ")
    return str(value)


def write_csv(rows):
    with open(HERE / "table.csv", "w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(rows[0])
        writer.writerows([cell(value) for value in row.values()] for row in rows)


def write_pandas(rows):
    """With row labels that are no count, which pandas stores as a column, and its nullable and categorical types."""
    frame = pd.DataFrame(rows)
    frame["rooms"] = frame["rooms"].astype("Int64")
    frame["half"] = frame["half"].astype("float32")
    frame["kind"] = frame["kind"].astype("category")
    frame["member"] = frame["member"].astype("boolean")
    frame["empty"] = frame["empty"].astype("float64")
    frame = frame.set_index(pd.Index([f"row {7 * i % ROWS}" for i in range(ROWS)]))
    frame.to_parquet(HERE / "pandas.parquet")


def write_pyarrow(rows):
    arrow = pa.Table.from_pylist(rows, SCHEMA)
    plain = arrow.set_column(8, "kind", arrow["kind"].cast(pa.string()))

    def write(name, data=arrow, **options):
        pq.write_table(data, HERE / f"pyarrow-{name}.parquet", **options)

    write("none", compression="none", use_dictionary=False)
    write("gzip", compression="gzip", data_page_version="2.0")
    write("zstd-groups", compression="zstd", row_group_size=17, write_page_checksum=True)
    write("lz4", compression="lz4", data_page_size=64, write_batch_size=8)
    write("nanoseconds", arrow.cast(pa.schema([f if f.name != "seen" else pa.field("seen", pa.timestamp("ns")) for f in SCHEMA])))
    encodings = {
        "rooms": "DELTA_BINARY_PACKED",
        "big": "DELTA_BINARY_PACKED",
        "x": "BYTE_STREAM_SPLIT",
        "half": "BYTE_STREAM_SPLIT",
        "price": "BYTE_STREAM_SPLIT",
        "wide": "DELTA_BYTE_ARRAY",
        "member": "RLE",
        "town": "DELTA_LENGTH_BYTE_ARRAY",
        "kind": "DELTA_BYTE_ARRAY",
        "day": "BYTE_STREAM_SPLIT",
        "seen": "DELTA_BINARY_PACKED",
        "sent": "BYTE_STREAM_SPLIT",
        "empty": "BYTE_STREAM_SPLIT",
        "y": "BYTE_STREAM_SPLIT",
    }
    write("encodings", plain, use_dictionary=False, column_encoding=encodings, data_page_version="2.0")
    write("old", plain, version="1.0", use_deprecated_int96_timestamps=False)


def write_duckdb(rows):
    arrow = pa.Table.from_pylist(rows, SCHEMA)
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    connection.register("arrow_table", arrow)
    for name, options in [("snappy", ""), ("zstd", ", COMPRESSION zstd, PARQUET_VERSION v2")]:
        connection.execute(f"COPY (SELECT * FROM arrow_table) TO '{HERE}/duckdb-{name}.parquet' (FORMAT parquet{options})")


def write_spark(rows):
    from pyspark.sql import SparkSession
    from pyspark.sql import types as t

    os.environ["TZ"] = "UTC"
    spark = SparkSession.builder.master("local[1]").config("spark.sql.session.timeZone", "UTC").config("spark.ui.enabled", False).getOrCreate()
    schema = t.StructType(
        [
            t.StructField("rooms", t.IntegerType()),
            t.StructField("big", t.LongType()),
            t.StructField("x", t.DoubleType()),
            t.StructField("half", t.FloatType()),
            t.StructField("price", t.DecimalType(9, 2)),
            t.StructField("wide", t.DecimalType(24, 4)),
            t.StructField("member", t.BooleanType()),
            t.StructField("town", t.StringType()),
            t.StructField("kind", t.StringType(), False),
            t.StructField("day", t.DateType()),
            t.StructField("seen", t.TimestampNTZType()),
            t.StructField("sent", t.TimestampType()),
            t.StructField("empty", t.DoubleType()),
            t.StructField("y", t.DoubleType(), False),
        ]
    )
    frame = spark.createDataFrame([tuple(row.values()) for row in rows], schema).coalesce(1)
    for name, times, options in [
        ("snappy", "INT96", {}),
        ("v2", "TIMESTAMP_MICROS", {"parquet.writer.version": "PARQUET_2_0", "compression": "gzip"}),
        ("zstd", "TIMESTAMP_MICROS", {"compression": "zstd"}),
    ]:
        spark.conf.set("spark.sql.parquet.outputTimestampType", times)
        folder = tempfile.mkdtemp()
        frame.write.mode("overwrite").options(**options).parquet(folder)
        (part,) = pathlib.Path(folder).glob("part-*.parquet")
        shutil.copy(part, HERE / f"spark-{name}.parquet")
        shutil.rmtree(folder)
    spark.stop()


def write_types():
    """Types that a CSV file does not tell apart, and columns that are no cells."""
    arrow = pa.table(
        {
            "i8": pa.array([-128, None, 127], pa.int8()),
            "u8": pa.array([0, None, 255], pa.uint8()),
            "u32": pa.array([0, None, 2**32 - 1], pa.uint32()),
            "u64": pa.array([0, None, 2**64 - 1], pa.uint64()),
            "i64": pa.array([-(2**63), None, 2**53 + 1], pa.int64()),
            "f16": pa.array(np.array([0.5, np.nan, -2.0], np.float16)),
            "f64": pa.array([1e300, float("nan"), 3.0]),
            "infinite": pa.array([1.0, 2.0, float("inf")]),
            "code": pa.array(["01", None, " 1 "]),
            "large": pa.array(["x", "NA", "-"], pa.large_string()),
            "seconds": pa.array([0, None, -1], pa.timestamp("s")),
            "ms": pa.array([0, None, 1], pa.timestamp("ms", tz="Europe/Berlin")),
            "time": pa.array([0, None, 1], pa.time64("us")),
            "null": pa.nulls(3),
            "binary": pa.array([b"\x00", None, b"\xff"]),
            "list": pa.array([[1, 2], None, []]),
            "struct": pa.array([{"a": 1, "b": {"c": "x"}}, None, {"a": 2, "b": None}]),
            "map": pa.array([[("k", 1)], None, []], pa.map_(pa.string(), pa.int32())),
            "last": pa.array([1.5, 2.5, 3.5]),
        }
    )
    pq.write_table(arrow, HERE / "types.parquet")
    connection = duckdb.connect()
    connection.execute(
        "COPY (SELECT '%s'::UUID AS id, 'a'::ENUM('a', 'b') AS kind, 12::UTINYINT AS small, INTERVAL 1 DAY AS gap, 1.5::FLOAT AS x, "
        "170141183460469231731687303715884105727::HUGEINT AS huge) TO '%s/duckdb-types.parquet' (FORMAT parquet)"
        % (uuid.UUID(int=2**100 + 7), HERE)
    )
    pq.write_table(pa.table({"a": pa.array([], pa.float64()), "y": pa.array([], pa.float64())}), HERE / "no-rows.parquet")


if __name__ == "__main__":
    table_rows = table()
    write_csv(table_rows)
    write_pandas(table_rows)
    write_pyarrow(table_rows)
    write_duckdb(table_rows)
    write_types()
    if "--no-spark" not in sys.argv:
        write_spark(table_rows)
