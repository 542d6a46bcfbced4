package dev.coset.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sentences of a message, and their lengths. */
public final class Words {
  /** In a sentence of a message. */
  public static final int MOST = 25;

  private static final Pattern QUOTED = Pattern.compile("'[^']*'");
  private static final Pattern PLACE = Pattern.compile("'(\\d+)'");

  private Words() {}

  /** Cuts a message where a sentence ends, but not within quotes. */
  public static List<String> sentences(String message) {
    List<String> quotes = new ArrayList<>();
    String bare =
        QUOTED
            .matcher(message)
            .replaceAll(
                quote -> {
                  quotes.add(quote.group());
                  return "'" + (quotes.size() - 1) + "'";
                });
    return Arrays.stream(bare.split("(?<=[.!?]) +(?=[A-Z0-9'%\"])"))
        .map(sentence -> PLACE.matcher(sentence).replaceAll(place -> quote(quotes, place.group(1))))
        .toList();
  }

  private static String quote(List<String> quotes, String number) {
    return Matcher.quoteReplacement(quotes.get(Integer.parseInt(number)));
  }

  /** A quotation counts as one word, and so does a value of a format. */
  public static long count(String sentence) {
    return Arrays.stream(QUOTED.matcher(sentence).replaceAll("quoted").split("\\s+"))
        .filter(word -> word.matches(".*[\\p{L}\\p{N}%].*"))
        .count();
  }
}
