package dev.coset.parquet;

/** How values are stored, in the order of their numbers in the format. */
enum Physical {
  BOOLEAN(0),
  INT32(Integer.BYTES),
  INT64(Long.BYTES),
  INT96(12),
  FLOAT(Float.BYTES),
  DOUBLE(Double.BYTES),
  BYTE_ARRAY(0),
  FIXED_LEN_BYTE_ARRAY(0);

  private final int size;

  Physical(int size) {
    this.size = size;
  }

  /** The bytes of a value, 0 where not all have the same or have less than one. */
  int size() {
    return size;
  }

  static Physical of(long number) throws MalformedException {
    if (number < 0 || number >= values().length) {
      throw new MalformedException("a column has an unknown type");
    }
    return values()[(int) number];
  }
}
