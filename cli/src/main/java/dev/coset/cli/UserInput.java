package dev.coset.cli;

import dev.coset.data.InputException;
import java.util.function.Supplier;

/** Where what the user gave meets the library: its refusal of an argument is the user's to mend. */
final class UserInput {
  private UserInput() {}

  static <T> T checked(Supplier<T> made) {
    try {
      return made.get();
    } catch (InputException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new InputException(String.valueOf(e.getMessage()), e);
    }
  }

  static void run(Runnable work) {
    checked(
        () -> {
          work.run();
          return true;
        });
  }
}
