package dev.coset.cli;

import picocli.CommandLine.Option;

/** How many threads share a command's work. */
final class ThreadOptions {
  @Option(
      names = "--threads",
      paramLabel = "N",
      converter = ThreadCount.class,
      description = "Threads to use. Default: one for each processor.")
  int number = Runtime.getRuntime().availableProcessors();
}
