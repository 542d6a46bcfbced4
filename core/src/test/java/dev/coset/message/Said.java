package dev.coset.message;

import java.util.List;

/** Messages in the words of the command line, in which tests expect them. */
public final class Said {
  private Said() {}

  public static String said(Message message) {
    return message.in(Dialect.OPTIONS);
  }

  public static List<String> said(List<Message> messages) {
    return messages.stream().map(Said::said).toList();
  }
}
