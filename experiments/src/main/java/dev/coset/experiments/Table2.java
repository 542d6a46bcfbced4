package dev.coset.experiments;

import dev.coset.data.Dataset;
import dev.coset.data.Split;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Table 2: the datasets' characteristics, computed from the files. */
final class Table2 implements Experiment {
  private record Sizes(int rows, int train, int test, int features) {}

  private static final Map<PaperData, Sizes> PRINTED =
      new EnumMap<>(
          Map.of(
              PaperData.SINUSOIDAL, new Sizes(150, 120, 30, 1),
              PaperData.IZMAILOV, new Sizes(400, 320, 80, 1),
              PaperData.REGRESSION2D, new Sizes(256, 304, 52, 2),
              PaperData.AIRFOIL, new Sizes(1503, 1202, 301, 5),
              PaperData.CONCRETE, new Sizes(1030, 824, 206, 8),
              PaperData.DIABETES, new Sizes(442, 353, 89, 10),
              PaperData.ENERGY, new Sizes(768, 614, 154, 8),
              PaperData.FOREST_FIRE, new Sizes(517, 413, 104, 12),
              PaperData.YACHT, new Sizes(308, 246, 62, 6)));

  @Override
  public String name() {
    return "table2";
  }

  @Override
  public String title() {
    return "Table 2: the datasets";
  }

  @Override
  public void run(Laboratory laboratory) {
    var text =
        new StringBuilder(
            """
            # %s

            | data | rows | train | test | features | printed |
            | --- | ---: | ---: | ---: | ---: | --- |
            """
                .formatted(title()));
    List<String> csv = new ArrayList<>();
    for (PaperData set : laboratory.scope().dataOr(List.of(PaperData.values()))) {
      Path folder = laboratory.dataFolder();
      Dataset data = set.read(folder);
      Split split = set.split(folder);
      var sizes =
          new Sizes(data.rows(), split.train().length, split.test().length, data.features().length);
      Sizes printed = Objects.requireNonNull(PRINTED.get(set));
      text.append(
          "| %s | %d | %d | %d | %d | %s |\n"
              .formatted(
                  set.printed(),
                  sizes.rows,
                  sizes.train,
                  sizes.test,
                  sizes.features,
                  sizes.equals(printed)
                      ? "the same"
                      : "%d, %d, %d, %d"
                          .formatted(printed.rows, printed.train, printed.test, printed.features)));
      csv.add("%s,%d,%d,%d,%d".formatted(set, sizes.rows, sizes.train, sizes.test, sizes.features));
    }
    text.append(
        "\n"
            + "The paper prints 304 training rows of D_R, more than the set has; 204 and 52 make"
            + " its 256.\n");
    Path folder = laboratory.folder(this);
    Output.csv(folder.resolve("table2.csv"), "data,rows,train,test,features", csv);
    Output.write(folder.resolve("table2.md"), text.toString());
  }
}
