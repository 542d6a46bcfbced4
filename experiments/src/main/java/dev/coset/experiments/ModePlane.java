package dev.coset.experiments;

import dev.coset.modes.Findings;
import dev.coset.network.Network;
import dev.coset.network.ParameterNames;
import dev.coset.posterior.Draws;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Panel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The two parameters by which the modes of a posterior are best told apart.
 *
 * @param a entry of theta along x
 * @param b entry of theta along y
 */
record ModePlane(int a, int b) {

  /**
   * The pair for which the two modes that lie nearest are farthest apart, in standard deviations of
   * the parameter that parts them more.
   */
  static ModePlane of(Network network, Findings findings) {
    int parameters = network.parameters();
    double[][][] apart = new double[parameters][][]; // (parameter, mode, other mode)
    Arrays.setAll(apart, j -> distances(findings, j));
    ModePlane best = new ModePlane(0, 1);
    double widest = Double.NEGATIVE_INFINITY;
    for (int a = 0; a < parameters; a++) {
      for (int b = a + 1; b < parameters; b++) {
        double least = least(apart[a], apart[b]);
        if (least > widest) {
          widest = least;
          best = new ModePlane(a, b);
        }
      }
    }
    return best;
  }

  private static double least(double[][] a, double[][] b) {
    double least = Double.POSITIVE_INFINITY;
    for (int m = 0; m < a.length; m++) {
      for (int other = 0; other < m; other++) {
        least = Math.min(least, Math.max(a[m][other], b[m][other]));
      }
    }
    return a.length == 1 ? 0 : least;
  }

  private static double[][] distances(Findings findings, int entry) {
    Draws draws = findings.symmetryFree().draws();
    int modes = findings.modes().size();
    double[][] moments = new double[modes][];
    Arrays.setAll(
        moments,
        m -> {
          var some = draws.select(Arrays.stream(findings.modes().get(m).draws()));
          return moments(SampledPosterior.entries(some, entry));
        });
    double[][] apart = new double[modes][modes];
    for (int m = 0; m < modes; m++) {
      for (int other = 0; other < modes; other++) {
        apart[m][other] =
            Math.abs(moments[m][0] - moments[other][0])
                / (1e-3 + moments[m][1] + moments[other][1]);
      }
    }
    return apart;
  }

  /** Mean and standard deviation. */
  static double[] moments(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double square = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / values.length;
    return new double[] {mean, Math.sqrt(square)};
  }

  /** The draws of each mode, the first mode drawn first. */
  List<Mark> points(List<Draws> modes, double opacity, double size) {
    return IntStream.range(0, modes.size())
        .<Mark>mapToObj(
            m ->
                new Mark.Points(
                    "mode " + (m + 1),
                    Colour.of(m),
                    opacity,
                    size,
                    SampledPosterior.entries(modes.get(m), a),
                    SampledPosterior.entries(modes.get(m), b)))
        .toList();
  }

  Panel panel(String title, Network network, List<Mark> marks) {
    List<String> names = ParameterNames.of(network);
    return Panel.of(
        title, Axis.linear(names.get(a)), Axis.linear(names.get(b)), new ArrayList<>(marks));
  }

  /** The symmetry-free draws of each mode. */
  static List<Draws> byMode(Findings findings) {
    Draws free = findings.symmetryFree().draws();
    return findings.modes().stream().map(m -> free.select(Arrays.stream(m.draws()))).toList();
  }
}
