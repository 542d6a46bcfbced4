package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DateColumnTest {

  private final Random random = new Random(2);
  private boolean ambiguous;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ISO|uuuu-MM-dd'T'HH:mm:ss",
        "ISO|uuuu-MM-dd HH:mm:ss",
        "ISO_OFFSET|uuuu-MM-dd'T'HH:mm:ssX",
        "ISO_OFFSET|uuuu-MM-dd HH:mm:ss xxx",
        "YEAR_SLASH|uuuu/MM/dd HH:mm:ss",
        "DAY_POINT|dd.MM.uuuu HH:mm:ss",
        "DAY_SLASH|dd/MM/uuuu H:mm:ss",
        "MONTH_SLASH|M/d/uuuu H:mm:ss",
        "DAY_NAME|d MMM uuuu HH:mm:ss",
        "DAY_NAME|d-MMMM-uuuu HH:mm:ss",
        "NAME_DAY|MMM d, uuuu HH:mm:ss",
        "NAME_DAY|MMMM d uuuu HH:mm:ss"
      })
  void whatIsWrittenInAFormIsReadInItAndTheFormIsFound(DateForm form, String pattern) {
    DateTimeFormatter print =
        new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .appendPattern(pattern)
            .toFormatter(Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);
    List<String> cells = new ArrayList<>();
    for (int n = 0; n < 1000; n++) {
      long second = random.nextLong(-60_000_000_000L, 250_000_000_000L);
      String cell =
          print.format(
              LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC).atOffset(ZoneOffset.UTC));
      assertThat(form.parse(cell)).as(cell).isEqualTo(second);
      assertThat(form.parse(cell.toUpperCase(Locale.ROOT))).isEqualTo(second);
      cells.add(cell);
    }
    for (int n = 0; n < 20; n++) {
      Collections.shuffle(cells, random);
      assertThat(finish(cells)).contains(new DateColumn.Dates(form, true));
    }
    assertThat(ambiguous).isFalse();
  }

  @Test
  void everyPartCounts() {
    assertThat(DateForm.ISO.parse("1970-01-02")).isEqualTo(86_400);
    assertThat(DateForm.ISO.parse("1970-01-01T00:01")).isEqualTo(60);
    assertThat(DateForm.ISO.parse("1970-01-01T00:00:01.25")).isEqualTo(1.25);
    assertThat(DateForm.ISO_OFFSET.parse("1970-01-01T02:00+02:00")).isZero();
    assertThat(DateForm.ISO_OFFSET.parse("1969-12-31 19:00:00-0500")).isZero();
  }

  @Test
  void thereAreHoursWhereAnyCellHasOne() {
    assertThat(finish(List.of("2024-03-01", "2024-03-02")))
        .contains(new DateColumn.Dates(DateForm.ISO, false));
    assertThat(finish(List.of("2024-03-01", "2024-03-02 12:30")))
        .contains(new DateColumn.Dates(DateForm.ISO, true));
  }

  @Test
  void oneCellTellsWhetherTheDayComesFirst() {
    for (String other : List.of("01/02/2024", "3/4/2024 10:00")) {
      assertThat(finish(List.of(other, "13/01/2024")).orElseThrow().form())
          .isEqualTo(DateForm.DAY_SLASH);
      assertThat(finish(List.of("01/13/2024", other)).orElseThrow().form())
          .isEqualTo(DateForm.MONTH_SLASH);
    }
    assertThat(ambiguous).isFalse();
    assertThat(finish(List.of("01/02/2024", "03/03/2024"))).isEmpty();
    assertThat(ambiguous).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "20240301",
        "12:30",
        "2024",
        "2024-03",
        "2023-02-29",
        "2024-13-01",
        "2024-03-01T25:00",
        "31/31/2024",
        "1 Mat 2024",
        "01.03.24",
        "2024-03-01|01.03.2024",
        "2024-03-01T12:30|2024-03-01T12:30Z",
        "13/01/2024|01/13/2024",
        "2024-03-01|x",
        "2024-03-01T12:30+99:00",
        "1 Mar-2024"
      })
  void otherColumnsAreNoDates(String cells) {
    assertThat(finish(List.of(cells.split("\\|")))).isEmpty();
    assertThat(ambiguous).isFalse();
  }

  @ParameterizedTest
  @EnumSource(DateForm.class)
  void anyTextIsADateOrNot(DateForm form) {
    for (int n = 0; n < 5000; n++) {
      StringBuilder cell = new StringBuilder("2024-03-01T12:30Z|03/01/2024|1 Mar 2024");
      int from = List.of(0, 18, 29).get(random.nextInt(3));
      cell.delete(0, from).setLength(Math.min(cell.length(), random.nextInt(1, 18)));
      cell.setCharAt(random.nextInt(cell.length()), "09-/.: TZ+M\u0661".charAt(random.nextInt(12)));
      double value = form.parse(cell.toString());
      assertThat(Double.isNaN(value) || Math.abs(value) < 4e11).as(cell.toString()).isTrue();
    }
    Stream.of("", " ", "-", "\0", "9".repeat(1 << 16))
        .forEach(cell -> assertThat(form.parse(cell)).isNaN());
  }

  private Optional<DateColumn.Dates> finish(List<String> cells) {
    DateColumn column = new DateColumn();
    cells.forEach(column::add);
    ambiguous = column.ambiguous();
    return column.finish();
  }
}
