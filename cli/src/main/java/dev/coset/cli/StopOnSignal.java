package dev.coset.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * On Ctrl-C or SIGTERM asks the work to stop, and keeps the JVM alive until it has: closed, or half
 * a minute later.
 */
final class StopOnSignal implements AutoCloseable {
  private static final int MOST_SECONDS = 30;

  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread hook;
  private volatile boolean signalled;

  StopOnSignal(Runnable stop) {
    this.hook =
        new Thread(
            () -> {
              signalled = true;
              stop.run();
              try {
                ended.await(MOST_SECONDS, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    Runtime.getRuntime().addShutdownHook(hook);
  }

  @Override
  public void close() {
    ended.countDown();
    if (!signalled) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException alreadyEnding) {
        return; // the signal came just now, with nothing left to stop
      }
    }
  }
}
