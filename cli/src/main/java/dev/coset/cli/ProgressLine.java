package dev.coset.cli;

import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * How far work has come: a bar on a terminal, else a line now and then. The launcher says which it
 * is. Work that is soon done shows none.
 */
final class ProgressLine implements AutoCloseable {
  private static final boolean TERMINAL = Boolean.getBoolean("coset.terminal");

  /** Whether another program shows what is said: one line that is written over and over. */
  private static final boolean SERVING = Boolean.getBoolean("coset.serving");

  private static final long LINE_EVERY_MILLIS = 30_000;
  private static final int BAR_EVERY_MILLIS = 200;
  private static final int BAR_AFTER_MILLIS = 1000;

  private final PrintWriter err;
  private final String what;
  private final long total;
  private final LongSupplier done;
  private final Supplier<String> text;
  private final Supplier<Optional<String>> news;
  private final Thread painter;
  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * @param what the bar's name
   * @param text beside the bar, or the line
   */
  ProgressLine(PrintWriter err, String what, long total, LongSupplier done, Supplier<String> text) {
    this(err, what, total, done, text, Optional::empty);
  }

  /**
   * @param news asked several times a second where there is no bar: what is to be said at once
   */
  ProgressLine(
      PrintWriter err,
      String what,
      long total,
      LongSupplier done,
      Supplier<String> text,
      Supplier<Optional<String>> news) {
    this.err = err;
    this.what = what;
    this.total = total;
    this.done = done;
    this.text = text;
    this.news = news;
    Runnable paint = SERVING ? this::rewriteLine : TERMINAL ? this::paintBar : this::printLines;
    this.painter = Thread.ofPlatform().daemon().name("progress").start(paint);
  }

  private void printLines() {
    for (long waited = BAR_EVERY_MILLIS; pause(BAR_EVERY_MILLIS); waited += BAR_EVERY_MILLIS) {
      news.get().ifPresent(err::println);
      if (waited % LINE_EVERY_MILLIS == 0) {
        err.println(text.get());
      }
    }
  }

  private void rewriteLine() {
    boolean shown = false;
    for (long wait = BAR_AFTER_MILLIS; pause(wait); wait = BAR_EVERY_MILLIS) {
      err.print("\r\033[K" + text.get());
      err.flush();
      shown = true;
    }
    if (shown) {
      err.print("\r\033[K");
      err.flush();
    }
  }

  private void paintBar() {
    if (pause(BAR_AFTER_MILLIS)) {
      try (var bar = bar()) {
        do {
          show(bar);
        } while (pause(BAR_EVERY_MILLIS));
        show(bar);
      }
    }
  }

  private ProgressBar bar() {
    return new ProgressBarBuilder()
        .setTaskName(what)
        .setInitialMax(total)
        .setStyle(ProgressBarStyle.UNICODE_BLOCK)
        .setUpdateIntervalMillis(BAR_EVERY_MILLIS)
        .hideEta()
        .setConsumer(new ConsoleProgressBarConsumer(System.err))
        .build();
  }

  /** Returns whether there is still something to wait for. */
  private boolean pause(long millis) {
    try {
      return !closed.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void show(ProgressBar shown) {
    shown.stepTo(Math.min(total, done.getAsLong()));
    shown.setExtraMessage(text.get());
  }

  /** Ends the bar before anything else is printed. */
  @Override
  public void close() {
    closed.countDown();
    boolean interrupted = false;
    while (painter.isAlive()) {
      try {
        painter.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
