package dev.coset.data;

/** Something the user gave cannot be used: one sentence that says what is wrong and what to do. */
public final class InputException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  public InputException(String sentence) {
    super(sentence);
  }

  public InputException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
