package dev.coset.experiments;

import dev.coset.data.Dataset;
import dev.coset.data.InputException;
import dev.coset.data.MissingCells;
import dev.coset.data.Split;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
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

  Dataset read(Path folder) {
    return Dataset.fromCsv(folder.resolve(this + ".csv"), target, MissingCells.ERROR);
  }

  Split split(Path folder, Dataset data) {
    return Split.fromJson(folder.resolve(SPLITS), toString(), data);
  }

  /**
   * The folder of the datasets.
   *
   * @param given by the user
   */
  public static Path folder(@Nullable Path given) {
    String named = System.getenv("COSET_DATA");
    List<Path> places =
        given != null
            ? List.of(given)
            : named != null
                ? List.of(Path.of(named))
                : List.of(Path.of("shared", "datasets"), Path.of("..", "shared", "datasets"));
    return places.stream()
        .filter(place -> Files.isReadable(place.resolve(SPLITS)))
        .findFirst()
        .orElseThrow(
            () ->
                new InputException(
                    "The paper's datasets are not in %s (there is no %s): name their folder with --data or COSET_DATA; they come with the paper's code, one CSV file for each."
                        .formatted(places.getLast(), SPLITS)));
  }
}
