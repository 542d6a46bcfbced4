package dev.coset.experiments;

import dev.coset.data.Dataset;
import dev.coset.data.InputException;
import dev.coset.data.MissingCells;
import dev.coset.data.RawTable;
import dev.coset.data.Split;
import dev.coset.data.TableOptions;
import dev.coset.data.TargetType;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The datasets of the paper, in the order of its tables. */
public enum PaperData {
  SINUSOIDAL("D_S", "y"),
  IZMAILOV("D_I", "y"),
  REGRESSION2D("D_R", "y"),
  AIRFOIL("Airfoil", "sound_pressure_level"),
  CONCRETE("Concrete", "compressive_strength"),
  DIABETES("Diabetes", "progression"),
  ENERGY("Energy", "heating_load"),
  FOREST_FIRE("ForestF", "log1p_area"),
  YACHT("Yacht", "residuary_resistance");

  private static final String SPLITS = "splits.json";

  private final String printed;
  private final String target;

  PaperData(String printed, String target) {
    this.printed = printed;
    this.target = target;
  }

  /** What the paper calls it. */
  public String printed() {
    return printed;
  }

  /** The name of its file, without ending. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The whole file. */
  Dataset read(Path folder) {
    RawTable table = table(folder);
    return table.fit(IntStream.range(0, table.rows()).toArray());
  }

  /** The rows of the paper's split. */
  Split split(Path folder) {
    return split(folder, table(folder));
  }

  /** On the paper's split, as {@code coset fit} reads it. */
  public Study study(Path folder, Configuration configuration) {
    RawTable table = table(folder);
    Split split = split(folder, table);
    return Study.of(table.fit(split.train()), split, configuration);
  }

  private RawTable table(Path folder) {
    return RawTable.read(
        folder.resolve(this + ".csv"),
        TableOptions.of(target, TargetType.NUMBER, MissingCells.ERROR));
  }

  private Split split(Path folder, RawTable table) {
    return Split.fromJson(folder.resolve(SPLITS), toString(), table);
  }

  /**
   * The folder of the datasets: the one given, else {@link #shipped}.
   *
   * @param given by the user
   */
  public static Path folder(@Nullable Path given) {
    if (given == null) {
      return shipped();
    }
    if (!Files.isReadable(given.resolve(SPLITS))) {
      throw new InputException(
          "The paper's datasets are not in '%s' (there is no %s): name a folder that has it with --data, or leave --data out for those that Coset brings."
              .formatted(given, SPLITS));
    }
    return given;
  }

  /** The folder of the datasets that travel with this module; NOTICE there has their licences. */
  public static Path shipped() {
    return Shipped.FOLDER;
  }

  /** Opened when first asked for; a jar then stays open as long as the program runs. */
  private static final class Shipped {
    static final Path FOLDER = module().resolve("dev/coset/experiments/datasets");

    private static Path module() {
      try {
        Path at =
            Path.of(PaperData.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        return Files.isDirectory(at) ? at : FileSystems.newFileSystem(at).getPath("/");
      } catch (URISyntaxException e) {
        throw new AssertionError("A class was loaded from where there is no file", e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
