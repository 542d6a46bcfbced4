package dev.coset.export;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.coset.network.Network;
import dev.coset.network.ParameterNames;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A table with one row for each draw: chain, draw, what the sampler knew of it, every weight and
 * bias by name, and sigma. Numbers are written so that reading them gives the same bits.
 */
final class CsvLayout {
  private static final List<String> FIRST = List.of("chain", "draw", "lp");

  private final FinishedChains chains;

  CsvLayout(FinishedChains chains) {
    this.chains = chains;
  }

  static boolean isExport(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (var lines = Files.newBufferedReader(file)) {
      String header = lines.readLine();
      return header != null && header.startsWith(String.join(",", FIRST) + ",");
    } catch (MalformedInputException notText) {
      return false;
    }
  }

  void write(Path file) throws IOException {
    Posterior posterior = chains.study().posterior();
    Network network = posterior.network();
    try (var writer = CsvWriter.builder().build(file)) {
      List<String> header = new ArrayList<>(FIRST);
      chains.schema().statistics().forEach(statistic -> header.add(statistic.name()));
      header.add("step_size");
      if (chains.weighted()) {
        header.add("weight");
      }
      header.addAll(ParameterNames.of(network));
      posterior.likelihood().nuisance().forEach(nuisance -> header.add(nuisance.name()));
      writer.writeRecord(header);
      for (int c = 0; c < chains.count(); c++) {
        for (int t = 0; t < chains.perChain(); t++) {
          writer.writeRecord(row(c, t, network.parameters()));
        }
      }
    }
  }

  private List<String> row(int c, int t, int parameters) {
    Draws draws = chains.draws(c);
    List<String> cells = new ArrayList<>();
    cells.add(String.valueOf(chains.finished().get(c).chain()));
    cells.add(String.valueOf(t));
    cells.add(String.valueOf(draws.logDensity()[t]));
    for (int k = 0; k < draws.schema().size(); k++) {
      double value = draws.statistics()[k][t];
      cells.add(
          switch (draws.schema().statistics().get(k).type()) {
            case NUMBER -> String.valueOf(value);
            case COUNT -> String.valueOf((int) value);
            case TRUTH -> String.valueOf(value == 1);
          });
    }
    cells.add(String.valueOf(chains.stepSize(c)));
    if (chains.weighted()) {
      cells.add(String.valueOf(chains.weight(c)));
    }
    for (int j = 0; j < parameters; j++) {
      cells.add(String.valueOf(draws.value(t, j)));
    }
    for (double value : chains.study().posterior().nuisance(draws, t)) {
      cells.add(String.valueOf(value));
    }
    return cells;
  }
}
