package dev.coset.data;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A way of writing dates, each with or without a time of day. The value is in seconds since the
 * beginning of 1970, in local time as written, or in UTC where cells say their offset. Digits alone
 * are a number, and a time alone is text.
 */
public enum DateForm implements CellForm {
  /** 2024-03-01, 2024-03-01T12:30:15.123, 2024-03-01 12:30 */
  ISO("(?<y>\\d{4})-(?<m>\\d\\d)-(?<d>\\d\\d)" + DateForm.MAYBE_TIME),
  /** 2024-03-01T12:30Z, 2024-03-01 12:30+02:00 */
  ISO_OFFSET("(?<y>\\d{4})-(?<m>\\d\\d)-(?<d>\\d\\d)" + DateForm.TIME + DateForm.OFFSET),
  /** 2024/03/01 */
  YEAR_SLASH("(?<y>\\d{4})/(?<m>\\d\\d?)/(?<d>\\d\\d?)" + DateForm.MAYBE_TIME),
  /** 01.03.2024, day first */
  DAY_POINT("(?<d>\\d\\d?)\\.(?<m>\\d\\d?)\\.(?<y>\\d{4})" + DateForm.MAYBE_TIME),
  /** 01/03/2024, day first */
  DAY_SLASH("(?<d>\\d\\d?)/(?<m>\\d\\d?)/(?<y>\\d{4})" + DateForm.MAYBE_TIME),
  /** 03/01/2024, month first */
  MONTH_SLASH("(?<m>\\d\\d?)/(?<d>\\d\\d?)/(?<y>\\d{4})" + DateForm.MAYBE_TIME),
  /** 1 Mar 2024, 1-Mar-2024, 1 March 2024 */
  DAY_NAME("(?<d>\\d\\d?)([ -])(?<m>[A-Za-z]{3,9})\\2(?<y>\\d{4})" + DateForm.MAYBE_TIME),
  /** Mar 1, 2024, March 1 2024 */
  NAME_DAY("(?<m>[A-Za-z]{3,9}) (?<d>\\d\\d?),? (?<y>\\d{4})" + DateForm.MAYBE_TIME);

  private static final String TIME =
      "[T ](?<h>\\d\\d?):(?<min>\\d\\d)(?::(?<s>\\d\\d)(?:\\.(?<f>\\d{1,9}))?)?";
  private static final String MAYBE_TIME = "(?:" + TIME + ")?";
  private static final String OFFSET = " ?(?<o>Z|[+-]\\d\\d:?\\d\\d)";

  private static final int LONGEST = 50;
  private static final double NANOS = 1e9; // in a second
  private static final List<String> MONTHS =
      List.of(
          "january",
          "february",
          "march",
          "april",
          "may",
          "june",
          "july",
          "august",
          "september",
          "october",
          "november",
          "december");

  private final Pattern pattern;

  DateForm(String pattern) {
    this.pattern = Pattern.compile(pattern);
  }

  @Override
  public double parse(String cell) {
    if (cell.length() > LONGEST) {
      return Double.NaN;
    }
    Matcher found = pattern.matcher(cell);
    if (!found.matches()) {
      return Double.NaN;
    }
    try {
      LocalDate day = LocalDate.of(whole(found, "y"), month(found.group("m")), whole(found, "d"));
      LocalTime time = found.group("h") == null ? LocalTime.MIDNIGHT : time(found);
      ZoneOffset offset = this == ISO_OFFSET ? ZoneOffset.of(found.group("o")) : ZoneOffset.UTC;
      return day.toEpochSecond(time, offset) + time.getNano() / NANOS;
    } catch (DateTimeException e) {
      return Double.NaN; // as the 30th of February
    }
  }

  private static LocalTime time(Matcher found) {
    String fraction = found.group("f");
    int nano = fraction == null ? 0 : Integer.parseInt((fraction + "00000000").substring(0, 9));
    int second = found.group("s") == null ? 0 : whole(found, "s");
    return LocalTime.of(whole(found, "h"), whole(found, "min"), second, nano);
  }

  /** From 1, or 0 for what is no month; names may be cut to three letters. */
  private static int month(String cell) {
    if (Character.isDigit(cell.charAt(0))) {
      return Integer.parseInt(cell);
    }
    String name = cell.toLowerCase(Locale.ROOT);
    for (int month = 0; month < MONTHS.size(); month++) {
      String full = MONTHS.get(month);
      if (name.equals(full) || name.equals(full.substring(0, 3))) {
        return month + 1;
      }
    }
    return 0;
  }

  private static int whole(Matcher found, String group) {
    return Integer.parseInt(found.group(group));
  }
}
