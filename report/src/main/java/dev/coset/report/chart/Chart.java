package dev.coset.report.chart;

import java.util.List;
import java.util.Optional;

/**
 * A figure: what it shows, in words and in panels.
 *
 * @param id a short name in lower-case letters and dashes, as for a file
 * @param meaning one sentence that says what to see in it
 * @param warning where it should worry the reader
 * @param alternative what it shows, for those who do not see it
 * @param layout of the panels
 */
public record Chart(
    String id,
    String title,
    String meaning,
    Optional<String> warning,
    String alternative,
    Layout layout,
    List<Panel> panels) {

  /** What panels look like. */
  public enum Shape {
    WIDE,
    /** As high as wide. */
    SQUARE,
    /** Square, and in their places without a gap, however narrow the page. */
    MATRIX
  }

  /**
   * @param columns of panels, at the most
   * @param panelHeight in pixels, of wide ones
   */
  public record Layout(int columns, int panelHeight, Shape shape) {
    public static final Layout ONE = new Layout(1, 340);

    /** One panel whose axes are alike. */
    public static final Layout SQUARE = new Layout(1, 0, Shape.SQUARE);

    public Layout(int columns, int panelHeight) {
      this(columns, panelHeight, Shape.WIDE);
    }

    /** Small multiples. */
    public static Layout columns(int columns) {
      return new Layout(columns, 230);
    }

    boolean matrix() {
      return shape == Shape.MATRIX;
    }
  }

  public Chart {
    panels = List.copyOf(panels);
    if (!id.matches("[a-z0-9-]+") || panels.isEmpty()) {
      throw new IllegalArgumentException(
          "Chart '%s' has %d panels; a chart needs a name of lower-case letters and dashes, and a panel."
              .formatted(id, panels.size()));
    }
  }

  /** A chart without warning. */
  public static Chart of(
      String id,
      String title,
      String meaning,
      String alternative,
      Layout layout,
      List<Panel> panels) {
    return new Chart(id, title, meaning, Optional.empty(), alternative, layout, panels);
  }

  /** A chart of one panel. */
  public static Chart of(String id, String title, String meaning, String alternative, Panel panel) {
    return of(id, title, meaning, alternative, Layout.ONE, List.of(panel));
  }

  public Chart warning(Optional<String> sentence) {
    return new Chart(id, title, meaning, sentence, alternative, layout, panels);
  }
}
