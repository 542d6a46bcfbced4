package dev.coset.message;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A command that a user can run.
 *
 * @param name in lower-case words
 * @param run the folder of the run that it is about; null where the user knows which
 * @param settings what to run it with
 */
public record Command(String name, @Nullable Path run, List<Setting> settings) implements Remedy {
  /** Continues a run, or adds chains to it. */
  public static final Command RESUME = new Command("resume", null, List.of());

  /** Finds the modes of a run and the share of the evidence of each. */
  public static final Command SYMMETRY = new Command("symmetry", null, List.of());

  /** Scores a fit on all rows in turn. */
  public static final Command CROSS_VALIDATE = new Command("cross validate", null, List.of());

  /** The same of a run. */
  public Command of(Path folder) {
    return new Command(name, folder, settings);
  }

  /** The same with a setting. */
  public Command with(Setting... some) {
    return new Command(name, run, List.of(some));
  }
}
