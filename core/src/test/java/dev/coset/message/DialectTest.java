package dev.coset.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.data.TargetScale;
import dev.coset.fit.Fit;
import dev.coset.fit.Model;
import dev.coset.fit.Resumption;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One remedy, in the words of each front end. */
class DialectTest {
  private static final Path MAIN = Path.of("src", "main", "java");
  private static final Pattern LITERAL = Pattern.compile("\"(?:[^\"\\\\\n]|\\\\.)*\"");
  private static final Pattern OPTION = Pattern.compile("--[a-z]|\\bcoset [a-z-]+ ");

  /** The option of a JVM, not of coset. */
  private static final String JVM_OPTION = "--add-modules";

  /** What Java says by the type of an argument, or in a call of its own. */
  private static final Set<String> WITHOUT_METHOD = Set.of("unknown level", "kl", "out");

  private static String java(Remedy remedy) {
    return Dialect.METHODS.words(remedy);
  }

  private static String python(Remedy remedy) {
    return Dialect.PARAMETERS.words(remedy);
  }

  private static String options(Remedy remedy) {
    return Dialect.OPTIONS.words(remedy);
  }

  @Test
  void aSettingIsAnOptionAParameterOrAMethod() {
    Setting scale = Setting.TARGET_SCALE.to(TargetScale.LOG);
    assertThat(options(scale)).isEqualTo("--target-scale log");
    assertThat(python(scale)).isEqualTo("target_scale=\"log\"");
    assertThat(java(scale)).isEqualTo("targetScale(TargetScale.LOG)");
    assertThat(options(Setting.WARMUP)).isEqualTo("--warmup");
    assertThat(python(Setting.WARMUP)).isEqualTo("warmup");
    assertThat(java(Setting.WARMUP)).isEqualTo("warmup");
    assertThat(python(Setting.THREADS.to(2))).isEqualTo("n_jobs=2");
    assertThat(java(Setting.HIDDEN.to("auto"))).isEqualTo("chooseModel()");
  }

  /** Each option can be typed in a shell, and each call compiled, whatever a column is called. */
  @Test
  void namesOfColumnsAreQuotedAsEachNeeds() {
    Setting odd = Setting.IGNORE.to("a b", "c,d", "it's", "\"x\"");
    assertThat(options(odd)).isEqualTo("--ignore 'a b,\"c,d\",it'\\''s,\"\"\"x\"\"\"'");
    assertThat(python(odd))
        .isEqualTo("X.drop(columns=[\"a b\", \"c,d\", \"it's\", \"\\\"x\\\"\"])");
    assertThat(java(odd)).isEqualTo("ignore(\"a b\", \"c,d\", \"it's\", \"\\\"x\\\"\")");
  }

  @Test
  void aCommandNamesItsRunAndSettings() {
    Command more = Command.RESUME.of(Path.of("run")).with(Setting.CHAINS.to(24));
    assertThat(options(more)).isEqualTo("'coset resume run --chains 24'");
    assertThat(java(more)).isEqualTo("Fit.resume(Path.of(\"run\")).chains(24).run()");
    assertThat(python(more)).isEqualTo("chains=24");
    assertThat(options(Command.CROSS_VALIDATE)).isEqualTo("'coset cross-validate'");
    assertThat(java(Command.CROSS_VALIDATE)).isEqualTo("Fit.crossValidate");
  }

  @Test
  void aMessageWordsItsRemediesWhereverTheyStand() {
    Message inner = Message.of("%s or %s", Setting.CHAINS.to(4), Setting.DRAWS);
    Message message = Message.of("%d%% failed. Use %s.", 3, inner);
    assertThat(message.in(Dialect.OPTIONS)).isEqualTo("3% failed. Use --chains 4 or --draws.");
    assertThat(message.in(Dialect.PARAMETERS)).isEqualTo("3% failed. Use chains=4 or draws.");
    assertThat(message.toString()).isEqualTo("3% failed. Use chains(4) or draws.");
    assertThat(message.remedies()).containsExactly(Setting.CHAINS.to(4), Setting.DRAWS);
    assertThat(Message.join("; ", List.of(message, Message.text("100% %s"))).toString())
        .isEqualTo(message + "; 100% %s");
  }

  /** What a Java user is told to call is there. */
  @Test
  void everySettingIsAMethod() throws IllegalAccessException {
    Set<String> methods =
        Stream.of(Fit.class, Resumption.class, Model.class)
            .flatMap(type -> Arrays.stream(type.getMethods()))
            .map(Method::getName)
            .collect(Collectors.toSet());
    for (Field field : Setting.class.getFields()) {
      Setting setting = (Setting) field.get(null);
      if (!WITHOUT_METHOD.contains(setting.name())) {
        assertThat(methods).contains(java(setting));
      }
    }
  }

  @Test
  void noLiteralOfTheLibraryNamesAnOption() throws IOException {
    try (Stream<Path> files = Files.walk(MAIN)) {
      List<Path> sources = files.filter(file -> file.toString().endsWith(".java")).toList();
      assertThat(sources).isNotEmpty();
      for (Path file : sources) {
        if (file.endsWith(Path.of("message", "OptionWords.java"))) {
          continue;
        }
        String code = Files.readString(file).replaceAll("(?m)^\\s*(\\*|/\\*|//).*$", "");
        assertThat(
                LITERAL
                    .matcher(code)
                    .results()
                    .map(literal -> literal.group().replace(JVM_OPTION, ""))
                    .filter(literal -> OPTION.matcher(literal).find()))
            .as(file.toString())
            .isEmpty();
      }
    }
  }
}
