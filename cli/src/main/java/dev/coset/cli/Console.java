package dev.coset.cli;

import dev.coset.message.Dialect;
import dev.coset.message.Message;
import dev.coset.message.Printable;
import dev.coset.store.Mixture;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Results go to stdout, as text or as one JSON object; all else goes to stderr. */
final class Console {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean json;

  Console(@Nullable CommandSpec spec, boolean json) {
    if (spec == null) {
      throw new IllegalStateException("picocli gives every command its specification.");
    }
    this.out = spec.commandLine().getOut();
    this.err = spec.commandLine().getErr();
    this.json = json;
  }

  PrintWriter out() {
    return out;
  }

  PrintWriter err() {
    return err;
  }

  /** How messages name what to do: as options, or as parameters where Python asks. */
  Dialect dialect() {
    return dialect(err);
  }

  static Dialect dialect(PrintWriter err) {
    return err instanceof ServedMessages ? Dialect.PARAMETERS : Dialect.OPTIONS;
  }

  void note(Message message) {
    note(message.in(dialect()));
  }

  void warn(Message message) {
    warn(message.in(dialect()));
  }

  /** Says what was done, where nobody need do anything about it. */
  void note(String sentence) {
    err.println(printable(sentence));
  }

  /** Says what the user has to know or do, although the command continues. */
  void warn(String sentence) {
    String shown = printable(sentence);
    if (err instanceof ServedMessages served) {
      served.warn(shown);
    } else {
      err.println("Warning: " + shown);
    }
  }

  /** Says what went wrong although the command was right. */
  void fail(String sentence) {
    err.println("coset: " + printable(sentence));
  }

  /** Opens a run to read it; warns of what it lacks: bonds between its files, planned chains. */
  Mixture read(Path folder) {
    Mixture run = Mixture.read(folder);
    run.unboundWarning().ifPresent(warning -> warn(warning));
    run.parts().forEach(part -> part.run().shortfall().ifPresent(warning -> warn(warning)));
    return run;
  }

  /** What a command says of one model. */
  record Result(Map<String, Object> fields, String text) {}

  /** Prints the result for every model of a run, by descending weight, or for the only model. */
  void printEach(Mixture run, Function<Mixture.Part, Result> of) {
    printEach(new Result(Map.of(), ""), run.parts(), part -> part, of);
  }

  /**
   * The same after the result for the whole. A model without text is printed as JSON only.
   *
   * @param models by descending weight
   */
  <T> void printEach(
      Result whole, List<T> models, Function<T, Mixture.Part> part, Function<T, Result> of) {
    Map<String, Object> fields = new LinkedHashMap<>(whole.fields());
    var text = new StringBuilder(whole.text());
    text.append(whole.text().isEmpty() ? "" : "\n");
    if (models.size() == 1) {
      Result only = of.apply(models.getFirst());
      fields.putAll(only.fields());
      print(fields, text.append(only.text()).toString());
      return;
    }
    Map<String, Object> ofEach = new LinkedHashMap<>();
    for (T model : models) {
      Result result = of.apply(model);
      ofEach.put(part.apply(model).name(), result.fields());
      if (!result.text().isEmpty()) {
        text.append(
            Texts.format(
                "%s, weight %.2f%n%n", part.apply(model).name(), part.apply(model).weight()));
        text.append(result.text().stripTrailing()).append("\n\n");
      }
    }
    fields.put("models", ofEach);
    print(fields, text.toString().stripTrailing());
  }

  /** Prints a result: its fields as JSON, or its text. */
  void print(Map<String, ?> fields, String text) {
    out.println(json ? JSON.writeValueAsString(fields) : printable(text));
  }

  /** Lines that a terminal shows and does not obey, whatever the names of columns hold. */
  static String printable(String text) {
    return text.lines().map(Printable::line).collect(Collectors.joining("\n"));
  }
}
