package dev.coset.data;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

/**
 * The text of a file, unpacked where gzip has packed it. It is UTF-8, or UTF-16 where a byte order
 * mark says so, or else Windows-1252, and the same from end to end: Windows-1252 begins at the
 * first byte that is not UTF-8, where only ASCII came before, which is the same in both. So a pipe
 * will do.
 */
final class TextReader extends Reader {

  private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");
  private static final int BUFFER = 1 << 16;

  private final InputStream in;
  private final boolean gzip;
  private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER).limit(0);
  private final CharBuffer chars = CharBuffer.allocate(BUFFER).limit(0);
  private CharsetDecoder decoder;
  private boolean ascii; // no mark, and nothing but ASCII so far
  private boolean ended;

  private enum Mark {
    UTF_8("\u00EF\u00BB\u00BF", StandardCharsets.UTF_8),
    UTF_16BE("\u00FE\u00FF", StandardCharsets.UTF_16BE),
    UTF_16LE("\u00FF\u00FE", StandardCharsets.UTF_16LE),
    NONE("", StandardCharsets.UTF_8);

    final String bytes;
    final Charset charset;

    Mark(String bytes, Charset charset) {
      this.bytes = bytes;
      this.charset = charset;
    }

    static Mark of(byte[] head) {
      String start = new String(head, StandardCharsets.ISO_8859_1);
      Mark mark = UTF_8;
      while (!start.startsWith(mark.bytes)) {
        mark = values()[mark.ordinal() + 1];
      }
      return mark;
    }
  }

  /**
   * @param name for the refusal of what is not text
   */
  TextReader(InputStream packed, String name) throws IOException {
    InputStream buffered = new BufferedInputStream(packed, BUFFER);
    byte[] magic = peek(buffered, 2);
    boolean gzip = magic.length == 2 && magic[0] == 0x1F && magic[1] == (byte) 0x8B;
    this.gzip = gzip;
    in = gzip ? new BufferedInputStream(new GZIPInputStream(buffered, BUFFER), BUFFER) : buffered;
    byte[] head = peek(in, FileKind.BYTES);
    FileKind kind = FileKind.of(head);
    if (kind != null) {
      throw kind.refusal(name);
    }
    Mark mark = Mark.of(head);
    in.skipNBytes(mark.bytes.length());
    decoder = mark.charset.newDecoder();
    ascii = mark == Mark.NONE;
  }

  /** Whether gzip has packed it. */
  boolean packed() {
    return gzip;
  }

  /** Whether the text has turned out to be Windows-1252, as is certain at its end. */
  boolean windows1252() {
    return decoder.charset().equals(WINDOWS_1252);
  }

  @Override
  public int read(char[] buffer, int offset, int length) throws IOException {
    if (!chars.hasRemaining() && !decode()) {
      return -1;
    }
    int read = Math.min(length, chars.remaining());
    chars.get(buffer, offset, read);
    return read;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** Returns whether there are more characters. */
  private boolean decode() throws IOException {
    chars.clear();
    boolean more = true;
    while (more && chars.position() == 0) {
      int start = bytes.position();
      CoderResult result = decoder.decode(bytes, chars, ended);
      // In UTF-8 all other characters have more bytes than chars.
      ascii &= bytes.position() - start == chars.position();
      if (result.isError()) {
        if (!ascii || windows1252()) {
          result.throwException();
        }
        decoder = WINDOWS_1252.newDecoder();
      } else if (chars.position() == 0) {
        more = !ended;
        fill();
      }
    }
    chars.flip();
    return more;
  }

  private void fill() throws IOException {
    bytes.compact();
    int read = in.read(bytes.array(), bytes.position(), bytes.remaining());
    ended = read < 0;
    bytes.position(bytes.position() + Math.max(0, read)).flip();
  }

  private static byte[] peek(InputStream in, int length) throws IOException {
    in.mark(length);
    byte[] head = in.readNBytes(length);
    in.reset();
    return head;
  }
}
