package dev.coset.parquet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** How pages are compressed. */
enum Codec {
  UNCOMPRESSED(0) {
    @Override
    void unpack(byte[] packed, int from, byte[] into, int start) throws MalformedException {
      if (packed.length - from != into.length - start) {
        throw new MalformedException("a page has not the size that it says");
      }
      System.arraycopy(packed, from, into, start, into.length - start);
    }
  },
  SNAPPY(1) {
    @Override
    void unpack(byte[] packed, int from, byte[] into, int start) throws MalformedException {
      Snappy.unpack(packed, from, into, start);
    }
  },
  GZIP(2) {
    @Override
    void unpack(byte[] packed, int from, byte[] into, int start) throws MalformedException {
      gunzip(packed, from, into, start);
    }
  },
  ZSTD(6) {
    @Override
    void unpack(byte[] packed, int from, byte[] into, int start)
        throws MalformedException, UnsupportedException {
      unzstd(packed, from, into, start);
    }
  },
  LZ4_RAW(7) {
    @Override
    void unpack(byte[] packed, int from, byte[] into, int start) throws MalformedException {
      Lz4.unpack(packed, from, into, start);
    }
  };

  private static final int GZIP_HEADER = 10;
  private static final int GZIP_TRAILER = 8;
  private static final String[] OTHERS = {"", "", "", "LZO", "Brotli", "LZ4 in Hadoop's frames"};

  private final int number;

  Codec(int number) {
    this.number = number;
  }

  /** Unpacks what fills an array from a place on, to its last byte, and no more. */
  abstract void unpack(byte[] packed, int from, byte[] into, int start)
      throws MalformedException, UnsupportedException;

  static Codec of(long number) throws MalformedException, UnsupportedException {
    for (Codec codec : values()) {
      if (codec.number == number) {
        return codec;
      }
    }
    if (number >= OTHERS.length) {
      throw new MalformedException("a column has an unknown compression");
    }
    throw new UnsupportedException(
        "is compressed by %s: write it with Snappy, Zstandard or gzip"
            .formatted(OTHERS[(int) number]));
  }

  private static MalformedException broken() {
    return new MalformedException("a page cannot be unpacked");
  }

  /** The header's optional fields, which no writer gives, are not read. */
  private static void gunzip(byte[] packed, int from, byte[] into, int start)
      throws MalformedException {
    int length = packed.length - from - GZIP_HEADER - GZIP_TRAILER;
    if (length < 0
        || packed[from] != 0x1F
        || packed[from + 1] != (byte) 0x8B
        || packed[from + 3] != 0) {
      throw broken();
    }
    try (var inflater = new Inflater(true)) {
      inflater.setInput(packed, from + GZIP_HEADER, length);
      int at = start;
      while (at < into.length) {
        int more = inflater.inflate(into, at, into.length - at);
        if (more == 0) {
          throw broken();
        }
        at += more;
      }
      if (inflater.inflate(new byte[1]) > 0 || !inflater.finished()) {
        throw broken();
      }
      var crc = new CRC32();
      crc.update(into, start, into.length - start);
      var trailer = new Bytes(packed);
      trailer.take(packed.length - GZIP_TRAILER);
      if ((int) crc.getValue() != trailer.int32()) {
        throw broken();
      }
    } catch (DataFormatException e) {
      throw broken();
    }
  }

  private static void unzstd(byte[] packed, int from, byte[] into, int start)
      throws MalformedException, UnsupportedException {
    long length;
    try {
      length =
          Zstd.decompressByteArray(
              into, start, into.length - start, packed, from, packed.length - from);
    } catch (ZstdException e) {
      throw broken();
    } catch (LinkageError e) {
      // Its library is copied to the folder of temporary files, which may forbid programs.
      throw new UnsupportedException(
          "is compressed by Zstandard, whose library cannot be loaded here: set java.io.tmpdir to"
              + " a folder that allows programs, or write the file with Snappy");
    }
    if (length != into.length - start) {
      throw broken();
    }
  }
}
