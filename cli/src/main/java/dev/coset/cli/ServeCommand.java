package dev.coset.cli;

import dev.coset.data.InputException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "serve",
    hidden = true,
    mixinStandardHelpOptions = true,
    description = "Run commands, given as JSON arrays on standard input, in one process.")
final class ServeCommand implements Callable<Integer> {
  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    if (new Console(spec, false).err() instanceof ServedMessages) {
      throw new InputException("A command of serve cannot be serve: send other commands.");
    }
    System.setOut(System.err); // nothing but replies may go there
    var out = new FileOutputStream(FileDescriptor.out);
    // What is at work stops as on a signal.
    new Server(System.in, out, () -> System.exit(1)).run();
    return 0;
  }
}
