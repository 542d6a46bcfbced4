package dev.coset.data;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DuplicatesTest {
  private static final Split SPLIT = new Split(new int[] {0, 1, 2}, new int[] {3, 4});
  private static final Dataset DATA =
      Dataset.of(new double[][] {{1}, {2}, {3}, {3}, {4}}, new double[] {5, 6, 7, 7, 8});

  @Test
  void testRowsThatTrainingHasAreCounted() {
    assertThat(Duplicates.say(DATA, SPLIT).map(m -> said(m)))
        .hasValue(
            "1 of the 2 test rows is identical to a training row, so test scores may be too good."
                + " Remove repeated rows, or keep them on one side with --test-group.");
  }

  /** Where rows are grouped, grouping them is no advice. */
  @Test
  void groupsAreNotAdvisedWhereThereAreSome() {
    Dataset grouped = DATA.in(Blocks.groups(new int[] {0, 1, 2, 3, 4}));
    assertThat(Duplicates.say(grouped, SPLIT).map(m -> said(m)))
        .hasValue(
            "1 of the 2 test rows is identical to a training row, so test scores may be too good."
                + " Remove repeated rows.");
  }
}
