package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coset.message.Said;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClassesTest {
  private static Classes texts(int count) {
    return Classes.in(IntStream.range(0, count).mapToObj(i -> "t" + i).toList());
  }

  private static Classes numbers(int count) {
    return Classes.in(IntStream.range(0, count).mapToObj(String::valueOf).toList());
  }

  /** Numbers are in the order of their values, texts in that of the alphabet. */
  @Test
  void classesAreInOrder() {
    Classes numbers = Classes.in(List.of("10", "9.0", "-1", "9", "0.50"));
    assertThat(numbers.areNumbers()).isTrue();
    assertThat(numbers.target("y", 100).levels()).containsExactly("-1", "0.5", "9", "10");
    assertThat(numbers.number("9.00")).isEqualTo(2);
    assertThat(numbers.number("8")).isEqualTo(-1);
    Classes texts = Classes.in(List.of("10", "9", "b"));
    assertThat(texts.areNumbers()).isFalse();
    assertThat(texts.target("y", 100).levels()).containsExactly("10", "9", "b");
    assertThat(texts.number("9.0")).isEqualTo(-1);
    Classes truths = Classes.in(List.of("TRUE", "false", "True"));
    assertThat(truths.target("y", 100).levels()).containsExactly("false", "true");
    assertThat(truths.number("tRuE")).isEqualTo(1);
    Classes same = Classes.of(numbers.target("y", 100));
    assertThat(same.number("1e1")).isEqualTo(3);
  }

  /** Up to 20 always; more where each has two rows on average; never more than 1000. */
  @ParameterizedTest
  @CsvSource({
    "20, 20, true",
    "20, 39, true",
    "21, 42, true",
    "21, 41, false",
    "1000, 5000, true",
    "1001, 5000, false"
  })
  void classesAreFewForTheirRows(int count, int rows, boolean few) {
    for (Classes classes : List.of(texts(count), numbers(count))) {
      if (few) {
        assertThat(classes.target("y", rows).levels()).hasSize(count);
      } else {
        assertThatThrownBy(() -> classes.target("y", rows))
            .isInstanceOf(InputException.class)
            .hasMessageContaining(count + " classes in " + rows + " rows")
            .hasMessageContaining(classes.areNumbers() ? "measurement" : "free text");
      }
    }
  }

  @Test
  void wholeNumbersAreWrittenWithoutAPoint() {
    assertThat(List.of(Classes.name(3), Classes.name(-0.0), Classes.name(2.5), Classes.name(1e300)))
        .containsExactly("3", "0", "2.5", "1.0E300");
  }

  private static List<String> codes(double... values) {
    var column = new RawColumn.Numbers("a", NumberForm.PLAIN, values);
    return EdgeCodes.say(List.of(column), IntStream.range(0, values.length).toArray()).stream()
        .map(Said::said)
        .toList();
  }

  /** Values from 1 to a number, and a code so often. */
  private static double[] with(int others, double code, int times) {
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < others; i++) {
      values.add(1.0 + i);
    }
    for (int i = 0; i < times; i++) {
      values.add(i % values.size(), code);
    }
    return values.stream().mapToDouble(v -> v).toArray();
  }

  /** Nines lie further from the others than these from each other; the others are not code. */
  @ParameterizedTest
  @ValueSource(doubles = {99, 999, 9999, -99, -999})
  void ninesFarOutAreCodes(double code) {
    assertThat(codes(with(30, code, 5)))
        .singleElement()
        .asString()
        .contains("'a' has " + Classes.name(code) + " in 5 training rows");
    assertThat(codes(with(30, code > 0 ? code - 1 : code + 1.5, 5))).isEmpty();
  }

  /** Twice at least, beside ten others, and further from them than these reach. */
  @ParameterizedTest
  @CsvSource({
    "30, 99, 1, false",
    "30, 99, 2, true",
    "9, 99, 5, false",
    "10, 99, 5, true",
    "49, 99, 5, true",
    "50, 99, 5, false",
    "10, -9, 5, true",
    "10, -8, 5, false",
    "10, -9.5, 5, false",
    "10, 20, 5, false",
    "10, 9, 5, false"
  })
  void codesAreRepeatedFarAndBesideOthers(int others, double code, int times, boolean found) {
    assertThat(codes(with(others, code, times))).hasSize(found ? 1 : 0);
  }

  @Test
  void rowsThatAreNotLookedAtHaveNoCodes() {
    double[] values = with(30, 999, 5);
    int[] others = IntStream.range(0, values.length).filter(i -> values[i] != 999).toArray();
    var column = new RawColumn.Numbers("a", NumberForm.PLAIN, values);
    assertThat(EdgeCodes.say(List.of(column), others)).isEmpty();
    double[] missing = values.clone();
    Arrays.setAll(missing, i -> values[i] == 999 ? Double.NaN : values[i]);
    assertThat(codes(missing)).isEmpty();
  }

  /** At both edges, each named with how often it is there. */
  @Test
  void bothEdgesAreLookedAt() {
    double[] values = Arrays.copyOf(with(30, 999, 5), 41);
    Arrays.fill(values, 35, 41, -99);
    assertThat(codes(values)).hasSize(2);
    assertThat(codes(values).get(0)).contains("-99 in 6 training rows");
    assertThat(codes(values).get(1)).contains("999 in 5 training rows");
  }
}
