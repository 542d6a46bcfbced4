package dev.coset.diagnostics;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.baselines.Baselines;
import dev.coset.baselines.Baselines.Baseline;
import dev.coset.data.Blocks;
import dev.coset.diagnostics.Finding.Severity;
import dev.coset.distribution.Predictive;
import dev.coset.predictive.Scores;
import dev.coset.predictive.TestRows;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A win or a loss is claimed where the paired difference is clear of its standard error. */
class BaselineVerdictTest {
  private static final int ROWS = 100;

  private static TestRows rows(double[] logDensity, @Nullable Blocks blocks) {
    var scores = Scores.of(Predictive.of(new double[1][1], new double[] {1}), new double[1]);
    double[] none = new double[logDensity.length];
    return new TestRows.OfNumbers(scores, logDensity, none, none, none, none, blocks);
  }

  /** Leads of +-1 about a mean: their standard error is 0.1005. */
  private static Finding finding(double lead, @Nullable Blocks blocks) {
    double[] network = new double[ROWS];
    Arrays.setAll(network, i -> lead + (i / (ROWS / 2) == 0 ? 1 : -1));
    var simple = new Baselines(List.of(new Baseline("linear", rows(new double[ROWS], blocks))));
    return BaselineVerdict.of(rows(network, blocks), simple, false, false).getFirst();
  }

  @ParameterizedTest
  @CsvSource({
    "0.2, OK",
    "0.11, OK",
    "0.09, NOTE",
    "0, NOTE",
    "-0.09, NOTE",
    "-0.19, NOTE",
    "-0.21, WARNING"
  })
  void aWinIsOneStandardErrorAndALossTwo(double lead, Severity severity) {
    Finding finding = finding(lead, null);
    assertThat(finding.severity()).isEqualTo(severity);
    assertThat(
            said(finding.message())
                .contains("predicts test rows better than the best simple model"))
        .isEqualTo(severity == Severity.OK);
  }

  /** All rows of a group are ahead or behind together, so that there are 4 leads, not 100. */
  @Test
  void groupedRowsAreComparedByGroup() {
    var blocks = Blocks.groups(IntStream.range(0, ROWS).map(i -> i / 25).toArray());
    assertThat(finding(0.3, null).severity()).isEqualTo(Severity.OK);
    assertThat(finding(0.3, blocks).severity()).isEqualTo(Severity.NOTE);
    assertThat(finding(0.8, blocks).severity()).isEqualTo(Severity.OK);
  }
}
