package dev.coset.cli;

import dev.coset.store.RunStore;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
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

  /** Says what was done, where nobody need do anything about it. */
  void note(String sentence) {
    err.println(sentence);
  }

  void warn(String sentence) {
    err.println("Warning: " + sentence);
  }

  /** Says what went wrong although the command was right. */
  void fail(String sentence) {
    err.println("coset: " + sentence);
  }

  /** Opens a run to read it; says so where it has fewer chains than were planned. */
  RunStore read(Path folder) {
    RunStore run = RunStore.read(folder);
    run.shortfall().ifPresent(this::warn);
    return run;
  }

  /** Prints a result: its fields as JSON, or its text. */
  void print(Map<String, ?> fields, String text) {
    out.println(json ? JSON.writeValueAsString(fields) : text);
  }
}
