package dev.coset.cli;

import dev.coset.message.Dialect;
import dev.coset.message.Message;
import dev.coset.message.Printable;
import dev.coset.store.Mixture;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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

  /** Says what the user has to know or do, although the command goes on. */
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

  /** Prints what is said of every model of a run, the heaviest first; of one model just that. */
  void printEach(Mixture run, Function<Mixture.Part, Result> of) {
    printEach(new Result(Map.of(), ""), run, of);
  }

  /** The same after what is said of the whole. */
  void printEach(Result whole, Mixture run, Function<Mixture.Part, Result> of) {
    Map<String, Object> fields = new LinkedHashMap<>(whole.fields());
    var text = new StringBuilder(whole.text());
    text.append(whole.text().isEmpty() ? "" : "\n");
    if (run.parts().size() == 1) {
      Result only = of.apply(run.parts().getFirst());
      fields.putAll(only.fields());
      print(fields, text.append(only.text()).toString());
      return;
    }
    Map<String, Object> models = new LinkedHashMap<>();
    for (Mixture.Part part : run.parts()) {
      Result result = of.apply(part);
      models.put(part.name(), result.fields());
      text.append(Texts.format("%s, weight %.2f%n%n", part.name(), part.weight()));
      text.append(result.text().stripTrailing()).append("\n\n");
    }
    fields.put("models", models);
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
