package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the guide do what it says, one after another, on a table of forty houses. */
@Tag("full")
class GuideTest {
  private static final Pattern BLOCK = Pattern.compile("```([a-z]*)\n(.*?)```", Pattern.DOTALL);
  private static final Pattern FILE = Pattern.compile("(houses|new|predictions|again)[-.].*");

  /** What would take longer than a test should. */
  private static final Map<String, String> SHORTER = Map.of("10m", "15s");

  @Test
  void itsCommandsRun(@TempDir Path folder) throws Exception {
    var houses = new StringBuilder("town,size,price\n");
    for (int size = 50; size < 70; size++) {
      houses.append("east,%d,%d\n".formatted(size, size + size % 3));
      houses.append("west,%d,%d\n".formatted(size, size + size % 7 + 1000));
    }
    Files.writeString(folder.resolve("houses.csv"), houses);
    Files.writeString(folder.resolve("new.csv"), "town,size\neast,55\nwest,\n");
    List<String> commands = commands();
    assertThat(commands).hasSizeGreaterThan(7).contains("demo");
    for (String command : commands) {
      Coset.Result result = Coset.run(words(command, folder));
      assertThat(result.exitCode()).as(command + "\n" + result.err()).isZero();
    }
    List<String> predictions = Files.readAllLines(folder.resolve("predictions.csv"));
    assertThat(predictions).hasSize(3);
    int mean = List.of(predictions.getFirst().split(",")).indexOf("mean");
    double[] means =
        predictions.stream()
            .skip(1)
            .mapToDouble(row -> Double.parseDouble(row.split(",")[mean]))
            .toArray();
    assertThat(means[0]).isBetween(40.0, 90.0);
    assertThat(means[1]).isBetween(1000.0, 1120.0);
    assertThat(folder.resolve("houses-run").resolve("report.html")).exists();
  }

  private static List<String> commands() throws Exception {
    return BLOCK
        .matcher(Files.readString(Path.of("..", "docs", "guide.md")))
        .results()
        .filter(block -> block.group(1).isEmpty()) // the others are no commands
        .flatMap(block -> block.group(2).lines())
        .map(line -> line.replaceFirst("^coset ", ""))
        .toList();
  }

  private static Object[] words(String command, Path folder) {
    var words =
        Stream.of(command.split(" "))
            .map(word -> SHORTER.getOrDefault(word, word))
            .map(word -> FILE.matcher(word).matches() ? folder.resolve(word).toString() : word);
    var where = Stream.of("--out", folder.resolve("demo").toString());
    return (command.equals("demo") ? Stream.concat(words, where) : words).toArray();
  }
}
