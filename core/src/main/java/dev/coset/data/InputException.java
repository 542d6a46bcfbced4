package dev.coset.data;

import dev.coset.message.Dialect;
import dev.coset.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * Thrown where the user's input cannot be used: one sentence that says what is wrong and what to
 * do.
 */
public final class InputException extends IllegalArgumentException {

  private static final long serialVersionUID = 2;

  private final transient @Nullable Message message;

  public InputException(String sentence) {
    super(sentence);
    this.message = null;
  }

  public InputException(String sentence, Throwable cause) {
    super(sentence, cause);
    this.message = null;
  }

  /** A sentence that names what to do; {@link #getMessage} has it in the words of Java. */
  public InputException(Message message) {
    super(message.toString());
    this.message = message;
  }

  /** The same with what the sentence leaves out, which a stack trace shows. */
  public InputException(Message message, Throwable cause) {
    super(message.toString(), cause);
    this.message = message;
  }

  /** A sentence of parts, as {@link Message#of} puts them together. */
  public static InputException of(String pattern, Object... values) {
    return new InputException(Message.of(pattern, values));
  }

  /** The sentence in the words of a front end. */
  public String in(Dialect dialect) {
    return message == null ? String.valueOf(getMessage()) : message.in(dialect);
  }
}
