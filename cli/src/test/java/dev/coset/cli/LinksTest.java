package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links between the documents of the repository lead to a file, and to a heading that is there. */
class LinksTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("```.*?```|`[^`\n]*`", Pattern.DOTALL);
  private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);
  private static final Pattern NAMED = Pattern.compile("docs/[a-z/-]+\\.md");
  private static final Set<String> SKIPPED =
      Set.of("target", ".git", ".venv", ".m2", "shared", "node_modules");
  private static final Path ROOT = Path.of("..");

  private final Map<Path, Set<String>> anchors = new HashMap<>();

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    List<Path> pages = files(".md");
    assertThat(pages).hasSizeGreaterThan(10);
    for (Path page : pages) {
      for (MatchResult link : LINK.matcher(withoutCode(page)).results().toList()) {
        if (!leadsSomewhere(page, link.group(1))) {
          broken.add(page + " -> " + link.group(1));
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  /** Sources name documents by their path in the repository. */
  @Test
  void everyDocumentThatSourcesNameIsThere() throws IOException {
    List<String> missing = new ArrayList<>();
    for (String ending : List.of(".java", ".py", ".txt", ".md", ".conf")) {
      for (Path source : files(ending)) {
        NAMED
            .matcher(Files.readString(source))
            .results()
            .map(MatchResult::group)
            .filter(name -> !Files.exists(ROOT.resolve(name)))
            .forEach(name -> missing.add(source + " names " + name));
      }
    }
    assertThat(missing).isEmpty();
  }

  private boolean leadsSomewhere(Path page, String link) throws IOException {
    if (link.startsWith("http")) {
      return true;
    }
    String[] parts = link.split("#", 2);
    Path to = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
    return Files.exists(to) && (parts.length == 1 || anchors(to).contains(parts[1]));
  }

  /** As GitHub makes them. */
  private Set<String> anchors(Path page) throws IOException {
    if (!anchors.containsKey(page)) {
      String text =
          Pattern.compile("```.*?```", Pattern.DOTALL)
              .matcher(Files.readString(page))
              .replaceAll("");
      anchors.put(
          page,
          HEADING
              .matcher(text)
              .results()
              .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
              .map(name -> name.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
              .collect(Collectors.toSet()));
    }
    return anchors.get(page);
  }

  private static String withoutCode(Path page) throws IOException {
    return CODE.matcher(Files.readString(page)).replaceAll("");
  }

  private static List<Path> files(String ending) throws IOException {
    List<Path> files = new ArrayList<>();
    collect(ROOT, ending, files);
    return files;
  }

  private static void collect(Path folder, String ending, List<Path> files) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path entry : entries.sorted().toList()) {
        if (Files.isDirectory(entry)) {
          if (!SKIPPED.contains(entry.getFileName().toString())) {
            collect(entry, ending, files);
          }
        } else if (entry.toString().endsWith(ending)) {
          files.add(entry);
        }
      }
    }
  }
}
