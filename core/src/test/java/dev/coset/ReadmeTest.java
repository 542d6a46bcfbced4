package dev.coset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.distribution.NumberDistribution;
import dev.coset.fit.Model;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java examples of README and guide compile and run as they stand there, with less work. */
class ReadmeTest {
  @TempDir Path folder;

  @Test
  void theExampleCompilesAndPredicts() throws Exception {
    String readme = Files.readString(Path.of("..", "README.md"));
    var block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(readme);
    assertThat(block.find()).isTrue();
    String example = block.group(1);
    assertThat(example.lines().count()).isLessThanOrEqualTo(4);
    String source =
        """
        import dev.coset.data.Table;
        import dev.coset.distribution.NumberDistribution;
        import dev.coset.fit.Fit;
        import dev.coset.fit.Model;
        import java.nio.file.Path;
        import java.time.Duration;
        import java.util.Map;

        public class Example {
          public static double[] run(Path folder) {
            %s
            return new double[] {price.quantile(0.05), price.quantile(0.95)};
          }
        }
        """
            .formatted(
                example
                    .replace(".time(Duration.ofMinutes(2))", ".coreSeconds(2, 2)")
                    .replace("Path.of(", "folder.resolve("));
    var rows = new StringBuilder("area,district,price\n");
    for (int i = 0; i < 60; i++) {
      boolean north = i % 2 == 0;
      rows.append(
          "%d,%s,%d%n".formatted(80 + i, north ? "north" : "south", 80 + i + (north ? 0 : 1000)));
    }
    Files.writeString(folder.resolve("houses.csv"), rows);
    double[] interval =
        (double[]) compiled(source).getMethod("run", Path.class).invoke(null, folder);
    assertThat(interval[0]).isLessThan(interval[1]);
    assertThat((interval[0] + interval[1]) / 2).isBetween(0.0, 400.0);
    NumberDistribution saved =
        Model.load(folder.resolve("houses-run")).number(Map.of("area", 120, "district", "north"));
    assertThat(saved.quantile(0.05)).isEqualTo(interval[0]);
  }

  @Test
  void everyMethodRunsFromItsLine() throws Exception {
    String guide = Files.readString(Path.of("..", "docs", "guide.md"));
    var block =
        Pattern.compile("```java\n([^`]*?Method\\.[^`]*)```", Pattern.DOTALL).matcher(guide);
    assertThat(block.find()).isTrue();
    String lines = block.group(1);
    assertThat(lines.lines()).hasSize(6);
    String source =
        """
        import dev.coset.chains.*;
        import dev.coset.comparison.*;
        import dev.coset.data.*;
        import dev.coset.model.*;
        import dev.coset.predictive.*;

        public class Example {
          public static double[] run() {
            Study study =
                Study.of(
                    Sinusoid.dataset(40, 0),
                    Split.shuffled(40, 0.2, 0),
                    Configuration.of(new int[] {2}, ChainPlan.of(6, 100, 1, 0)));
            %s
            return new double[] {
              chains.lppd(), longChain.lppd(), ensemble.lppd(),
              laplace.lppd(), linearised.lppd(), mixture.lppd()
            };
          }
        }
        """
            .formatted(lines);
    double[] lppd = (double[]) compiled(source).getMethod("run").invoke(null);
    for (double each : lppd) {
      assertThat(each).isBetween(-3.0, 1.0);
    }
  }

  /** The guide's example is a whole program: it needs no more than what stands there. */
  @Test
  void theGuidesProgramPredictsNewRows() throws Exception {
    String guide = Files.readString(Path.of("..", "docs", "guide.md"));
    var block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(guide);
    assertThat(block.find()).isTrue();
    var rows = new StringBuilder("town,size,price\n");
    for (int i = 0; i < 40; i++) {
      boolean east = i % 2 == 0;
      int size = 50 + i;
      rows.append("%s,%d,%d%n".formatted(east ? "east" : "west", size, size + (east ? 0 : 1000)));
    }
    Files.writeString(folder.resolve("houses.csv"), rows);
    Files.writeString(folder.resolve("new.csv"), "town,size\neast,70\nwest,\n");
    var out = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      compiled(
              "Houses",
              block.group(1).replace(".time(Duration.ofMinutes(2))", ".coreSeconds(2, 2)"))
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[] {folder.toString()});
    } finally {
      System.setOut(before);
    }
    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.getFirst()).contains("90% between");
    // A town apart is a thousand apart.
    assertThat(Double.parseDouble(lines.get(1))).isLessThan(600);
    assertThat(Double.parseDouble(lines.get(2))).isGreaterThan(600);
    assertThat(folder.resolve("houses-run")).isDirectory();
  }

  private Class<?> compiled(String source) throws Exception {
    return compiled("Example", source);
  }

  private Class<?> compiled(String name, String source) throws Exception {
    var file =
        new SimpleJavaFileObject(
            URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    var errors = new StringWriter();
    Path classes = Files.createDirectories(folder.resolve("classes"));
    var options = List.of("-cp", System.getProperty("java.class.path"), "-d", classes.toString());
    boolean compiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(errors, null, null, options, null, List.of(file))
            .call();
    assertThat(compiled).as(errors.toString()).isTrue();
    return new URLClassLoader(new java.net.URL[] {classes.toUri().toURL()}).loadClass(name);
  }
}
