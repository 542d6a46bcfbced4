package dev.coset.report;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Blocks of texts and tables as Markdown. Texts may come from the user's data, so all are escaped.
 */
final class Markdown {
  private Markdown() {}

  static String of(ModelCard.Part part) {
    return "## "
        + part.title()
        + "\n\n"
        + part.blocks().stream().map(Markdown::of).collect(Collectors.joining());
  }

  private static String of(Block block) {
    return switch (block) {
      case Block.Text(var text) -> text(text) + "\n\n";
      case Block.Code(var title, var code) -> {
        String fence = "```";
        while (code.contains(fence)) {
          fence += "`";
        }
        yield heading(title) + fence + "bash\n" + code + "\n" + fence + "\n\n";
      }
      case Block.Table table ->
          heading(table.title())
              + (table.meaning().isEmpty() ? "" : text(table.meaning()) + "\n\n")
              + row(table.header())
              + row(table.header().stream().map(name -> "---").toList())
              + table.rows().stream().map(Markdown::escaped).collect(Collectors.joining())
              + "\n";
      default -> throw new IllegalArgumentException("A card has no " + block);
    };
  }

  private static String heading(String title) {
    return title.isEmpty() ? "" : "### " + text(title) + "\n\n";
  }

  private static String escaped(List<String> cells) {
    return row(cells.stream().map(Markdown::text).toList());
  }

  private static String row(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  /** One line in which nothing is markup. */
  static String text(String text) {
    return text.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}]+", " ")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replaceAll("[\\\\`*_{}\\[\\]#|~$]", "\\\\$0");
  }
}
