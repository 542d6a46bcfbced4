package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Every command line that documentation and help show is one that the program takes. */
class ShownCommandsTest {
  private static final Pattern BLOCK = Pattern.compile("```[a-z]*\n(.*?)```", Pattern.DOTALL);
  private static final Pattern SPAN = Pattern.compile("`((?:\\./)?coset [^`\n]*)`");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

  static Stream<String> shown() throws IOException {
    List<String> lines = new ArrayList<>();
    Path root = Path.of("..");
    List<Path> pages = new ArrayList<>(List.of(root.resolve("README.md")));
    try (var docs = Files.list(root.resolve("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    for (Path page : pages) {
      String text = Files.readString(page);
      BLOCK.matcher(text).results().flatMap(block -> block.group(1).lines()).forEach(lines::add);
      // A span that names only the command, or leaves something out, is no command line.
      SPAN.matcher(text)
          .results()
          .map(span -> span.group(1))
          .filter(line -> line.matches("(\\./)?coset \\S+ [^\\[.].*") && !line.contains("["))
          .forEach(lines::add);
    }
    for (CommandLine command : new CommandLine(new Main()).getSubcommands().values()) {
      Stream.of(command.getCommandSpec().usageMessage().footer())
          .map(String::strip)
          .forEach(lines::add);
    }
    return lines.stream()
        .filter(line -> line.matches("(\\./)?coset [a-z].*"))
        .map(line -> line.replaceFirst("^(\\./)?coset ", "").replaceFirst("\\s+#.*|\\s{3,}.*", ""))
        .distinct();
  }

  @ParameterizedTest
  @MethodSource("shown")
  void itIsTaken(String line) {
    String[] words =
        WORD.matcher(line)
            .results()
            .map(
                w -> w.group(1) != null ? w.group(1) : w.group(2) != null ? w.group(2) : w.group(3))
            .toArray(String[]::new);
    var parsed =
        new CommandLine(new Main()).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(words);
    assertThat(parsed.subcommand().commandSpec().name()).isEqualTo(words[0]);
  }
}
