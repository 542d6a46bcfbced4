package dev.coset.benchmarks;

/** {@code mvn -q -pl benchmarks -am verify -Dmaven.test.skip -Dbenchmark=NAME} runs one of them. */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) throws Exception {
    String name = arguments.length == 0 ? "" : arguments[0];
    switch (name) {
      case "gradient" -> GradientBenchmark.run();
      case "registers" -> RegisterBenchmark.run();
      case "registers-of-this-jvm" -> RegisterBenchmark.printTimes();
      default -> {
        System.err.println("There is no benchmark \"" + name + "\": say gradient or registers.");
        System.exit(2);
      }
    }
  }
}
