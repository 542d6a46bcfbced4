package dev.coset.fit;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says that a fit was stopped by its listener before its end. */
public final class FitStopped extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient @Nullable Path folder;

  FitStopped(String sentence, @Nullable Path folder) {
    super(sentence, null, false, false);
    this.folder = folder;
  }

  /** The folder of the run, where something was kept that {@link Fit#resume} continues. */
  public Optional<Path> folder() {
    return Optional.ofNullable(folder);
  }
}
