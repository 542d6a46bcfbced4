package dev.coset.cli;

import dev.coset.cli.FrameReader.Frame;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs commands for another program, one after another, in a JVM that is warm: {@link FrameReader}
 * reads them. What goes out is {@link ServedMessages} on the way, and at the end of each frame,
 * good or bad, {@code {"code": ..., "out": ...}}. Ends when nothing more can come, even in the
 * middle of a command, so that it outlives nobody.
 */
final class Server {
  /** Frames that wait for those before them; a program that sends more has to wait. */
  private static final int MOST_WAITING = 8;

  private static final JsonMapper JSON = JsonMapper.shared();

  private final FrameReader in;
  private final PrintWriter out;
  private final Runnable whenLeft;
  private final BlockingQueue<Optional<Frame>> frames = new ArrayBlockingQueue<>(MOST_WAITING);
  private final AtomicInteger unanswered = new AtomicInteger();

  /**
   * @param whenLeft what is done when whoever asked has gone while a command is at work
   */
  Server(InputStream in, OutputStream out, Runnable whenLeft) {
    this.in = new FrameReader(in);
    this.out = new PrintWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    this.whenLeft = whenLeft;
  }

  void run() throws InterruptedException {
    Thread.ofPlatform().daemon().name("commands").start(this::read);
    for (var frame = frames.take(); frame.isPresent(); frame = frames.take()) {
      Map<String, ?> answer = answer(frame.get());
      unanswered.decrementAndGet();
      reply(answer);
    }
  }

  private void read() {
    try {
      try {
        for (var frame = in.next(); frame.isPresent(); frame = in.next()) {
          unanswered.incrementAndGet();
          frames.put(frame);
        }
      } catch (IOException e) {
        // gone as well
      }
      if (unanswered.get() > 0) {
        whenLeft.run();
      }
      frames.put(Optional.empty());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Map<String, ?> answer(Frame frame) {
    var messages = new ServedMessages(this::reply);
    var result = new StringWriter();
    int code =
        switch (frame) {
          case Frame.Command command -> run(command, new PrintWriter(result), messages);
          case Frame.Refused refused -> {
            messages.println("coset: " + refused.reason());
            yield 2;
          }
        };
    messages.flush();
    return Map.of("code", code, "out", result.toString());
  }

  /** Runs a command; whatever it throws is an answer too, so that the next frame gets its own. */
  private static int run(Frame.Command command, PrintWriter out, PrintWriter messages) {
    try {
      return Main.run(out, messages, command.words().toArray(String[]::new));
    } catch (RuntimeException | VirtualMachineError | LinkageError e) {
      messages.println("coset: " + Failures.unexpected(e));
      return 1;
    }
  }

  private synchronized void reply(Map<String, ?> fields) {
    out.println(JSON.writeValueAsString(fields));
    out.flush();
  }
}
