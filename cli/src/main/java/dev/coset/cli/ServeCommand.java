package dev.coset.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
    name = "serve",
    hidden = true,
    mixinStandardHelpOptions = true,
    description = "Run commands, given as JSON arrays on standard input, in one process.")
final class ServeCommand implements Callable<Integer> {
  @Override
  public Integer call() throws InterruptedException {
    System.setOut(System.err); // nothing but replies may go there
    var out = new FileOutputStream(FileDescriptor.out);
    // What is at work stops as on a signal.
    new Server(System.in, out, () -> System.exit(1)).run();
    return 0;
  }
}
