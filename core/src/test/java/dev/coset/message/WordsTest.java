package dev.coset.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Texts of the repository use the field's words: refused phrases, each with what to say instead.
 */
class WordsTest {
  private static final String PEOPLE = "(?:his|her|its|your|their|our)";

  /** What can be held out. */
  private static final String ROWS = "(?:rows?|points?|targets?|observations?)";

  /** "One of which" is plain English. */
  private static final String COUNTED = "one|each|all|some|most|both|none|half|many|any";

  private static final List<Phrase> PHRASES =
      List.of(
          say("predict, predicted", "foret(?:ell|ells|elling|old)"),
          say("held-out rows; dropped", "left-out (?:\\w+ )?" + ROWS),
          say("held-out rows; dropped", ROWS + " (?:(?:that|which) )?(?:are|were|is|was) left out"),
          say("held-out rows; dropped", ROWS + " left out"),
          say("fix", "mend(?:s|ed|ing)?"),
          say("distinct functions", "explanations? of the data|unlike explanations?"),
          say("distinct functions", "cannot tell apart"),
          say("converged", "(?:have|has|had|not) (?:not )?(?:yet )?(?:arrived|settled)|arrived:"),
          say("converged", "(?:predictives?|predictions?|chains?) (?:settles?|settled|arrives?)"),
          say("weighted equally", "counts? alike|counting alike|counted alike"),
          say("the same way, equally, similar", "\\w+ alike(?= and| to)|(?:all|both) \\w+ alike"),
          say("highest-weight model", "heaviest"),
          say("low-density mode", "(?:lesser|poor) modes?"),
          say("low or high density", "(?:small|large)(?:er|est)? (?:log )?densit(?:y|ies)"),
          say("without bound", "as (?:high|large|low|small|many|long) as you (?:like|please)"),
          say("resume, continue", "(?:go|goes|going|gone|went) on with"),
          say("resume, continue", "(?:runs?|commands?|it|that was stopped|stopped) goes? on"),
          say("resume, continue", "(?:go|goes|went) on where"),
          say("eliminated", "judged no more"),
          say("candidate models", "(?:the|a|this|each) ladder"),
          say("cross-validation", "(?<=\\w )judging|judging(?= \\w)|(?:in|the|first|of) heats?"),
          say("reference core-seconds", "common core|seconds of a reference core"),
          say("outliers compressed (asinh)", "(?:tails?|values|outliers) (?:\\w+ )?drawn in"),
          say("noise (aleatoric)", "of it chance|comes? of chance"),
          say("model uncertainty (epistemic)", "not knowing|(?:the|its|model's) doubt about"),
          say("doubling the run time improves ...", "as much time again|nothing that shows"),
          say("does not beat the linear baseline", "worth (?:" + PEOPLE + " |the )?while"),
          say("no problems found", "all is well|nothing speaks against"),
          say("ignored by the model", "heed(?:s|ed|ing)?"),
          say("grouped rows", "hangs? together"),
          say("different from", "(?:of|with|in|by|have|has) unlike \\w+"),
          say("constant prediction", "always say(?:s|ing)? the (?:same|most)"),
          say("incompatible with", "(?:be|been|is|was|are|were) had of"),
          say("generated from", "with (?:other words|its words exchanged)"),
          say("you choose it yourself", "into " + PEOPLE + " hands"),
          say("warnings, problems", "(?:what )?to worry about|(?:things )?to be mended"),
          say("compute with", "reckon(?:s|ed|ing)?"),
          say("everything, all", "all that"),
          say("the number of, enough", "as many as"),
          say("whose, where; two sentences", "(?<!\\b(?:" + COUNTED + ") )of which"),
          say("those with", "such as have"),
          say("whether it is", "be it (?:\\w+|a \\w+|the \\w+)(?=,| or )"),
          say("plain words", "whence|whereof|thereof|lest|nought|hither|thither|hitherto"));

  private record Phrase(String instead, Pattern pattern) {}

  private static Phrase say(String instead, String refused) {
    return new Phrase(
        instead, Pattern.compile("\\b(?:" + refused + ")(?!\\w)", Pattern.CASE_INSENSITIVE));
  }

  @Test
  void noTextUsesARefusedPhrase() {
    List<String> found = new ArrayList<>();
    for (SourceText text : SourceText.all()) {
      if (!isName(text)) {
        found.addAll(refused(text));
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void everyModuleIsSeen() {
    assertThat(SourceText.all())
        .extracting(SourceText::file)
        .contains(
            "README.md",
            "coset",
            "docs/guide.md",
            "dist/bin/coset",
            "python/src/coset/_estimators.py",
            "core/src/main/java/dev/coset/message/Message.java",
            "cli/src/main/java/dev/coset/cli/FitCommand.java",
            "report/src/main/java/dev/coset/report/Page.java",
            "spark/src/main/java/dev/coset/spark/SparkEngine.java",
            "cuda/src/main/java/dev/coset/cuda/CudaDevice.java",
            "experiments/src/main/java/dev/coset/experiments/Table1.java");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/** What is foretold. */",
        "// Rows that are\n    // left out, twice.",
        "String a = \"The chains have not\"\n    + \" arrived yet.\";",
        "String b = \"\"\"\n    One mode is\n    the heaviest.\n    \"\"\";",
        "/* The columns of which\n * some are numbers. */"
      })
  void phrasesAreFoundAcrossLines(String source) {
    assertThat(SourceText.ofJava("A.java", source).stream().flatMap(t -> refused(t).stream()))
        .hasSize(1)
        .allMatch(found -> found.startsWith("A.java:"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/** Recommended, and amended by forecasts. */",
        "/** Two chains, one of which failed. Leave out --init. */",
        "String name = \"judging\";",
        "/** Functions are alike. They arrived by mail. */"
      })
  void otherWordsAreNot(String source) {
    assertThat(
            SourceText.ofJava("A.java", source).stream()
                .filter(text -> !isName(text))
                .flatMap(text -> refused(text).stream()))
        .isEmpty();
  }

  /** A literal of one word is a key or a name, such as that of a field in a file. */
  private static boolean isName(SourceText text) {
    return text.kind() == SourceText.Kind.LITERAL && !text.words().contains(" ");
  }

  private static List<String> refused(SourceText text) {
    List<String> found = new ArrayList<>();
    for (Phrase phrase : PHRASES) {
      var match = phrase.pattern().matcher(text.words());
      while (match.find()) {
        found.add(
            "%s:%d: \"%s\": say \"%s\""
                .formatted(text.file(), text.line(match.start()), match.group(), phrase.instead()));
      }
    }
    return found;
  }
}
