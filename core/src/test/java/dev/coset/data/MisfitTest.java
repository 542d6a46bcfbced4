package dev.coset.data;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever has a column of numbers or dates with a bad cell is told which cell that is. */
class MisfitTest {

  @TempDir Path folder;

  /** What the column holds, its cells, and a cell that does not belong there. */
  static Stream<Arguments> columns() {
    return Stream.of(
        column("numbers", i -> i + ".5", "12.5%"),
        column("numbers", i -> i + ".5", "1,5"),
        column("numbers", i -> i + ",25", "1.5"),
        column("numbers", i -> "%d.%03d,5".formatted(i + 1, i), "7 kg"),
        column("numbers", i -> "$" + i + ".5", "7.5"),
        column("numbers", i -> i + "%", "7 %%"),
        column("numbers", i -> i + " EUR", "7 USD"),
        column("dates of one form", i -> day(i, "yyyy-MM-dd"), "2024-02-30"),
        column("dates of one form", i -> day(i, "dd.MM.yyyy"), "x"),
        column("dates of one form", i -> day(i, "MM/dd/yyyy"), "2024-03-01"));
  }

  private static Arguments column(String kind, IntFunction<String> cell, String misfit) {
    return Arguments.of(kind, cell, misfit);
  }

  private static String day(int i, String pattern) {
    return LocalDate.of(2024, 1, 20).plusDays(i).format(DateTimeFormatter.ofPattern(pattern));
  }

  @ParameterizedTest
  @MethodSource("columns")
  void itIsNamedWhereverItIs(String kind, IntFunction<String> cell, String misfit)
      throws IOException {
    for (int place : new int[] {0, 1, 40, 99}) {
      List<String> many = new ArrayList<>(IntStream.range(0, 100).mapToObj(cell).toList());
      many.set(place, misfit);
      String where = "'%s' in data row %d (line %d)".formatted(misfit, place + 1, place + 2);
      assertThatExceptionOfType(InputException.class)
          .isThrownBy(() -> read(many))
          .withMessageContainingAll(
              "column 'a' holds " + kind + " except for " + where, "ignore(\"a\")")
          .satisfies(e -> Sentences.assertMessage(e.getMessage()));
      List<String> few =
          new ArrayList<>(IntStream.range(0, 100).mapToObj(i -> cell.apply(i % 9)).toList());
      few.set(place, misfit);
      assertThat(said(read(few).warnings()))
          .singleElement()
          .satisfies(Sentences::assertMessage)
          .asString()
          .contains("taken as text because of " + where, "99 of its 100 cells are " + kind);
    }
  }

  @Test
  void severalAreCounted() {
    List<String> cells = new ArrayList<>(IntStream.range(0, 100).mapToObj(i -> "" + i).toList());
    Collections.fill(cells.subList(50, 90), "$7");
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> read(cells))
        .withMessageContaining("except for 40 cells, the first '$7' in data row 51 (line 52)");
  }

  @Test
  void datesThatMayBeReadInTwoWaysAreNamed() {
    List<String> cells =
        IntStream.range(0, 100)
            .mapToObj(i -> "%02d/%02d/%d".formatted(1 + i % 12, 1 + i % 11, 2000 + i))
            .toList();
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> read(cells))
        .withMessageContainingAll("'a'", "the day or the month", "'01/01/2000'", "2024-03-01")
        .satisfies(e -> Sentences.assertMessage(e.getMessage()));
  }

  private Dataset read(List<String> cells) throws IOException {
    List<String> lines = new ArrayList<>(List.of("a;y"));
    IntStream.range(0, cells.size()).forEach(i -> lines.add(cells.get(i) + ";" + i));
    Path file = Files.write(folder.resolve("data.csv"), lines);
    return Datasets.fromCsv(file, "y", TargetType.NUMBER, MissingCells.IMPUTE);
  }
}
