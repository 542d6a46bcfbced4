package dev.coset.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A message for users. It may name what to do by {@link Remedy remedies}, which {@link #in} words
 * for a front end; {@link #toString} words them for Java.
 */
public final class Message {
  private final String pattern;
  private final Object[] values;

  private Message(String pattern, Object[] values) {
    this.pattern = pattern;
    this.values = values;
  }

  /**
   * A text with values, as {@link String#format} puts them together.
   *
   * @param values among them remedies and further messages
   */
  public static Message of(String pattern, Object... values) {
    return new Message(pattern, values.clone());
  }

  /** A text that names no remedy. */
  public static Message text(String text) {
    return new Message("%s", new Object[] {text});
  }

  /** Messages one after another. */
  public static Message join(String separator, List<Message> messages) {
    String places =
        String.join(separator.replace("%", "%%"), messages.stream().map(m -> "%s").toList());
    return new Message(places, messages.toArray());
  }

  /** The text with its remedies in the words of a front end. */
  public String in(Dialect dialect) {
    Object[] words =
        Arrays.stream(values)
            .map(
                value ->
                    switch (value) {
                      case Remedy remedy -> dialect.words(remedy);
                      case Message message -> message.in(dialect);
                      default -> value;
                    })
            .toArray();
    return String.format(Locale.ROOT, pattern, words);
  }

  /** What the text says to do, in the order in which it says so. */
  public List<Remedy> remedies() {
    List<Remedy> found = new ArrayList<>();
    for (Object value : values) {
      switch (value) {
        case Remedy remedy -> found.add(remedy);
        case Message message -> found.addAll(message.remedies());
        default -> {}
      }
    }
    return found;
  }

  @Override
  public String toString() {
    return in(Dialect.METHODS);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Message message && toString().equals(message.toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }
}
