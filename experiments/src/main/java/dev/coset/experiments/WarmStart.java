package dev.coset.experiments;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainStart;
import dev.coset.comparison.Method;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Panel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * LPPD against gradient evaluations, for chains that start uniformly on (-2, 2) and for chains that
 * each start from a short training of their own, with ever longer warm-up.
 */
final class WarmStart implements Experiment {
  private static final int CHAINS = 54;
  private static final List<PaperData> DATA =
      List.of(PaperData.SINUSOIDAL, PaperData.IZMAILOV, PaperData.REGRESSION2D, PaperData.YACHT);
  private static final String ENSEMBLE = "ensemble";
  private static final Map<String, List<Integer>> WARMUPS =
      new TreeMap<>(
          Map.of(
              ChainStart.UNIFORM,
              List.of(16, 64, 128, 256, 512, 1024),
              ENSEMBLE,
              List.of(16, 64, 128, 256, 512)));

  private static final List<String> STARTS = List.of(method(ChainStart.UNIFORM), method(ENSEMBLE));

  @Override
  public String name() {
    return "warm-start";
  }

  @Override
  public String title() {
    return "Beyond: chains that start from an ensemble";
  }

  /** The cheapest first, so that whatever has been measured covers all sets equally. */
  private record Point(PaperData data, PaperNetwork network, String start, int warmup, long seed) {}

  @Override
  public void run(Laboratory laboratory) {
    Scope scope = laboratory.scope();
    List<Point> points = new ArrayList<>();
    for (PaperNetwork network : scope.networks()) {
      for (PaperData data : scope.dataOr(DATA)) {
        WARMUPS.forEach(
            (start, warmups) -> {
              for (int warmup : warmups) {
                if (warmup <= scope.warmup().orElse(Paper.WARMUP)) {
                  for (long seed = 0; seed < scope.seeds(); seed++) {
                    points.add(new Point(data, network, start, warmup, seed));
                  }
                }
              }
            });
      }
    }
    points.sort(Comparator.comparing(Point::network).thenComparing(Point::warmup));
    write(laboratory);
    for (Point point : points) {
      int chains = scope.chains().orElse(CHAINS);
      var plan = ChainPlan.of(chains, point.warmup(), 1, point.seed()).withStart(point.start());
      laboratory.measure(
          point.data(),
          point.network(),
          method(point.start()),
          Method.manyChains(),
          plan,
          chains,
          1,
          point.warmup());
      write(laboratory);
    }
  }

  private static String method(String start) {
    return "chains-" + start;
  }

  private void write(Laboratory laboratory) {
    List<Measurement> measured =
        laboratory.measured().stream().filter(m -> STARTS.contains(m.method())).toList();
    List<Seeds> means =
        Seeds.groups(measured).stream()
            .sorted(
                Comparator.comparing((Seeds s) -> s.first().network())
                    .thenComparing(s -> s.first().data())
                    .thenComparing(s -> s.first().method())
                    .thenComparing(s -> s.first().warmup()))
            .toList();
    Path folder = laboratory.folder(this);
    Output.csv(
        folder.resolve("warm-start.csv"),
        "network,data,start,chains,warmup,seeds,lppd,monte_carlo_error,gradients_per_chain",
        means.stream().map(WarmStart::csv).toList());
    Output.write(folder.resolve("warm-start.md"), markdown(means));
    if (!means.isEmpty()) {
      Output.chart(folder, chart(means));
    }
  }

  private static String start(Measurement m) {
    return m.method().substring(method("").length());
  }

  private static String csv(Seeds mean) {
    var m = mean.first();
    return String.format(
        Locale.ROOT,
        "%s,%s,%s,%d,%d,%d,%s,%s,%s",
        m.network(),
        m.data(),
        start(m),
        m.parts(),
        m.warmup(),
        mean.count(),
        mean.lppd(),
        mean.errorOfMean(),
        mean.gradientsPerPart());
  }

  private String markdown(List<Seeds> means) {
    var text =
        new StringBuilder(
            """
            # %s

            LPPD after warm-up of different lengths, mean over seeds with its Monte Carlo error, and the gradients that a chain took for start,
            warm-up and its one draw.

            | network | data | start | chains | warm-up | seeds | LPPD | gradients per chain |
            | --- | --- | --- | ---: | ---: | ---: | ---: | ---: |
            """
                .formatted(title()));
    for (Seeds mean : means) {
      var m = mean.first();
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %s | %d | %d | %d | %.3f ± %.3f | %,.0f |\n",
              m.network(),
              m.data().printed(),
              start(m),
              m.parts(),
              m.warmup(),
              mean.count(),
              mean.lppd(),
              mean.errorOfMean(),
              mean.gradientsPerPart()));
    }
    return text.toString();
  }

  private Chart chart(List<Seeds> means) {
    List<Panel> panels = new ArrayList<>();
    for (PaperNetwork network : PaperNetwork.values()) {
      for (PaperData data : PaperData.values()) {
        List<Seeds> here =
            means.stream()
                .filter(m -> m.first().network() == network && m.first().data() == data)
                .toList();
        if (!here.isEmpty()) {
          List<Mark> marks = new ArrayList<>();
          marks.addAll(marks(here, ChainStart.UNIFORM, Colour.BLUE));
          marks.addAll(marks(here, ENSEMBLE, Colour.ORANGE));
          panels.add(
              Panel.of(
                  data.printed() + ", " + network,
                  Axis.logarithmic("gradients per chain"),
                  Axis.linear("LPPD"),
                  marks));
        }
      }
    }
    return Chart.of(
        name(),
        title(),
        "How good the predictive is after how many gradients of each chain.",
        "LPPD against gradients per chain for uniform starts and for starts from an ensemble.",
        Chart.Layout.columns(2),
        panels);
  }

  private static List<Mark> marks(List<Seeds> means, String start, Colour colour) {
    List<Seeds> here = means.stream().filter(m -> start(m.first()).equals(start)).toList();
    double[] x = here.stream().mapToDouble(Seeds::gradientsPerPart).toArray();
    double[] y = here.stream().mapToDouble(Seeds::lppd).toArray();
    double[] low = here.stream().mapToDouble(m -> m.lppd() - m.errorOfMean()).toArray();
    double[] high = here.stream().mapToDouble(m -> m.lppd() + m.errorOfMean()).toArray();
    return List.of(
        new Mark.Line(start, colour, x, y),
        new Mark.Intervals("", colour, 1, x, low, high),
        new Mark.Points("", colour, 1, 6, x, y));
  }
}
