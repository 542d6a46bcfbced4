package dev.coset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.sampler.SamplerMonitor;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java example of the README compiles and runs as it stands there, with fewer chains. */
class ReadmeTest {
  @TempDir Path folder;

  @Test
  void theExampleCompilesAndPredicts() throws Exception {
    String readme = Files.readString(Path.of("..", "README.md"));
    var block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(readme);
    assertThat(block.find()).isTrue();
    String example = block.group(1);
    assertThat(example.lines().count()).isLessThanOrEqualTo(11);
    String source =
        """
        import dev.coset.chains.*;
        import dev.coset.data.*;
        import dev.coset.distribution.*;
        import dev.coset.predictive.*;
        import dev.coset.sampler.*;
        import dev.coset.store.*;
        import java.nio.file.Path;

        public class Example {
          public static double[] run(double[][] x, double[] y, Path folder, SamplerMonitor monitor) {
            %s
          }
        }
        """
            .formatted(
                example
                    .replace("ChainPlan.of(54, 1024, 1, 0)", "ChainPlan.of(3, 100, 1, 0)")
                    .replaceFirst("\n}\n$", "\n  return new double[] {low, high};\n}\n"));
    double[][] x = new double[40][2];
    double[] y = new double[40];
    for (int i = 0; i < 40; i++) {
      x[i] = new double[] {i % 7 / 3.0, i % 5 / 2.0};
      y[i] = 1000 + 50 * Math.sin(x[i][0]) - 20 * x[i][1];
    }
    double[] interval =
        (double[])
            compiled(source)
                .getMethod(
                    "run", double[][].class, double[].class, Path.class, SamplerMonitor.class)
                .invoke(null, x, y, folder.resolve("run"), SamplerMonitor.NONE);
    assertThat(interval[0]).isLessThan(interval[1]);
    assertThat((interval[0] + interval[1]) / 2).isBetween(850.0, 1150.0);
  }

  @Test
  void everyMethodRunsFromItsLine() throws Exception {
    String readme = Files.readString(Path.of("..", "README.md"));
    var block =
        Pattern.compile("```java\n([^`]*?Method\\.[^`]*)```", Pattern.DOTALL).matcher(readme);
    assertThat(block.find()).isTrue();
    String lines = block.group(1);
    assertThat(lines.lines()).hasSize(6);
    String source =
        """
        import dev.coset.chains.*;
        import dev.coset.comparison.*;
        import dev.coset.data.*;
        import dev.coset.predictive.*;
        import dev.coset.store.*;

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
      compiled("Houses", block.group(1))
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[] {folder.toString()});
    } finally {
      System.setOut(before);
    }
    double[][] intervals =
        out.toString(StandardCharsets.UTF_8)
            .lines()
            .map(line -> Stream.of(line.split(" to ")).mapToDouble(Double::parseDouble).toArray())
            .toArray(double[][]::new);
    assertThat(intervals.length).isEqualTo(2);
    // A town apart is a thousand apart.
    assertThat(intervals[0][1]).isLessThan(600);
    assertThat(intervals[1][0]).isGreaterThan(600);
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
