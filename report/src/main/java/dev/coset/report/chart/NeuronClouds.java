package dev.coset.report.chart;

import java.util.ArrayList;
import java.util.List;

/** Neurons of one hidden layer over draws, as points in a plane, coloured by neuron. */
public final class NeuronClouds {
  private static final int MOST_NAMES = 7; // one for each hue

  private NeuronClouds() {}

  /**
   * @param x (neuron, draw)
   * @param y (neuron, draw)
   */
  public static List<Mark> marks(double[][] x, double[][] y) {
    List<Mark> marks = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      String name = x.length > MOST_NAMES ? "" : "neuron " + (i + 1);
      marks.add(new Mark.Points(name, Colour.of(i), 0.6, 4, x[i], y[i]));
    }
    return marks;
  }
}
