package dev.coset.report;

import dev.coset.data.Column;
import dev.coset.data.Dataset;
import dev.coset.data.TargetKind;
import dev.coset.diagnostics.Assessment;
import dev.coset.diagnostics.Finding;
import dev.coset.diagnostics.Finding.Severity;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.predictive.TestRows;
import dev.coset.report.chart.Numbers;
import dev.coset.store.Manifest;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import dev.coset.store.Source;
import dev.coset.store.Version;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import tools.jackson.databind.json.JsonMapper;

/**
 * What others need to know of a model before they use it: data, model, cost, scores, calibration,
 * limits, version and command. A page shows it, and {@link #markdown} writes it in the layout of
 * Hugging Face's model cards.
 */
public final class ModelCard {
  private static final int MOST_COLUMNS = 50;
  private static final int MOST_LEVELS = 12;
  private static final String OUTSIDE =
      "Outside the range of a column the model extrapolates, and its intervals may be too narrow."
          + " 'coset predict' says how far each row lies outside, in the column \"extrapolation\"."
          + " A level that training did not see counts as none of the known ones. A missing cell is"
          + " filled as in training.";

  private final Mixture mixture;
  private final Assessment assessment;
  private final Study study;
  private final Manifest manifest;

  private ModelCard(Mixture mixture, Assessment assessment) {
    this.mixture = mixture;
    this.assessment = assessment;
    this.study = mixture.study();
    this.manifest = mixture.lead().manifest();
  }

  /** Returns the card of a run; refuses one without draws. */
  public static ModelCard of(Mixture run, int threads) {
    run.requireDraws();
    return of(run, Assessment.of(run, threads));
  }

  /** The same of a run that is assessed already. */
  static ModelCard of(Mixture run, Assessment assessment) {
    return new ModelCard(run, assessment);
  }

  /** A heading with what stands below it. */
  record Part(String title, List<Block> blocks) {}

  String title() {
    return "Model card: " + target();
  }

  List<Part> parts() {
    return List.of(
        new Part("Model Details", List.of(model())),
        new Part("Uses", List.of(uses())),
        new Part("Bias, Risks, and Limitations", List.of(ranges(), new Block.Text(OUTSIDE))),
        new Part(
            "How to Get Started with the Model",
            List.of(new Block.Code("", "coset predict run new.csv -o predictions.csv"))),
        new Part(
            "Training Details",
            List.of(data(), cost(), new Block.Code("Command", RepeatCommand.of(mixture)))),
        new Part("Evaluation", evaluation()));
  }

  /** Returns the card as Markdown with YAML front matter. */
  public String markdown() {
    var out = new StringBuilder("---\n");
    String task =
        switch (kind()) {
          case TargetKind.Number _ -> "tabular-regression";
          case TargetKind.Classes _ -> "tabular-classification";
        };
    out.append("library_name: coset\n");
    out.append("pipeline_tag: ").append(task).append('\n');
    out.append("tags:\n- bayesian-neural-network\n- mcmc\n- ").append(task).append('\n');
    index(out, task);
    out.append("---\n\n# ").append(Markdown.text(title())).append("\n\n");
    parts().forEach(part -> out.append(Markdown.of(part)));
    return out.toString();
  }

  /** Scores as programs read them. A JSON text is a YAML text. */
  private void index(StringBuilder out, String task) {
    Map<String, Double> metrics = metrics();
    if (metrics.isEmpty()) {
      return;
    }
    out.append("model-index:\n- name: ").append(yaml(target())).append("\n  results:\n");
    out.append("  - task:\n      type: ").append(task).append('\n');
    out.append("    dataset:\n      type: csv\n      name: ")
        .append(yaml(manifest.source().name()))
        .append("\n      split: test\n    metrics:\n");
    metrics.forEach(
        (name, value) ->
            out.append("    - type: ")
                .append(name)
                .append("\n      value: ")
                .append(value)
                .append('\n'));
  }

  private Map<String, Double> metrics() {
    Map<String, Double> metrics = new LinkedHashMap<>();
    assessment
        .test()
        .ifPresent(
            rows -> {
              switch (rows) {
                case TestRows.OfNumbers numbers -> {
                  double unit = study.scaling().target().deviation();
                  metrics.put("rmse", rows.scores().regression().rmse() * unit);
                  metrics.put("mae", rows.scores().regression().mae() * unit);
                }
                case TestRows.OfClasses classes -> {
                  metrics.put("accuracy", rows.scores().classification().accuracy());
                  metrics.put("log_loss", -rows.scores().lppd());
                }
              }
            });
    return metrics;
  }

  private static String yaml(String text) {
    return Page.inScript(JsonMapper.shared().writeValueAsString(text));
  }

  private String target() {
    return study.data().encoding().target().name();
  }

  private TargetKind kind() {
    return study.scaling().target().kind();
  }

  private Block model() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("kind", "Bayesian neural network, sampled by Markov chain Monte Carlo"));
    for (Mixture.Part part : mixture.parts()) {
      Configuration c = part.run().study().configuration();
      rows.add(
          List.of(
              mixture.parts().size() == 1 ? "network" : "network " + part.name(),
              "%s%s, likelihood %s; %s of %s"
                  .formatted(
                      mixture.parts().size() == 1
                          ? ""
                          : "weight " + Numbers.percent(part.weight()) + ": ",
                      ModelSection.network(c),
                      c.likelihood(),
                      Words.count(part.run().drawCount(), "draw"),
                      Words.count(finished(part.run()), "chain"))));
    }
    rows.add(
        List.of(
            "version",
            "Coset %s; run begun with %s".formatted(Version.CURRENT, manifest.version())));
    return table("Model Description", rows);
  }

  private static int finished(RunStore run) {
    return (int) Arrays.stream(run.draws().chain()).distinct().count();
  }

  private Block uses() {
    return new Block.Text(
        "Predicts %s from %s, as a distribution: %s. It is meant for rows like those it was trained on."
            .formatted(
                target(),
                Words.count(study.data().encoding().columns().size(), "column"),
                switch (kind()) {
                  case TargetKind.Number _ ->
                      "a mean, intervals, and the noise (aleatoric) apart from the model"
                          + " uncertainty (epistemic)";
                  case TargetKind.Classes _ -> "a probability of each class";
                }));
  }

  private Block data() {
    Source source = manifest.source();
    String split =
        source.splitFile() != null
            ? "rows named by " + source.splitFile()
            : source.testAfter() != null
                ? "the last rows by " + source.testAfter() + " are for testing"
                : "random" + (study.data().blocks() == null ? "" : ", groups kept together");
    Column of = study.data().encoding().target();
    List<List<String>> rows =
        new ArrayList<>(
            List.of(
                List.of("source", source.name()),
                List.of(
                    "target",
                    of.levels().isEmpty()
                        ? of.name() + ", a number"
                        : of.name() + ": " + some(of.levels())),
                List.of("columns", String.valueOf(study.data().encoding().columns().size())),
                List.of(
                    "rows",
                    "%,d to train, %,d to test"
                        .formatted(manifest.trainRows(), manifest.testRows())),
                List.of("split", split)));
    RowWeights.words(manifest, study).ifPresent(words -> rows.add(List.of("row weights", words)));
    rows.add(List.of("fingerprint", manifest.fingerprint()));
    return table("Data", rows);
  }

  private Block cost() {
    long gradients = mixture.parts().stream().mapToLong(part -> part.run().gradients()).sum();
    double waited = ModelSection.waited(mixture);
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of("computing time of all chains", Words.duration(ModelSection.computed(mixture))));
    if (waited > 0) {
      rows.add(List.of("waiting time", Words.duration(waited)));
    }
    rows.add(List.of("gradients", String.format(Locale.ROOT, "%,d", gradients)));
    return table("Cost", rows);
  }

  private List<Block> evaluation() {
    List<Block> blocks = new ArrayList<>();
    assessment
        .test()
        .ifPresentOrElse(
            rows ->
                blocks.add(
                    new TestScores(
                            rows,
                            assessment.verdict().baselines(),
                            target(),
                            study.scaling().target().deviation())
                        .table()),
            () -> blocks.add(new Block.Text("No rows were kept for testing.")));
    List<Finding> findings = assessment.verdict().findings();
    findings.stream()
        .filter(f -> f.about().equals("calibration"))
        .forEach(f -> blocks.add(new Block.Text("Calibration: " + OptionText.of(f))));
    List<Finding> problems =
        findings.stream()
            .filter(f -> f.severity() == Severity.WARNING && !f.about().equals("calibration"))
            .toList();
    blocks.add(
        new Block.Text(
            "Verdict: "
                + assessment.verdict().headline()
                + problems.stream()
                    .map(f -> " " + OptionText.of(f))
                    .collect(Collectors.joining())));
    return blocks;
  }

  private Block ranges() {
    Dataset data = study.data();
    int[] train = study.split().train();
    List<List<String>> rows = new ArrayList<>();
    data.encoding()
        .each(
            (column, feature) ->
                rows.add(List.of(column.name(), range(column, data, feature, train))));
    int more = rows.size() - MOST_COLUMNS;
    return new Block.Table(
        "Ranges of the training rows",
        more > 0 ? "The first %d of %,d columns.".formatted(MOST_COLUMNS, rows.size()) : "",
        List.of("column", "range"),
        rows.stream().limit(MOST_COLUMNS).toList());
  }

  private static String range(Column column, Dataset data, int feature, int[] train) {
    double low = values(data, feature, train).min().orElse(Double.NaN);
    double high = values(data, feature, train).max().orElse(Double.NaN);
    return switch (column) {
      case Column.Number number ->
          Numbers.text(number.warp().original(low), 5)
              + " to "
              + Numbers.text(number.warp().original(high), 5);
      case Column.Time time -> day(time, low) + " to " + day(time, high);
      case Column.Truth truth -> low == high ? low == 1 ? "yes" : "no" : "yes, no";
      case Column.Levels levels -> some(levels.levels());
    };
  }

  private static DoubleStream values(Dataset data, int feature, int[] train) {
    return Arrays.stream(train).mapToDouble(row -> data.features()[feature][row]);
  }

  private static LocalDate day(Column.Time time, double days) {
    return LocalDate.EPOCH.plusDays((long) Math.floor(time.first() / 86_400 + days + 1e-9));
  }

  private static String some(List<String> levels) {
    return levels.stream().limit(MOST_LEVELS).collect(Collectors.joining(", "))
        + (levels.size() > MOST_LEVELS ? " and " + (levels.size() - MOST_LEVELS) + " more" : "");
  }

  private static Block.Table table(String title, List<List<String>> rows) {
    return new Block.Table(title, "", List.of("item", "value"), rows);
  }
}
