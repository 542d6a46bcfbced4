package dev.coset.report.chart;

import java.util.List;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A chart as the page's script reads it; what is not a number is null. */
public final class ChartJson {
  private static final JsonMapper JSON = JsonMapper.shared();

  private ChartJson() {}

  public static ObjectNode of(Chart chart) {
    ObjectNode node = JSON.createObjectNode();
    node.put("id", chart.id());
    node.put("columns", chart.layout().columns());
    node.put("height", chart.layout().panelHeight());
    node.put("shape", chart.layout().shape().name().toLowerCase(Locale.ROOT));
    ArrayNode panels = node.putArray("panels");
    chart.panels().forEach(panel -> panels.add(of(panel)));
    return node;
  }

  private static ObjectNode of(Panel panel) {
    ObjectNode node = JSON.createObjectNode();
    node.put("title", panel.title());
    node.set("x", of(panel.x()));
    node.set("y", of(panel.y()));
    ArrayNode marks = node.putArray("marks");
    panel.marks().forEach(mark -> marks.add(of(mark)));
    return node;
  }

  private static ObjectNode of(Axis axis) {
    ObjectNode node = JSON.createObjectNode();
    node.put("label", axis.label());
    node.put("log", axis.logarithmic());
    node.put("low", Numbers.shown(axis.low()));
    node.put("high", Numbers.shown(axis.high()));
    node.put("step", Numbers.shown(axis.step()));
    node.put("unit", axis.unit().suffix());
    ArrayNode names = node.putArray("names");
    axis.names().forEach(names::add);
    return node;
  }

  private static ObjectNode of(Mark mark) {
    ObjectNode node = JSON.createObjectNode();
    node.put("name", mark.name());
    node.put("colour", mark.colour().role());
    node.put("opacity", mark.opacity());
    switch (mark) {
      case Mark.Line m -> {
        node.put("type", "line").put("width", m.width()).put("dashed", m.dashed());
        put(node, List.of("x", "y"), m.x(), m.y());
      }
      case Mark.Band m -> {
        node.put("type", "band");
        put(node, List.of("x", "low", "high"), m.x(), m.low(), m.high());
      }
      case Mark.Points m -> {
        node.put("type", "points").put("size", m.size());
        put(node, List.of("x", "y"), m.x(), m.y());
      }
      case Mark.Intervals m -> {
        node.put("type", "intervals");
        put(node, List.of("x", "low", "high"), m.x(), m.low(), m.high());
      }
      case Mark.Bars m -> {
        node.put("type", "bars");
        put(node, List.of("from", "to", "height"), m.from(), m.to(), m.height());
      }
      case Mark.Cells m -> {
        node.put("type", "cells").put("greatest", Numbers.shown(m.greatest()));
        put(node, List.of("x", "y"), m.x(), m.y());
        ArrayNode columns = node.putArray("value");
        for (double[] column : m.value()) {
          columns.add(array(column));
        }
      }
      case Mark.Rug m -> {
        node.put("type", "rug");
        put(node, List.of("x"), m.x());
      }
      case Mark.Rule m ->
          node.put("type", "rule").put("vertical", m.vertical()).put("at", Numbers.shown(m.at()));
    }
    return node;
  }

  private static void put(ObjectNode node, List<String> names, double[]... arrays) {
    for (int i = 0; i < arrays.length; i++) {
      node.set(names.get(i), array(arrays[i]));
    }
  }

  private static ArrayNode array(double[] values) {
    ArrayNode array = JSON.createArrayNode();
    for (double value : values) {
      if (!Double.isFinite(value)) {
        array.addNull();
      } else if (value == Math.rint(value) && Math.abs(value) < 1e6) {
        array.add((int) value);
      } else {
        array.add(Numbers.shown(value));
      }
    }
    return array;
  }
}
