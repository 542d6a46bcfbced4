package dev.coset.spark;

import java.io.ObjectInputFilter;
import java.util.ArrayList;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets pass only what parcels are made of, before any of it comes to life: bytes from another
 * machine could otherwise name any class of the class path, and how it is put together. One for
 * each parcel.
 */
final class ParcelFilter implements ObjectInputFilter {
  /** Records in records; a run's have about five levels, each a form with its components. */
  private static final int DEEPEST = 40;

  private static final Set<Class<?>> OTHERS =
      Set.of(
          Object.class, // components are arrays of it
          String.class,
          Enum.class,
          Number.class,
          Boolean.class,
          Integer.class,
          Long.class,
          Double.class,
          ArrayList.class);

  /** What lists of {@code List.of} travel as, and are. */
  private static final Set<String> LISTS =
      Set.of(
          "java.util.CollSer",
          "java.util.ImmutableCollections$List12",
          "java.util.ImmutableCollections$ListN");

  private final int bytes;
  private @Nullable String refused;

  /**
   * @param bytes of the parcel: nothing in it can have more elements
   */
  ParcelFilter(int bytes) {
    this.bytes = bytes;
  }

  @Override
  public Status checkInput(FilterInfo info) {
    Class<?> type = info.serialClass();
    if (type != null && !allowed(type)) {
      refused = "a " + type.getName();
    } else if (info.arrayLength() > bytes) {
      refused = "an array of %d elements in %d bytes".formatted(info.arrayLength(), bytes);
    } else if (info.depth() > DEEPEST) {
      refused = "values nested more than %d deep".formatted(DEEPEST);
    } else {
      return Status.ALLOWED;
    }
    return Status.REJECTED;
  }

  private static boolean allowed(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    return element.isPrimitive()
        || OTHERS.contains(element)
        || LISTS.contains(element.getName())
        || element.getPackageName().startsWith("dev.coset.")
            && (element.isRecord() || Enum.class.isAssignableFrom(element));
  }

  /** Why the parcel was refused. */
  String sentence() {
    return "What came from another machine holds %s, which no part of a run is; nothing of it was used. See that all machines run this version of Coset, and that only yours reach Spark's ports (docs/operations.md)."
        .formatted(refused == null ? "a class of another version" : refused);
  }
}
