package dev.coset.cuda;

/** What the engine asks of a GPU. Thread-safe. */
interface Device extends AutoCloseable {
  String name();

  int multiprocessors();

  /** The most bytes that a block may share. */
  int sharedBytes();

  int sharedBytesPerMultiprocessor();

  /** All of the device's memory. */
  long totalBytes();

  /** A new stream of work, for the calling thread; those of several threads run side by side. */
  DeviceStream stream();

  @Override
  void close();
}
