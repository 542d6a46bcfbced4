package dev.coset.data;

import java.util.function.Supplier;

/**
 * Checks user input where it enters the library: its refusal of an argument is the user's to fix.
 */
public final class UserInput {
  private UserInput() {}

  /** What is made of it. */
  public static <T> T checked(Supplier<T> made) {
    try {
      return made.get();
    } catch (InputException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new InputException(String.valueOf(e.getMessage()), e);
    }
  }

  /** The same of work without a result. */
  public static void run(Runnable work) {
    checked(
        () -> {
          work.run();
          return true;
        });
  }
}
