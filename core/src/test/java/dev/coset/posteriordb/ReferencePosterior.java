package dev.coset.posteriordb;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The data of a posterior of posteriordb, and moments of the reference draws from it. */
record ReferencePosterior(int draws, List<Moments> parameters, JsonNode data) {

  record Moments(String parameter, double mean, double sd, double meanSquare) {}

  static ReferencePosterior read(String name) {
    try (InputStream json = ReferencePosterior.class.getResourceAsStream(name + ".json")) {
      JsonNode document = new ObjectMapper().readTree(Objects.requireNonNull(json));
      List<Moments> moments =
          document.get("reference").properties().stream()
              .map(
                  one ->
                      new Moments(
                          one.getKey(),
                          one.getValue().get("mean").asDouble(),
                          one.getValue().get("sd").asDouble(),
                          one.getValue().get("mean_square").asDouble()))
              .toList();
      return new ReferencePosterior(
          document.get("reference_draws").asInt(), moments, document.get("data"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int integer(String name) {
    return data.get(name).asInt();
  }

  double real(String name) {
    return data.get(name).asDouble();
  }

  double[] vector(String name) {
    return vector(data.get(name));
  }

  /** A matrix as (row, column). */
  double[][] matrix(String name) {
    return data.get(name).valueStream().map(ReferencePosterior::vector).toArray(double[][]::new);
  }

  private static double[] vector(JsonNode array) {
    return array.valueStream().mapToDouble(JsonNode::asDouble).toArray();
  }
}
