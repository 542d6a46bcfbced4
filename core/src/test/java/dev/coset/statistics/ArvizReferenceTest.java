package dev.coset.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Agreement with ArviZ on stored arrays; arviz_reference.py beside them wrote them and names the
 * versions.
 */
class ArvizReferenceTest {

  private record Reference(String name, double[][] chains, JsonNode said) {
    void agrees(String what, double ours) {
      agrees(what, said.get(what), ours);
    }

    void agrees(String what, JsonNode theirs, double ours) {
      double expected = number(theirs);
      if (Double.isFinite(expected)) {
        assertThat(ours)
            .as("%s of %s", what, name)
            .isCloseTo(expected, within(1e-6 * Math.max(1, expected)));
      } else {
        assertThat(ours).as("%s of %s", what, name).isEqualTo(Double.valueOf(expected));
      }
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static JsonNode document() {
    try (InputStream json = ArvizReferenceTest.class.getResourceAsStream("arviz_reference.json")) {
      return new ObjectMapper().readTree(Objects.requireNonNull(json));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static double number(JsonNode node) {
    return node.isNull()
        ? Double.NaN
        : node.isString() ? Double.parseDouble(node.asString()) : node.asDouble();
  }

  static List<Reference> references() {
    List<Reference> all = new ArrayList<>();
    for (JsonNode one : document().get("cases")) {
      double[][] chains = new double[one.get("draws").size()][];
      for (int c = 0; c < chains.length; c++) {
        JsonNode chain = one.get("draws").get(c);
        chains[c] = new double[chain.size()];
        for (int t = 0; t < chain.size(); t++) {
          chains[c][t] = number(chain.get(t));
        }
      }
      all.add(new Reference(one.get("name").asString(), chains, one));
    }
    return all;
  }

  @Test
  void theReferencesNameTheirVersion() {
    assertThat(document().get("versions").get("arviz").asString()).isEqualTo("0.23.4");
    assertThat(references()).hasSizeGreaterThan(25);
  }

  @ParameterizedTest
  @MethodSource("references")
  void rhat(Reference reference) {
    double[][] chains = reference.chains();
    reference.agrees("rhat_rank", Rhat.rank(chains));
    reference.agrees("rhat_bulk", Rhat.bulk(chains));
    reference.agrees("rhat_folded", Rhat.folded(chains));
    reference.agrees("rhat_split", Rhat.split(chains));
    for (int c = 0; c < chains.length; c++) {
      reference.agrees(
          "rhat_chain_wise",
          reference.said().get("rhat_chain_wise").get(c),
          Rhat.chainWise(chains[c]));
    }
  }

  @ParameterizedTest
  @MethodSource("references")
  void effectiveSampleSize(Reference reference) {
    double[][] chains = reference.chains();
    reference.agrees("ess_bulk", EffectiveSampleSize.bulk(chains));
    reference.agrees("ess_tail", EffectiveSampleSize.tail(chains));
    reference.agrees("ess_mean", EffectiveSampleSize.mean(chains));
    reference.agrees("ess_sd", EffectiveSampleSize.standardDeviation(chains));
    reference.agrees("ess_median", EffectiveSampleSize.quantile(chains, 0.5));
    reference.agrees("mcse_mean", EffectiveSampleSize.standardErrorOfMean(chains));
  }

  @ParameterizedTest
  @MethodSource("references")
  void energy(Reference reference) {
    for (int c = 0; c < reference.chains().length; c++) {
      reference.agrees(
          "bfmi", reference.said().get("bfmi").get(c), Ebfmi.of(reference.chains()[c]));
    }
  }

  static List<Reference> superchains() {
    return references().stream().filter(reference -> reference.said().has("superchain")).toList();
  }

  @ParameterizedTest
  @MethodSource("superchains")
  void nestedRhat(Reference reference) {
    double[][] chains = reference.chains();
    int[] superchain = new int[chains.length];
    for (int c = 0; c < chains.length; c++) {
      superchain[c] = reference.said().get("superchain").get(c).asInt();
    }
    reference.agrees("rhat_nested", Rhat.nested(chains, superchain));
    // ArviZ gives no rank-normalised one below 4 draws
    if (chains[0].length >= 4) {
      reference.agrees("rhat_nested_rank", Rhat.nestedRank(chains, superchain));
    }
  }
}
