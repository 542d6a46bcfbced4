package dev.coset.cli;

import java.io.PrintWriter;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * How far work has come: a bar on a terminal, else a line now and then. The launcher says which it
 * is.
 */
final class ProgressLine implements AutoCloseable {
  private static final boolean TERMINAL = Boolean.getBoolean("coset.terminal");
  private static final long LINE_EVERY_MILLIS = 30_000;
  private static final int BAR_EVERY_MILLIS = 200;

  private final PrintWriter err;
  private final long total;
  private final LongSupplier done;
  private final Supplier<String> text;
  private final @Nullable ProgressBar bar;
  private final Thread painter;
  private volatile boolean closed;

  /**
   * @param what the bar's name
   * @param text beside the bar, or the line
   */
  ProgressLine(PrintWriter err, String what, long total, LongSupplier done, Supplier<String> text) {
    this.err = err;
    this.total = total;
    this.done = done;
    this.text = text;
    this.bar = TERMINAL ? bar(what, total) : null;
    this.painter = Thread.ofPlatform().daemon().name("progress").start(this::paint);
  }

  private static ProgressBar bar(String what, long total) {
    return new ProgressBarBuilder()
        .setTaskName(what)
        .setInitialMax(total)
        .setStyle(ProgressBarStyle.UNICODE_BLOCK)
        .setUpdateIntervalMillis(BAR_EVERY_MILLIS)
        .hideEta()
        .setConsumer(new ConsoleProgressBarConsumer(System.err))
        .build();
  }

  private void paint() {
    long pause = bar == null ? LINE_EVERY_MILLIS : BAR_EVERY_MILLIS;
    try {
      while (!closed) {
        Thread.sleep(pause);
        if (bar == null) {
          err.println(text.get());
        } else {
          show(bar);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void show(ProgressBar shown) {
    shown.stepTo(Math.min(total, done.getAsLong()));
    shown.setExtraMessage(text.get());
  }

  @Override
  public void close() {
    closed = true;
    painter.interrupt();
    if (bar != null) {
      show(bar);
      bar.close();
    }
  }
}
