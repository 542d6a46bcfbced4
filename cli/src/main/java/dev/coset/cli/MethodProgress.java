package dev.coset.cli;

import dev.coset.comparison.MethodMonitor;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** How far each method of a comparison has come, one after another. */
final class MethodProgress implements MethodMonitor, AutoCloseable {
  private final PrintWriter err;
  private final LongAdder done = new LongAdder();
  private final LongAdder gradients = new LongAdder();
  private @Nullable ProgressLine line;
  private volatile boolean stopped;

  MethodProgress(PrintWriter err) {
    this.err = err;
  }

  @Override
  public void begins(String method, long parts) {
    close();
    done.reset();
    gradients.reset();
    long began = System.nanoTime();
    line = new ProgressLine(err, method, parts, done::sum, () -> text(method, parts, began));
  }

  private String text(String method, long parts, long began) {
    double seconds = (System.nanoTime() - began) * 1e-9;
    long sum = Math.min(done.sum(), parts); // some methods only guess how many parts there are
    String left = sum == 0 ? "?" : Texts.duration(seconds * (parts - sum) / sum);
    String rate =
        gradients.sum() == 0
            ? ""
            : Texts.format(", %s gradients/s", Texts.count(gradients.sum() / seconds));
    return Texts.format(
        "%s: %.0f%%%s, %s left", method, 100.0 * sum / Math.max(1, parts), rate, left);
  }

  @Override
  public void trained() {
    done.increment();
  }

  @Override
  public void transition(boolean warmup, int steps, boolean diverged) {
    done.increment();
    gradients.add(steps);
  }

  @Override
  public boolean stopped() {
    return stopped;
  }

  void stop() {
    stopped = true;
  }

  /** What to say after a stop. */
  static String stopped(@Nullable Path folder) {
    return folder == null
        ? "Stopped. Nothing was saved, because --out was not given."
        : "Stopped. Finished chains are saved in %s. Resume with the same command."
            .formatted(folder);
  }

  /** Ends the line of the method at work. */
  @Override
  public void close() {
    if (line != null) {
      line.close();
      line = null;
    }
  }
}
