package dev.coset.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class SvgTest {
  private static List<Element> draw(Mark mark, String tag) throws Exception {
    var panel = Panel.of("", Axis.between("", 0, 10, 2), Axis.between("", 0, 5, 1), List.of(mark));
    String svg = Svg.of(Chart.of("c", "Title", "Meaning.", "Words.", panel));
    var found =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(svg)))
            .getElementsByTagName(tag);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }

  private static double number(Element element, String name) {
    return Double.parseDouble(element.getAttribute(name));
  }

  /** The frame of the panel: the last rectangle. */
  private static Element frame(List<Element> rects) {
    return rects.getLast();
  }

  @Test
  void theCornersOfTheRangeAreTheCornersOfTheFrame() throws Exception {
    var points =
        new Mark.Points("", Colour.BLUE, 1, 4, new double[] {0, 10, 5}, new double[] {0, 5, 2.5});
    List<Element> dots = draw(points, "circle");
    Element frame = frame(draw(points, "rect"));
    double left = number(frame, "x");
    double top = number(frame, "y");
    double right = left + number(frame, "width");
    double bottom = top + number(frame, "height");
    assertThat(number(dots.get(0), "cx")).isCloseTo(left, within(0.11));
    assertThat(number(dots.get(0), "cy")).isCloseTo(bottom, within(0.11));
    assertThat(number(dots.get(1), "cx")).isCloseTo(right, within(0.11));
    assertThat(number(dots.get(1), "cy")).isCloseTo(top, within(0.11));
    assertThat(number(dots.get(2), "cx")).isCloseTo((left + right) / 2, within(0.11));
  }

  @Test
  void barsAreAsHighAsTheirCounts() throws Exception {
    var bars =
        new Mark.Bars(
            "", Colour.BLUE, 1, new double[] {0, 4}, new double[] {4, 8}, new double[] {1, 4});
    List<Element> rects = draw(bars, "rect");
    double full = number(frame(rects), "height");
    List<Element> drawn = rects.subList(rects.size() - 3, rects.size() - 1);
    assertThat(number(drawn.get(0), "height")).isCloseTo(full / 5, within(0.2));
    assertThat(number(drawn.get(1), "height")).isCloseTo(4 * full / 5, within(0.2));
  }

  @Test
  void cellsAreTheMoreOpaqueTheDenser() throws Exception {
    var cells =
        new Mark.Cells(
            "",
            Colour.BLUE,
            new double[] {0, 5, 10},
            new double[] {0, 5},
            new double[][] {{2}, {8}});
    List<Element> shades = draw(cells, "path");
    assertThat(shades).hasSize(2);
    assertThat(number(shades.get(0), "fill-opacity")).isEqualTo(0.25);
    assertThat(number(shades.get(1), "fill-opacity")).isEqualTo(1);
  }

  @Test
  void neighbouringCellsMeet() throws Exception {
    double[] edges = new double[38];
    Arrays.setAll(edges, i -> 10.0 * i / 37);
    double[][] value = new double[37][1];
    Arrays.fill(value, new double[] {1});
    var cells = new Mark.Cells("", Colour.BLUE, edges, new double[] {0, 5}, value);
    String path = draw(cells, "path").getFirst().getAttribute("d");
    String end = "";
    for (String cell : path.split("z")) {
      String[] numbers = cell.split("[MHV ]+");
      assertThat(numbers[1]).isEqualTo(end.isEmpty() ? numbers[1] : end);
      end = numbers[3];
    }
  }

  @Test
  void aMatrixHasADotForEveryPoint() {
    double[] x = {1, 2, Double.NaN, 4};
    var points = new Mark.Points("", Colour.BLUE, 1, 4, x, new double[] {1, 2, 3, 4});
    var panel = Panel.of("", Axis.linear(""), Axis.linear(""), List.of(points));
    var layout = new Chart.Layout(2, 0, Chart.Shape.MATRIX);
    String svg = Svg.of(Chart.of("c", "Title", "Meaning.", "Words.", layout, List.of(panel)));
    assertThat(svg.split("h0", -1)).hasSize(1 + 3);
  }

  @Test
  void aLineIsInterruptedWhereItIsNotANumber() throws Exception {
    var functions =
        FunctionDraws.of(
            "", Colour.BLUE, new double[] {0, 5, 10}, new double[][] {{1, 2, 3}, {3, 2, 1}});
    String path = draw(functions, "path").getFirst().getAttribute("d");
    assertThat(path.chars().filter(c -> c == 'M').count()).isEqualTo(2);
    assertThat(path.chars().filter(c -> c == 'L').count()).isEqualTo(4);
  }

  @Test
  void textsAreEscapedAndWhatXmlForbidsIsLeftOut() {
    assertThat(Svg.escape("<a b=\"c\">&'\u0000\u0007\ud800x"))
        .isEqualTo("&lt;a b=&quot;c&quot;&gt;&amp;&#39;x");
  }
}
