package dev.coset.message;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A text of the repository for people, on one line: a comment, a string literal with what is added
 * to it by {@code +}, or a whole file that is not Java.
 *
 * @param file relative to the repository's root
 * @param calls the calls in whose arguments a literal stands, outermost first
 * @param words separated by single spaces
 * @param lines of the words' characters, from 1
 */
record SourceText(String file, Kind kind, List<String> calls, String words, int[] lines) {
  enum Kind {
    COMMENT,
    LITERAL,
    FILE
  }

  private static final Path ROOT = Path.of("..");

  private static final Set<String> WITH_TEXT =
      Set.of(
          "java",
          "py",
          "md",
          "html",
          "js",
          "css",
          "sh",
          "bat",
          "xml",
          "toml",
          "properties",
          "options",
          "cu",
          "cuh");

  /** Of files without an extension. */
  private static final Pattern SCRIPT = Pattern.compile("#!.*\\b(ba)?sh\\b.*");

  /** What stands before the text of a line in a comment or a quotation. */
  private static final Pattern MARGIN = Pattern.compile("^\\s*(?:\\*+(?!\\*)|//+|#+|>+)\\s");

  private static final Pattern NAME_BEFORE = Pattern.compile("([\\w.]+)\\s*$");

  int line(int character) {
    return lines[character];
  }

  boolean isIn(String call) {
    return calls.stream().anyMatch(c -> c.equals(call) || c.endsWith("." + call));
  }

  /** All texts of main code, scripts and documents. */
  static List<SourceText> all() {
    List<SourceText> texts = new ArrayList<>();
    for (Path file : files()) {
      String name = ROOT.relativize(file).toString().replace('\\', '/');
      String content = content(file);
      if (name.endsWith(".java")) {
        texts.addAll(new Java(name, content).texts());
      } else if (isText(name, content)) {
        texts.add(of(name, Kind.FILE, List.of(), content, 1));
      }
    }
    return texts;
  }

  static List<SourceText> ofJava(String file, String source) {
    return new Java(file, source).texts();
  }

  private static List<Path> files() {
    List<Path> files = new ArrayList<>();
    var visitor =
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = String.valueOf(folder.getFileName());
            boolean isRepository = folder.equals(ROOT);
            boolean isForeign =
                name.startsWith(".") || Set.of("target", "test", "tests", "results").contains(name);
            return isRepository || !isForeign
                ? FileVisitResult.CONTINUE
                : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            files.add(file);
            return FileVisitResult.CONTINUE;
          }
        };
    try {
      Files.walkFileTree(ROOT, visitor);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files.stream().filter(file -> !extension(file).isEmpty()).sorted().toList();
  }

  /** The extension of a file that may hold texts; {@code sh} where there is none. */
  private static String extension(Path file) {
    String name = file.getFileName().toString();
    String extension = name.contains(".") ? name.substring(name.lastIndexOf('.') + 1) : "sh";
    return WITH_TEXT.contains(extension) ? extension : "";
  }

  private static String content(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return ""; // not UTF-8, so not a text of ours
    }
  }

  private static boolean isText(String name, String content) {
    return name.contains(".") || SCRIPT.matcher(content.lines().findFirst().orElse("")).matches();
  }

  /** On one line, without margins. */
  private static SourceText of(
      String file, Kind kind, List<String> calls, String text, int firstLine) {
    var words = new StringBuilder();
    int[] lines = new int[text.length() + 1];
    int line = firstLine;
    for (String each : text.split("\n", -1)) {
      String bare = MARGIN.matcher(each).replaceFirst("").strip().replaceAll("\\s+", " ");
      if (!bare.isEmpty() && !words.isEmpty()) {
        lines[words.length()] = line;
        words.append(' ');
      }
      Arrays.fill(lines, words.length(), words.length() + bare.length(), line);
      words.append(bare);
      line++;
    }
    return new SourceText(
        file, kind, calls, words.toString(), Arrays.copyOf(lines, words.length()));
  }

  /** Reads comments and literals of a Java source. */
  private static final class Java {
    private final String file;
    private final String source;
    private final List<SourceText> texts = new ArrayList<>();
    private final Deque<String> calls = new ArrayDeque<>();
    private int at;
    private int codeFrom; // where the code since the last comment or literal begins

    Java(String file, String source) {
      this.file = file;
      this.source = source;
    }

    List<SourceText> texts() {
      while (at < source.length()) {
        char c = source.charAt(at);
        if (source.startsWith("//", at)) {
          lineComments();
        } else if (source.startsWith("/*", at)) {
          int end = source.indexOf("*/", at);
          add(Kind.COMMENT, source.substring(at + 2, end), at);
          at = end + 2;
        } else if (c == '\'') {
          at = end("'", at + 1);
        } else if (c == '"') {
          literals();
        } else {
          code(c);
          at++;
        }
      }
      return texts;
    }

    private void code(char c) {
      switch (c) {
        case '(' -> {
          var name = NAME_BEFORE.matcher(source.substring(Math.max(codeFrom, at - 80), at));
          calls.push(name.find() ? name.group(1) : "");
        }
        case ')' -> calls.poll();
        case ';' -> codeFrom = at;
        default -> {}
      }
    }

    /** Comments on lines one after another are one. */
    private void lineComments() {
      int from = at;
      int end = from;
      while (true) {
        int next = source.indexOf('\n', end);
        end = next < 0 ? source.length() : next;
        int follows = skipBlank(end);
        if (follows >= source.length() || !source.startsWith("//", follows) || isBlankLine(end)) {
          break;
        }
        end = follows;
      }
      add(Kind.COMMENT, source.substring(from, end).replaceFirst("//", ""), from);
      at = end;
    }

    private boolean isBlankLine(int end) {
      return source.startsWith("\n\n", end);
    }

    /** A literal, and those that are added to it. */
    private void literals() {
      int from = at;
      var text = new StringBuilder();
      int line = line(from);
      while (true) {
        String quotes = source.startsWith("\"\"\"", at) ? "\"\"\"" : "\"";
        int begin = at + quotes.length();
        int end = end(quotes, begin) - quotes.length();
        while (line < line(at)) { // keeps the lines apart
          text.append('\n');
          line++;
        }
        String piece = source.substring(begin, end);
        line += (int) piece.chars().filter(c -> c == '\n').count();
        text.append(piece.replace("\\n", "  ").replace("%n", "  ").replace("\\\"", "\""));
        at = end + quotes.length();
        int plus = skipBlank(at);
        int next = plus < source.length() && source.charAt(plus) == '+' ? skipBlank(plus + 1) : -1;
        if (next < 0 || next >= source.length() || source.charAt(next) != '"') {
          break;
        }
        at = next;
      }
      add(Kind.LITERAL, text.toString(), from);
    }

    private void add(Kind kind, String text, int from) {
      List<String> outermostFirst = new ArrayList<>(calls).reversed();
      texts.add(of(file, kind, outermostFirst, text, line(from)));
      codeFrom = at;
    }

    private int line(int place) {
      return 1 + (int) source.substring(0, place).chars().filter(c -> c == '\n').count();
    }

    private int skipBlank(int from) {
      int place = from;
      while (place < source.length() && Character.isWhitespace(source.charAt(place))) {
        place++;
      }
      return place;
    }

    /** Behind the quotes that end a literal. */
    private int end(String quotes, int from) {
      int place = from;
      while (!source.startsWith(quotes, place)) {
        place += source.charAt(place) == '\\' ? 2 : 1;
      }
      return place + quotes.length();
    }
  }
}
