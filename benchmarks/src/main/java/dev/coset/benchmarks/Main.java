package dev.coset.benchmarks;

import dev.coset.network.OutputKernel;
import dev.coset.network.Precision;
import java.util.List;

/** {@code mvn -q -pl benchmarks -am verify -Dmaven.test.skip -Dbenchmark=NAME} runs one of them. */
public final class Main {

  private Main() {}

  /**
   * The name of a benchmark; then, for one measurement of it, the number of the case, the precision
   * and, of kernels, the kernel; of weights, mclmc and table, what to measure. Commas may part
   * them.
   */
  public static void main(String[] given) throws Exception {
    String[] arguments = String.join(",", given).split(",");
    String name = arguments[0];
    boolean whole = arguments.length < 3;
    switch (name) {
      case "gradient" -> {
        if (whole) {
          GradientBenchmark.run();
        } else {
          GradientBenchmark.print(gradientCase(arguments), Precision.valueOf(arguments[2]));
        }
      }
      case "registers" -> {
        if (whole) {
          RegisterBenchmark.run();
        } else {
          RegisterBenchmark.print(gradientCase(arguments), Precision.valueOf(arguments[2]));
        }
      }
      case "kernels" -> {
        if (whole) {
          KernelBenchmark.run();
        } else {
          KernelBenchmark.print(
              Integer.parseInt(arguments[1]),
              Precision.valueOf(arguments[2]),
              OutputKernel.valueOf(arguments[3]));
        }
      }
      case "symmetry" -> SymmetryBenchmark.run();
      case "spark" -> SparkBenchmark.run();
      case "scaling" -> ScalingBenchmark.run();
      case "choice" -> ChoiceBenchmark.run();
      case "samplers" -> SamplersBenchmark.run();
      case "mclmc" -> MclmcBenchmark.run(whatToMeasure(arguments));
      case "field" -> FieldCharts.run();
      case "table" -> TableBenchmark.run(whatToMeasure(arguments));
      case "weights" -> WeightsBenchmark.run(whatToMeasure(arguments));
      default -> {
        System.err.println(
            "There is no benchmark \""
                + name
                + "\": say gradient, registers, kernels, symmetry, spark, scaling, choice,"
                + " samplers, mclmc, weights, table or field.");
        System.exit(2);
      }
    }
  }

  private static List<String> whatToMeasure(String[] arguments) {
    return List.of(arguments).subList(1, arguments.length);
  }

  private static GradientCase gradientCase(String[] arguments) {
    return GradientCase.number(Integer.parseInt(arguments[1]));
  }
}
