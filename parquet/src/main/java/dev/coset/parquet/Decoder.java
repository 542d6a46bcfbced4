package dev.coset.parquet;

/** Decodes the values of a page in their order. */
interface Decoder {
  /** Decodes the next values to the beginning of an array. */
  void read(Values into, int count) throws MalformedException;

  /**
   * The decoder of a page.
   *
   * @param in the values, without what says which rows have one
   * @param dictionary the values that numbers of {@link Encoding#RLE_DICTIONARY} stand for
   */
  static Decoder of(Encoding encoding, Leaf leaf, Bytes in, Values dictionary, int entries)
      throws MalformedException {
    return switch (encoding) {
      case PLAIN -> leaf.physical() == Physical.BOOLEAN ? truths(in) : plain(leaf, in);
      case RLE -> {
        require(leaf.physical() == Physical.BOOLEAN);
        yield truthsInRuns(in.slice(Integer.toUnsignedLong(in.int32())));
      }
      case PLAIN_DICTIONARY, RLE_DICTIONARY -> numbered(in, dictionary, entries);
      case DELTA_BINARY_PACKED -> {
        require(leaf.physical() == Physical.INT32 || leaf.physical() == Physical.INT64);
        var deltas = new DeltaReader(in);
        yield (into, count) -> {
          for (int i = 0; i < count; i++) {
            leaf.whole(into, i, deltas.next());
          }
        };
      }
      case DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY -> {
        require(
            leaf.physical() == Physical.BYTE_ARRAY
                || leaf.physical() == Physical.FIXED_LEN_BYTE_ARRAY);
        yield encoding == Encoding.DELTA_BYTE_ARRAY
            ? new PrefixDecoder(leaf, in)
            : new LengthDecoder(leaf, in);
      }
      case BYTE_STREAM_SPLIT -> new SplitDecoder(leaf, in);
    };
  }

  private static Decoder plain(Leaf leaf, Bytes in) {
    return (into, count) -> {
      for (int i = 0; i < count; i++) {
        leaf.value(into, i, in);
      }
    };
  }

  private static Decoder truths(Bytes in) {
    return new Decoder() {
      private int bits;
      private int left;

      @Override
      public void read(Values into, int count) throws MalformedException {
        for (int i = 0; i < count; i++) {
          if (left == 0) {
            bits = in.unsignedByte();
            left = Byte.SIZE;
          }
          into.longs[i] = bits & 1;
          bits >>= 1;
          left--;
        }
      }
    };
  }

  private static Decoder truthsInRuns(Bytes in) throws MalformedException {
    var runs = new RunReader(in, 1);
    return (into, count) -> {
      int[] truths = new int[count];
      runs.read(truths, count);
      for (int i = 0; i < count; i++) {
        into.longs[i] = truths[i];
      }
    };
  }

  private static Decoder numbered(Bytes in, Values dictionary, int entries)
      throws MalformedException {
    var runs = new RunReader(in, in.remaining() == 0 ? 0 : in.unsignedByte());
    return (into, count) -> {
      int[] numbers = new int[count];
      runs.read(numbers, count);
      for (int i = 0; i < count; i++) {
        if (numbers[i] < 0 || numbers[i] >= entries) {
          throw new MalformedException("a value is not in its dictionary");
        }
        into.copy(i, dictionary, numbers[i]);
      }
    };
  }

  private static void require(boolean fits) throws MalformedException {
    if (!fits) {
      throw new MalformedException("an encoding does not fit its column");
    }
  }
}
