package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class SplitTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "150, 0.2, 30",
    "400, 0.2, 80",
    "256, 0.2, 52",
    "1503, 0.2, 301",
    "1030, 0.2, 206",
    "442, 0.2, 89",
    "768, 0.2, 154",
    "517, 0.2, 104",
    "308, 0.2, 62",
    "30, 0.1, 3",
    "10, 0.7, 7",
    "100, 0.55, 55",
    "1000000, 0.07, 70000",
    "7, 0, 0",
    "2, 0, 0"
  })
  void trainingAndTestPartitionTheRowsInThePapersSizes(int rows, double fraction, int tests) {
    Split split = Split.shuffled(rows, fraction, 11);
    assertThat(split.test()).hasSize(tests).isSorted();
    assertThat(split.train()).hasSize(rows - tests).isSorted();
    assertThat(IntStream.concat(IntStream.of(split.train()), IntStream.of(split.test())).sorted())
        .isEqualTo(IntStream.range(0, rows).boxed().toList());
  }

  /** Numbers have one stratum, so that a split need not ask for the kind of the target. */
  @ParameterizedTest
  @CsvSource({"1000, 0.2", "7, 0.3", "30, 0.1", "3, 0.33", "10, 0.75", "7, 0"})
  void ofOneStratumASplitIsThatOfShuffledRows(int rows, double fraction) {
    for (int seed = 0; seed < 5; seed++) {
      assertThat(Split.stratified(new int[rows], fraction, seed))
          .isEqualTo(Split.shuffled(rows, fraction, seed));
    }
  }

  @Test
  void theSeedDecides() {
    assertThat(Split.shuffled(100, 0.2, 5)).isEqualTo(Split.shuffled(100, 0.2, 5));
    assertThat(Split.shuffled(100, 0.2, 5)).isNotEqualTo(Split.shuffled(100, 0.2, 6));
  }

  @Test
  void everyRowTestsEquallyOften() {
    int rows = 20;
    int seeds = 4000;
    int[] tests = new int[rows];
    for (int seed = 0; seed < seeds; seed++) {
      for (int row : Split.shuffled(rows, 0.25, seed).test()) {
        tests[row]++;
      }
    }
    double deviation = Math.sqrt(seeds * 0.25 * 0.75);
    for (int count : tests) {
      assertThat(Math.abs(count - seeds * 0.25)).isLessThan(4.5 * deviation);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.07, 0.2, 0.25, 0.5, 0.9, 0.99})
  void everyClassIsSplitInProportionAndTrains(double fraction) {
    SplittableRandom random = new SplittableRandom(8);
    for (int n = 0; n < 200; n++) {
      int[] classOf = classes(random);
      Split split = Split.stratified(classOf, fraction, n);
      assertThat(IntStream.concat(IntStream.of(split.train()), IntStream.of(split.test())).sorted())
          .isEqualTo(IntStream.range(0, classOf.length).boxed().toList());
      assertThat(split.train()).isSorted();
      assertThat(split.test()).isSorted();
      for (int c = 0; c < 6; c++) {
        int of = c;
        long rows = IntStream.of(classOf).filter(other -> other == of).count();
        long tests = IntStream.of(split.test()).filter(row -> classOf[row] == of).count();
        assertThat(Math.abs(tests - fraction * rows)).isLessThan(1);
        assertThat(tests).isLessThanOrEqualTo(Math.max(0, rows - 1));
      }
    }
  }

  /** Where no class would lose its last training row by it. */
  @Test
  void asManyRowsTestAsWithoutClasses() {
    SplittableRandom random = new SplittableRandom(9);
    for (int n = 0; n < 200; n++) {
      IntStream twoOfEach = IntStream.range(0, 12).map(row -> row % 6);
      int[] classOf = IntStream.concat(IntStream.of(classes(random)), twoOfEach).toArray();
      assertThat(Split.stratified(classOf, 0.3, n).test())
          .hasSameSizeAs(Split.shuffled(classOf.length, 0.3, n).test());
    }
    int[] oneEach = {0, 1, 2, 3};
    assertThat(Split.stratified(oneEach, 0.5, 0).test()).isEmpty();
  }

  /** All remainders are equal, so that chance decides which classes are rounded up. */
  @Test
  void everyRowOfClassesAlikeTestsEquallyOften() {
    int[] classOf = IntStream.range(0, 18).map(row -> row % 6).toArray();
    int seeds = 4000;
    int[] tests = new int[classOf.length];
    for (int seed = 0; seed < seeds; seed++) {
      for (int row : Split.stratified(classOf, 0.5, seed).test()) {
        tests[row]++;
      }
    }
    double deviation = Math.sqrt(seeds * 0.5 * 0.5);
    for (int count : tests) {
      assertThat(Math.abs(count - seeds * 0.5)).isLessThan(4.5 * deviation);
    }
  }

  @Test
  void theSeedDecidesAmongClassesToo() {
    int[] classOf = IntStream.range(0, 100).map(row -> row % 3).toArray();
    assertThat(Split.stratified(classOf, 0.2, 5)).isEqualTo(Split.stratified(classOf, 0.2, 5));
    assertThat(Split.stratified(classOf, 0.2, 5)).isNotEqualTo(Split.stratified(classOf, 0.2, 6));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1, 1.5, Double.NaN, Double.POSITIVE_INFINITY})
  void aFractionOutOfRangeIsRefused(double fraction) {
    refused("test fraction", () -> Split.shuffled(10, fraction, 0));
    refused("test fraction", () -> Split.stratified(new int[10], fraction, 0));
  }

  @Test
  void twoRowsMustBeLeftToTrainOn() {
    assertThat(Split.shuffled(3, 0.2, 0).train()).hasSize(2);
    refused("leaves 1 of 2 rows", () -> Split.shuffled(2, 0.2, 0));
    refused("leaves 1 of 10 rows", () -> Split.shuffled(10, 0.9, 0));
    refused("leaves 0 of 0 rows", () -> Split.shuffled(0, 0, 0));
    refused("leaves 0 of 0 rows", () -> Split.stratified(new int[0], 0, 0));
  }

  @Test
  void aSplitIsReadAsItIsOrByTheNameOfTheDataset() throws IOException {
    Split expected = new Split(new int[] {4, 0, 2}, new int[] {3});
    String plain = "{\"train\": [4, 0, 2], \"test\": [3]}";
    assertThat(fromJson(plain)).isEqualTo(expected);
    assertThat(fromJson("{\"other\": {}, \"mine\": " + plain + "}")).isEqualTo(expected);
    assertThat(fromJson("{\"train\": [0, 1], \"test\": []}").test()).isEmpty();
  }

  @Test
  void rowsOfTheFileStayWhatTheyAreWhenSomeAreDropped() throws IOException {
    Path csv = Files.writeString(folder.resolve("data.csv"), "a,y\n0,0\n,1\n2,2\n3,3\n,4\n");
    var options = TableOptions.of("y", TargetType.NUMBER, MissingCells.DROP);
    RawTable table = RawTable.read(csv, options);
    Path json = Files.writeString(folder.resolve("s.json"), "{\"train\":[3,1,0],\"test\":[4,2]}");
    Split split = Split.fromJson(json, "mine", table);
    Dataset dataset = table.fit(split.train());
    assertThat(IntStream.of(split.train()).mapToDouble(row -> dataset.target()[row]))
        .containsExactly(3.0, 0.0);
    assertThat(IntStream.of(split.test()).mapToDouble(row -> dataset.target()[row]))
        .containsExactly(2.0);
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        Arguments.of("", "neither a split"),
        Arguments.of("{", "not valid JSON"),
        Arguments.of("\0\1", "not valid JSON"),
        Arguments.of("[1, 2]", "neither a split nor one under the name 'mine'"),
        Arguments.of("{\"other\": {\"train\": [1], \"test\": []}}", "'mine' (it has 'other')"),
        Arguments.of("{\"mine\": [1]}", "neither a split"),
        Arguments.of("{\"train\": [1, 2]}", "no list 'test'"),
        Arguments.of("{\"test\": [1, 2]}", "no list 'train'"),
        Arguments.of("{\"train\": 1, \"test\": []}", "no list 'train'"),
        Arguments.of("{\"train\": [], \"test\": [1]}", "no training row"),
        Arguments.of("{\"train\": [1, 1], \"test\": []}", "row 1 twice in training"),
        Arguments.of("{\"train\": [1], \"test\": [3, 2, 3]}", "row 3 twice in test"),
        Arguments.of("{\"train\": [1, 2], \"test\": [2]}", "row 2 both in training and in test"),
        Arguments.of(
            "{\"train\": [1, 5], \"test\": []}",
            "row '5' among its train rows, but the data have rows 0 to 4"),
        Arguments.of("{\"train\": [1], \"test\": [-1]}", "row '-1' among its test rows"),
        Arguments.of("{\"train\": [99999999999], \"test\": []}", "row '99999999999'"),
        Arguments.of("{\"train\": [1.5], \"test\": []}", "'1.5' among its train rows: give whole"),
        Arguments.of("{\"train\": [\"a\", null], \"test\": []}", "whole row numbers"));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void aFileThatIsNoSplitIsRefused(String json, String part) {
    refused(part, () -> fromJson(json));
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    Dataset dataset = dataset(5);
    refused("no file", () -> Datasets.split(folder.resolve("absent.json"), "mine", dataset));
    refused("is a directory", () -> Datasets.split(folder, "mine", dataset));
  }

  @Test
  void jsonComesBackTheSame() {
    JsonMapper json = JsonMapper.builder().build();
    Split split = Split.shuffled(10, 0.3, 1);
    assertThat(json.readValue(json.writeValueAsString(split), Split.class)).isEqualTo(split);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.07, 0.2, 0.5, 0.9})
  void aGroupIsNeverOnBothSides(double fraction) {
    SplittableRandom random = new SplittableRandom(12);
    for (int n = 0; n < 200; n++) {
      int[] groupOf = groups(random);
      Split split = Split.byGroup(groupOf, fraction, n);
      assertThat(IntStream.concat(IntStream.of(split.train()), IntStream.of(split.test())).sorted())
          .isEqualTo(IntStream.range(0, groupOf.length).boxed().toList());
      Set<Integer> training = of(groupOf, split.train());
      Set<Integer> testing = of(groupOf, split.test());
      assertThat(training).noneMatch(testing::contains);
      // No more groups than it takes, and no fewer unless the next would leave nothing to train on.
      int asked = Split.shuffled(groupOf.length, fraction, n).test().length;
      int largest = testing.stream().mapToInt(group -> size(groupOf, group)).max().orElse(0);
      assertThat(split.test().length - largest).isLessThanOrEqualTo(Math.max(0, asked - 1));
      if (split.test().length < asked) {
        assertThat(training).allMatch(group -> split.train().length - size(groupOf, group) < 2);
      }
      assertThat(split.train().length).isGreaterThanOrEqualTo(2);
    }
  }

  @Test
  void groupsThatAreRowsAreAsManyAsShuffledOnes() {
    int[] oneEach = IntStream.range(0, 256).toArray();
    assertThat(Split.byGroup(oneEach, 0.2, 3).test()).hasSize(52);
    assertThat(Split.byGroup(oneEach, 0.2, 3)).isNotEqualTo(Split.byGroup(oneEach, 0.2, 4));
    assertThat(Split.byGroup(oneEach, 0.2, 3)).isEqualTo(Split.byGroup(oneEach, 0.2, 3));
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Split.byGroup(new int[10], 0.2, 0))
        .withMessageContaining("no group of the 1 can be kept")
        .satisfies(e -> Sentences.assertMessage(e.getMessage()));
  }

  @Test
  void whatComesAfterTests() {
    SplittableRandom random = new SplittableRandom(13);
    for (int n = 0; n < 100; n++) {
      double[] time = random.doubles(3 + random.nextInt(60)).toArray();
      Split split = Split.after(time, 0.2);
      assertThat(split.test()).hasSameSizeAs(Split.shuffled(time.length, 0.2, 0).test()).isSorted();
      assertAfter(split, time);
    }
    assertThat(Split.after(new double[] {3, 1, 2}, 0).test()).isEmpty();
  }

  @Test
  void rowsOfOneTimeStayTogether() {
    SplittableRandom random = new SplittableRandom(17);
    for (int n = 0; n < 300; n++) {
      int rows = 5 + random.nextInt(60);
      double[] time = random.ints(rows, 0, 2 + random.nextInt(9)).asDoubleStream().toArray();
      time[0] = time[1] = -1;
      Split split = Split.after(time, 0.2);
      assertAfter(split, time);
      assertThat(split.train()).hasSizeGreaterThanOrEqualTo(2);
      // Without the earliest of the times that test, too few rows would.
      double first = IntStream.of(split.test()).mapToDouble(row -> time[row]).min().orElseThrow();
      long later = IntStream.of(split.test()).filter(row -> time[row] > first).count();
      assertThat(later).isLessThan((int) Math.ceil(rows / 5.0));
    }
    assertThat(Split.after(new double[] {8, 9, 8, 8, 8}, 0.4).test()).containsExactly(1);
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Split.after(new double[] {8, 8, 8}, 0.2))
        .withMessageContaining("Rows of one time stay together")
        .satisfies(e -> Sentences.assertMessage(e.getMessage()));
  }

  private static void assertAfter(Split split, double[] time) {
    assertThat(split.train().length + split.test().length).isEqualTo(time.length);
    double last = IntStream.of(split.train()).mapToDouble(row -> time[row]).max().orElseThrow();
    assertThat(IntStream.of(split.test()).mapToDouble(row -> time[row]).boxed().toList())
        .isNotEmpty()
        .allMatch(moment -> moment > last);
  }

  @Test
  void timesAreNumbersOrDatesOfAColumn() throws IOException {
    String csv =
        """
        day,number,text,gaps,y
        29/02/2024,3,a,1,5
        01/03/2023,-2,b,,6
        31/12/2024,1e2,a,3,7
        02/03/2023,0.5,b,4,8
        """;
    var options = TableOptions.of("y", TargetType.NUMBER, MissingCells.IMPUTE);
    RawTable table = RawTable.read(Files.writeString(folder.resolve("ordered.csv"), csv), options);
    assertThat(Split.after(table.times("day"), 0.25).test()).containsExactly(2);
    assertThat(Split.after(table.times("day"), 0.5).test()).containsExactly(0, 2);
    assertThat(table.times("number")).containsExactly(3, -2, 100, 0.5);
    for (String other : List.of("text", "gaps", "y", "z")) {
      assertThatExceptionOfType(InputException.class)
          .isThrownBy(() -> table.times(other))
          .withMessageContaining("'" + other + "'")
          .satisfies(e -> Sentences.assertMessage(e.getMessage()));
    }
  }

  /** Numbered without gaps, as those of a file are. */
  private static int[] groups(SplittableRandom random) {
    int groups = 20 + random.nextInt(10);
    IntStream some = random.ints(random.nextInt(100), 0, groups);
    return IntStream.concat(IntStream.range(0, groups), some).toArray();
  }

  private static Set<Integer> of(int[] groupOf, int[] rows) {
    return IntStream.of(rows).mapToObj(row -> groupOf[row]).collect(Collectors.toSet());
  }

  private static int size(int[] groupOf, int group) {
    return (int) IntStream.of(groupOf).filter(other -> other == group).count();
  }

  /** At least 200 rows of 6 classes, of which the last are rare or not there at all. */
  private static int[] classes(SplittableRandom random) {
    int rows = 200 + random.nextInt(100);
    return random.ints(rows).map(i -> Math.min(5, Integer.numberOfLeadingZeros(i))).toArray();
  }

  private interface Use {
    void run() throws IOException;
  }

  private static void refused(String part, Use use) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(use::run)
        .withMessageContaining(part)
        .satisfies(e -> Sentences.assertMessage(e.getMessage()));
  }

  private Split fromJson(String json) throws IOException {
    return Datasets.split(Files.writeString(folder.resolve("s.json"), json), "mine", dataset(5));
  }

  private static Dataset dataset(int rows) {
    return Dataset.of(new double[rows][1], new double[rows]);
  }
}
