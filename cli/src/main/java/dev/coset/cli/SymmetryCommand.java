package dev.coset.cli;

import dev.coset.data.InputException;
import dev.coset.laplace.EvidenceShares;
import dev.coset.modes.Findings;
import dev.coset.modes.Mode;
import dev.coset.predictive.Predictor;
import dev.coset.store.RunStore;
import dev.coset.symmetry.GeometryRemoval;
import dev.coset.symmetry.SymmetryFree;
import dev.coset.symmetry.SymmetryRemoval;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

@Command(
    name = "symmetry",
    mixinStandardHelpOptions = true,
    description =
        "Remove the symmetry of the draws by mapping them into one representative set, and find"
            + " their modes.",
    footer = {
      "",
      "Coset permutes neurons and flips their signs. This changes no function, which Coset checks"
          + " for every draw. It writes symmetry.json and symmetry-free.csv into the run.",
      "",
      "Examples:",
      "  coset symmetry houses-run",
      "  coset symmetry houses-run --method paper --modes 3"
    })
final class SymmetryCommand implements Callable<Integer> {
  enum Method {
    EXACT(SymmetryRemoval.EXACT),
    PAPER(GeometryRemoval.PAPER);

    private final SymmetryRemoval removal;

    Method(SymmetryRemoval removal) {
      this.removal = removal;
    }
  }

  @Parameters(paramLabel = "RUN", description = "Folder of the run.")
  Path folder = Path.of("");

  @Option(
      names = "--method",
      defaultValue = "exact",
      description =
          "exact: align with a mean by linear assignment; paper: the paper's Algorithms 1-4."
              + " Default: ${DEFAULT-VALUE}.")
  Method method = Method.EXACT;

  @Option(
      names = "--modes",
      paramLabel = "K",
      description = "The number of modes. Default: from the gap between eigenvalues.")
  @Nullable Integer modes;

  @Mixin ThreadOptions threads = new ThreadOptions();

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var console = new Console(spec, json);
    try (var mixture = console.read(folder)) {
      Predictor.of(mixture); // says what is missing where there is no draw
      console.printEach(mixture, part -> removed(part.run()));
    }
    return 0;
  }

  private Console.Result removed(RunStore run) {
    int draws = run.drawCount();
    if (modes != null && (modes < 1 || modes > draws)) {
      throw new InputException(
          "--modes must lie between 1 and the number of draws, %d, but was %d."
              .formatted(draws, modes));
    }
    long began = System.nanoTime();
    Findings findings = findings(run);
    var evidence = EvidenceShares.of(run.study().posterior(), findings, threads.number);
    double seconds = (System.nanoTime() - began) * 1e-9;
    Map<String, Object> fields = fields(findings, evidence, seconds);
    run.attach("symmetry.json", JsonMapper.shared().writeValueAsString(fields) + "\n");
    run.attach("symmetry-free.csv", findings.csv());
    return new Console.Result(fields, text(findings, evidence, seconds));
  }

  private Findings findings(RunStore run) {
    OptionalInt k = modes == null ? OptionalInt.empty() : OptionalInt.of(modes);
    return Findings.of(run, method.removal, k, threads.number);
  }

  private Map<String, Object> fields(Findings findings, EvidenceShares evidence, double seconds) {
    SymmetryFree free = findings.symmetryFree();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", method.name().toLowerCase(java.util.Locale.ROOT));
    fields.put("draws", findings.clustering().label().length);
    fields.put("sum_of_squares", free.sumOfSquares());
    fields.put("within_neuron_variance", free.withinNeuronVariance());
    fields.put("rounds", free.rounds());
    fields.put("settled", free.settled());
    fields.put("seconds", seconds);
    fields.put("function_clusters", findings.functions().clusters());
    List<Map<String, Object>> list = new ArrayList<>();
    for (int m = 0; m < findings.modes().size(); m++) {
      Mode mode = findings.modes().get(m);
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("draws", mode.draws().length);
      one.put("share_of_chains", mode.shareOfChains());
      one.put("stacking_weight", mode.stackingWeight());
      boolean known = evidence.missing().isEmpty();
      one.put("evidence_share", known ? evidence.shares()[m] : null);
      one.put("log_evidence", known ? evidence.logEvidence()[m] : null);
      one.put("lppd", mode.lppd());
      one.put("representative_draw", mode.representative());
      one.put("function_overlap", findings.overlap()[m]);
      one.put("warning", mode.warning().orElse(""));
      list.add(one);
    }
    fields.put("modes", list);
    fields.put("evidence_missing", evidence.missing().orElse(""));
    return fields;
  }

  private static String text(Findings findings, EvidenceShares evidence, double seconds) {
    SymmetryFree free = findings.symmetryFree();
    var text = new StringBuilder();
    text.append(
        Texts.format(
            "%d draws in one representative set in %s: sum of squares %.1f, within-neuron variance"
                + " %.4f.%n",
            findings.clustering().label().length,
            Texts.duration(seconds),
            free.sumOfSquares(),
            free.withinNeuronVariance()));
    text.append(
        Texts.format(
            "%d modes in parameter space, %d in function space. 'share' is the share of chains: the"
                + " size of a mode's basin, not its mass.%n",
            findings.clustering().clusters(), findings.functions().clusters()));
    text.append(
        evidence
            .missing()
            .map(reason -> "Evidence is not available: " + reason + "\n")
            .orElse("'evidence' is the mass of a mode by the Laplace approximation.\n"));
    text.append("mode   draws   share   stacking   evidence     LPPD   representative\n");
    for (int m = 0; m < findings.modes().size(); m++) {
      Mode mode = findings.modes().get(m);
      text.append(
          Texts.format(
              "%4d  %6d  %6.3f     %6.3f     %6s  %7.4f   draw %d%n",
              m + 1,
              mode.draws().length,
              mode.shareOfChains(),
              mode.stackingWeight(),
              evidence.missing().isPresent() ? "-" : share(evidence.shares()[m]),
              mode.lppd(),
              mode.representative()));
    }
    for (int m = 0; m < findings.modes().size(); m++) {
      int number = m + 1;
      findings
          .modes()
          .get(m)
          .warning()
          .ifPresent(
              warning ->
                  text.append("Warning: mode ")
                      .append(number)
                      .append(": ")
                      .append(warning)
                      .append('\n'));
    }
    return text.toString().stripTrailing();
  }

  private static String share(double share) {
    return Texts.format(share == 0 || share >= 5e-4 ? "%.3f" : "%.0e", share);
  }
}
