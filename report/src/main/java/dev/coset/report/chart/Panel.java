package dev.coset.report.chart;

import java.util.List;

/** Marks over two axes, the first drawn first. */
public record Panel(String title, Axis x, Axis y, List<Mark> marks) {

  public Panel {
    marks = List.copyOf(marks);
  }

  /** A panel whose axes are fitted to the marks. */
  public static Panel of(String title, Axis.Request x, Axis.Request y, List<? extends Mark> marks) {
    return new Panel(
        title,
        x.fit(marks.stream().flatMapToDouble(Mark::xs)),
        y.fit(marks.stream().flatMapToDouble(Mark::ys)),
        List.copyOf(marks));
  }

  /** A panel whose axes are fitted to other marks, such as those of its neighbours too. */
  public static Panel of(
      String title,
      Axis.Request x,
      Axis.Request y,
      List<? extends Mark> marks,
      List<? extends Mark> fitted) {
    return new Panel(
        title,
        x.fit(fitted.stream().flatMapToDouble(Mark::xs)),
        y.fit(fitted.stream().flatMapToDouble(Mark::ys)),
        List.copyOf(marks));
  }
}
