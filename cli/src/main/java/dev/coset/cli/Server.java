package dev.coset.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs commands for another program, one after another, in a JVM that is warm: each line that comes
 * in is a command's words as a JSON array. What goes out is a line {@code {"err": ...}} for
 * whatever the command says on the way, and at its end {@code {"code": ..., "out": ...}}. Ends when
 * nothing more can come, even in the middle of a command, so that it outlives nobody.
 */
final class Server {
  private static final JsonMapper JSON = JsonMapper.shared();

  private final InputStream in;
  private final PrintWriter out;
  private final Runnable whenLeft;
  private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();
  private volatile boolean busy;

  /**
   * @param whenLeft what is done when whoever asked has gone while a command is at work
   */
  Server(InputStream in, OutputStream out, Runnable whenLeft) {
    this.in = in;
    this.out = new PrintWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    this.whenLeft = whenLeft;
  }

  void run() throws InterruptedException {
    Thread.ofPlatform().daemon().name("commands").start(this::read);
    for (var line = lines.take(); line.isPresent(); line = lines.take()) {
      busy = true;
      Map<String, ?> answer = answer(line.get());
      busy = false;
      reply(answer);
    }
  }

  private void read() {
    try (var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(Optional.of(line));
      }
    } catch (IOException e) {
      // gone as well
    }
    boolean left = busy || !lines.isEmpty();
    lines.add(Optional.empty());
    if (left) {
      whenLeft.run();
    }
  }

  private Map<String, ?> answer(String line) {
    var said = new PrintWriter(new Said(), true);
    var result = new StringWriter();
    int code = 2;
    try {
      code = Main.run(new PrintWriter(result), said, JSON.readValue(line, String[].class));
    } catch (JacksonException e) {
      said.println("coset: A command is a JSON array of its words.");
    }
    return Map.of("code", code, "out", result.toString());
  }

  private synchronized void reply(Map<String, ?> fields) {
    out.println(JSON.writeValueAsString(fields));
    out.flush();
  }

  /** What a command says, passed on as it comes. */
  private final class Said extends Writer {
    private final StringBuilder text = new StringBuilder();

    @Override
    public synchronized void write(char[] from, int offset, int length) {
      text.append(from, offset, length);
    }

    @Override
    public synchronized void flush() {
      if (!text.isEmpty()) {
        reply(Map.of("err", text.toString()));
        text.setLength(0);
      }
    }

    @Override
    public void close() {
      flush();
    }
  }
}
