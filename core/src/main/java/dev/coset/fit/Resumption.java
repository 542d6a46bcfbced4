package dev.coset.fit;

import dev.coset.chains.Engine;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Continues a run that was stopped, or adds chains to a finished one. However often a run was
 * stopped, it ends with the same draws. A builder: each setting returns the same object.
 */
public final class Resumption {
  private final Path folder;
  private FitListener listener = FitListener.LOG;
  private int threads = Runtime.getRuntime().availableProcessors();
  private @Nullable Engine engine;
  private int chains;

  Resumption(Path folder) {
    this.folder = folder;
  }

  /** Adds chains until the run, or each of its models, has this many. */
  public Resumption chains(int number) {
    chains = number;
    return this;
  }

  /** The engine that runs the chains; threads of this machine otherwise. */
  public Resumption engine(Engine where) {
    engine = where;
    return this;
  }

  /** The number of threads; one for each processor otherwise. */
  public Resumption threads(int number) {
    threads = number;
    return this;
  }

  /** Receives messages and progress, and may stop the fit. */
  public Resumption listener(FitListener hears) {
    listener = hears;
    return this;
  }

  /**
   * Continues the run. The run it returns is to be closed.
   *
   * @throws FitStopped where the listener stopped it
   */
  public FittedRun run() {
    Engine where = engine == null ? Engine.local(threads) : engine;
    return Fit.checked(() -> new Procedure(where, threads, listener, true).resume(folder, chains));
  }
}
