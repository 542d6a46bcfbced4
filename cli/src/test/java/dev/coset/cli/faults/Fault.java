package dev.coset.cli.faults;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** One fault at one of the calls that change or read files of a folder, counted from 0. */
enum Fault {
  NONE,
  /** The process ends before the call, as by kill -9. */
  KILL,
  /** A write reaches the disk by half, then the process ends; other calls are as with a kill. */
  TORN,
  /** The disk is full: a call that changes something fails, and so do all that follow. */
  NO_SPACE,
  /** The disk is broken: the call fails, whatever it does. */
  IO_ERROR;

  /** The exit status of a process that {@link #KILL} ended. */
  static final int KILLED = 137;

  private static final AtomicInteger calls = new AtomicInteger();
  private static volatile Fault armed = NONE;
  private static volatile int at;
  private static volatile Path folder = Path.of("");

  /** Counts calls below a folder anew; the one of this number meets the fault. */
  static void arm(Fault fault, int call, Path below) {
    calls.set(0);
    at = call;
    folder = below.toAbsolutePath();
    armed = fault;
  }

  /** The calls since the last fault was armed. */
  static int calls() {
    return calls.get();
  }

  /** Called before a call that only reads. */
  static void beforeRead(Path file) throws IOException {
    if (armed == IO_ERROR && concerns(file) && calls.getAndIncrement() == at) {
      throw new IOException("Input/output error");
    }
  }

  /**
   * Called before a call that changes something.
   *
   * @return whether a write is to be torn
   */
  static boolean beforeChange(Path file) throws IOException {
    if (!concerns(file)) {
      return false;
    }
    int call = calls.getAndIncrement();
    switch (armed) {
      case KILL -> {
        if (call == at) {
          Runtime.getRuntime().halt(KILLED);
        }
      }
      case IO_ERROR -> {
        if (call == at) {
          throw new IOException("Input/output error");
        }
      }
      case NO_SPACE -> {
        if (call >= at) {
          throw new IOException("No space left on device");
        }
      }
      case TORN, NONE -> {}
    }
    return armed == TORN && call == at;
  }

  private static boolean concerns(Path file) {
    return file.toAbsolutePath().startsWith(folder);
  }
}
