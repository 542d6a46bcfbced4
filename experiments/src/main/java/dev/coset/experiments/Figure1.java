package dev.coset.experiments;

import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.ParameterNames;
import dev.coset.posterior.Draws;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Panel;
import dev.coset.symmetry.Cardinality;
import dev.coset.symmetry.GeometryRemoval;
import dev.coset.symmetry.SymmetryFree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Figure 1: how many equioutput transformations there are, and what they do to a posterior. */
final class Figure1 implements Experiment {
  static final int MOST_NEURONS = 128;
  static final String PRINTED = "1.31e254";

  @Override
  public String name() {
    return "figure1";
  }

  @Override
  public String title() {
    return "Figure 1: the cardinality of the symmetries, and a posterior with its copies";
  }

  @Override
  public void run(Laboratory laboratory) {
    Path folder = laboratory.folder(this);
    Output.csv(
        folder.resolve("figure1-cardinality.csv"),
        "neurons,cardinality",
        IntStream.rangeClosed(1, MOST_NEURONS)
            .mapToObj(n -> n + "," + cardinality(n).total())
            .toList());
    Output.chart(folder, cardinalities());

    var sampled = laboratory.sampled(PaperData.SINUSOIDAL, PaperNetwork.F1, Paper.DRAWS);
    Network network = sampled.study().posterior().network();
    SymmetryFree free = GeometryRemoval.PAPER.apply(network, sampled.draws(), laboratory.threads());
    // One neuron's bias and incoming weight: where the three neurons lie, and their mirror images.
    int a = network.bias(1, 0);
    int b = network.weight(1, 0, 0);
    List<String> rows = new ArrayList<>();
    for (int g = 0; g < sampled.draws().count(); g++) {
      rows.add(
          "%s,%s,%s,%s"
              .formatted(
                  sampled.draws().value(g, a),
                  sampled.draws().value(g, b),
                  free.draws().value(g, a),
                  free.draws().value(g, b)));
    }
    List<String> names = ParameterNames.of(network);
    Output.csv(
        folder.resolve("figure1-posterior.csv"),
        "%1$s,%2$s,%1$s representative,%2$s representative".formatted(names.get(a), names.get(b)),
        rows);
    Output.chart(folder, posterior(sampled.draws(), free.draws(), a, b, names));
    Output.write(folder.resolve("figure1.md"), markdown(sampled, network));
  }

  private static Cardinality cardinality(int neurons) {
    return new Cardinality(new int[] {neurons}, Activation.TANH);
  }

  /** What the caption prints, computed. */
  static String largest() {
    return Cardinality.scientific(cardinality(MOST_NEURONS).total());
  }

  private static Chart cardinalities() {
    double[] neurons = IntStream.rangeClosed(1, MOST_NEURONS).asDoubleStream().toArray();
    double[] counts =
        IntStream.rangeClosed(1, MOST_NEURONS)
            .mapToDouble(n -> cardinality(n).total().doubleValue())
            .toArray();
    int last = MOST_NEURONS - 1;
    List<Mark> marks =
        List.of(
            new Mark.Line("", Colour.BLUE, neurons, counts),
            new Mark.Points(
                "%d neurons: %s".formatted(MOST_NEURONS, largest()),
                Colour.VERMILLION,
                1,
                8,
                new double[] {neurons[last]},
                new double[] {counts[last]}));
    return Chart.of(
        "figure1-cardinality",
        "Equioutput transformations of one hidden layer",
        "Every function has so many parameter vectors.",
        "M! times 2 to the M for M from 1 to %d tanh neurons.".formatted(MOST_NEURONS),
        Panel.of(
            "",
            Axis.between("neurons in the hidden layer", 0, MOST_NEURONS + 4, 16),
            seen -> new Axis("transformations", true, 1, 1e300, 1e50, List.of()),
            marks));
  }

  private static Chart posterior(Draws before, Draws after, int a, int b, List<String> names) {
    List<Mark> marks =
        List.of(
            points("copies, as sampled", Colour.VERMILLION, before, a, b),
            points("in the representative set", Colour.GREEN, after, a, b));
    return Chart.of(
        "figure1-posterior",
        "D_S, f1: one cluster of a ten-dimensional posterior and its copies",
        "Exchanging neurons and flipping their signs makes copies of one cluster.",
        "Two of ten parameters of %d draws, as sampled and in the representative set."
            .formatted(before.count()),
        new Chart.Layout(1, 520),
        List.of(Panel.of("", Axis.linear(names.get(a)), Axis.linear(names.get(b)), marks)));
  }

  private static Mark points(String name, Colour colour, Draws draws, int a, int b) {
    return new Mark.Points(
        name,
        colour,
        0.6,
        3,
        SampledPosterior.entries(draws, a),
        SampledPosterior.entries(draws, b));
  }

  private String markdown(SampledPosterior sampled, Network network) {
    var symmetries = new Cardinality(network.hidden(), network.activation());
    return """
    # %s

    ![Cardinality against neurons](figure1-cardinality.svg)

    M! 2^M transformations leave the function of one hidden layer of M tanh neurons alone. For %d neurons that is %s; the
    paper's caption says %s: %s.

    ![Two parameters of the posterior of f1 on D_S](figure1-posterior.svg)

    D_S with f1, ten parameters: bias and incoming weight of the first of its three neurons. Orange, the draws as sampled: as the
    first neuron each of the three is seen, and its mirror image, six places for the %s copies of one cluster. Green, the
    same draws after the paper's Algorithms 1 to 4: every draw was moved by one of the transformations, after which its function was
    checked to be the same. %s.
    """
        .formatted(
            title(),
            MOST_NEURONS,
            largest(),
            PRINTED,
            largest().equals(PRINTED) ? "the same" : "it differs",
            symmetries.total(),
            sampled.described());
  }
}
