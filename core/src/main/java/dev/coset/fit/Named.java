package dev.coset.fit;

import dev.coset.data.InputException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Values of an enum by their names in lower case. */
final class Named {
  private Named() {}

  /**
   * The value of that name.
   *
   * @param what a part of a sentence that refuses any other
   */
  static <E extends Enum<E>> E of(Class<E> type, String name, String what) {
    return Arrays.stream(type.getEnumConstants())
        .filter(value -> lowerCase(value).equals(name.strip().toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new InputException(
                    "The %s is %s, but was '%s'."
                        .formatted(
                            what,
                            Arrays.stream(type.getEnumConstants())
                                .map(Named::lowerCase)
                                .collect(Collectors.joining(" or ")),
                            name)));
  }

  private static String lowerCase(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
