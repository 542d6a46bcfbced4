package dev.coset.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Standard output that remembers why it failed, which a {@link PrintWriter} forgets. */
final class StandardOutput extends OutputStream {
  private final OutputStream out = new FileOutputStream(FileDescriptor.out);
  private @Nullable IOException failure;

  /** A writer to it, in the terminal's encoding. */
  PrintWriter writer() {
    return new PrintWriter(new OutputStreamWriter(this, charset("stdout.encoding")), true);
  }

  static Charset charset(String property) {
    String encoding = System.getProperty(property);
    return encoding == null ? StandardCharsets.UTF_8 : Charset.forName(encoding);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }

  /** Why it failed, for whoever still listens: a reader that has had enough just goes away. */
  String reason() {
    String reason = failure == null ? null : failure.getMessage();
    return reason == null || reason.contains("Broken pipe") ? "" : reason;
  }
}
