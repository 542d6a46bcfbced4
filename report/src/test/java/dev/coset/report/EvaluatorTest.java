package dev.coset.report;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.Equipment;
import dev.coset.compression.Compression;
import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.NumberDistribution;
import dev.coset.network.Activation;
import dev.coset.store.CompressedRun;
import dev.coset.store.Mixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The page's scripts, run by node: they evaluate what they know, and refuse all else. */
class EvaluatorTest {
  private static final String POSTERIOR = "id=\"posterior\">";
  private static final String SCRIPT = "<script>\n";

  /** As much of a document as the page's form needs to say that it cannot be made. */
  private static final String DOCUMENT =
      """
      function stub() {
        return { children: [], dataset: {}, appendChild: function (c) { this.children.push(c); } };
      }
      var elements = { 'whatif-form': stub(), 'whatif-drop': stub(), posterior: { textContent: %s } };
      var document = {
        getElementById: function (id) { return elements[id] || null; },
        createElement: stub
      };
      """;

  @TempDir Path folder;

  private CompressedRun compressed(String kind, Activation activation) throws IOException {
    var study = MixedTable.study(folder, kind);
    var of = study.with(study.configuration().with(activation));
    try (var run = Runs.run(folder.resolve("run"), of)) {
      return Compression.ofAtMost(20, Mixture.of(run), Compression.BOUND, true, 2);
    }
  }

  private static String between(String text, String begin, String end, int from) {
    int at = text.indexOf(begin, from) + begin.length();
    return text.substring(at, text.indexOf(end, at));
  }

  /** What a script prints, as JSON. */
  private JsonNode node(String script) throws Exception {
    Optional<Path> node = Browser.onPath("node");
    Equipment.NODE.assume(node.isPresent());
    Path file = Files.writeString(folder.resolve("script.js"), script);
    Process process =
        new ProcessBuilder(node.get().toString(), file.toString())
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    return JsonMapper.shared().readTree(printed);
  }

  private static String quoted(Object value) {
    return JsonMapper.shared().writeValueAsString(value);
  }

  private static Stream<Arguments> models() {
    return Stream.of("normal", "heteroscedastic", "student", "two", "three")
        .flatMap(kind -> Stream.of(Activation.values()).map(a -> Arguments.of(kind, a)));
  }

  @ParameterizedTest
  @MethodSource("models")
  void everyActivationIsEvaluatedAsByTheProgram(String kind, Activation activation)
      throws Exception {
    CompressedRun small = compressed(kind, activation);
    Path file = Files.write(folder.resolve("small.coset"), small.bytes());
    JsonNode said =
        node(
            Page.resource("evaluator.js")
                + """
                var bytes = new Uint8Array(require('fs').readFileSync(%s));
                var run = coset.read(bytes.buffer);
                var rows = Array.from(run.rows.target, function (_, i) {
                  var said = coset.at(run, run.rows.codes.map(function (codes) { return codes[i]; }));
                  return said.probabilities || [said.mean, said.sd, said.quantile(0.05), said.quantile(0.95)];
                });
                console.log(JSON.stringify(rows));
                """
                    .formatted(quoted(file.toString())));
    var predictive = small.predictive(small.test().x(), 1).map(small.scaling().target()::original);
    assertThat(said.size()).isEqualTo(small.keptRows()).isPositive();
    for (int i = 0; i < said.size(); i++) {
      List<Double> expected = new ArrayList<>();
      switch (predictive.at(i)) {
        case NumberDistribution of ->
            expected.addAll(List.of(of.mean(), of.sd(), of.quantile(0.05), of.quantile(0.95)));
        case ClassProbabilities of -> {
          for (double p : of.probabilities()) {
            expected.add(p);
          }
        }
      }
      assertThat(said.get(i).size()).isEqualTo(expected.size());
      for (int k = 0; k < expected.size(); k++) {
        assertThat(said.get(i).get(k).asDouble())
            .isCloseTo(expected.get(k), within(1e-9 + 1e-7 * Math.abs(expected.get(k))));
      }
    }
  }

  /** Names of the same length, so that the header stays as long; one is a property of objects. */
  @ParameterizedTest
  @CsvSource({
    "normal, TANH, GELU, activation",
    "normal, normal, gammas, likelihood",
    "three, categorical, constructor, likelihood"
  })
  void whatThePageCannotEvaluateIsASentence(String kind, String name, String other, String what)
      throws Exception {
    CompressedRun small = compressed(kind, Activation.TANH);
    String html = new Report("What if", "a test", List.of(WhatIfSection.of(small))).html();
    String bytes = new String(small.bytes(), ISO_8859_1);
    String quoted = "\"" + name + "\"";
    assertThat(bytes).containsOnlyOnce(quoted);
    String changed = bytes.replace(quoted, "\"" + other + "\"");
    String base64 = Base64.getEncoder().encodeToString(changed.getBytes(ISO_8859_1));
    JsonNode shown =
        node(
            DOCUMENT.formatted(quoted(base64))
                + between(html, SCRIPT, "</script>", html.indexOf(POSTERIOR))
                + """
                console.log(JSON.stringify({
                  said: elements['whatif-form'].children.map(function (c) { return c.textContent; }),
                  hidden: elements['whatif-drop'].hidden
                }));
                """);
    assertThat(shown.get("said").valueStream().map(JsonNode::asString))
        .containsExactly(
            "The page cannot evaluate the %s '%s'. Predict new rows with 'coset predict'."
                .formatted(what, other));
    assertThat(shown.get("hidden").asBoolean()).isTrue();
  }
}
