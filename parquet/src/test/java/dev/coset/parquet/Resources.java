package dev.coset.parquet;

import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** The files that {@code write.py} wrote. */
final class Resources {
  /** One table as each of these writers stores it. */
  static final List<String> TABLES =
      List.of(
          "pandas",
          "pyarrow-none",
          "pyarrow-gzip",
          "pyarrow-zstd-groups",
          "pyarrow-lz4",
          "pyarrow-nanoseconds",
          "pyarrow-encodings",
          "pyarrow-old",
          "duckdb-snappy",
          "duckdb-zstd",
          "spark-snappy",
          "spark-v2",
          "spark-zstd");

  private Resources() {}

  static Path file(String name) {
    URL found = Objects.requireNonNull(Resources.class.getResource(name), name);
    try {
      return Path.of(found.toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
