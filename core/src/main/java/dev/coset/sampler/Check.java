package dev.coset.sampler;

import dev.coset.message.Setting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of one check of a sampler's statistics over all chains.
 *
 * @param about what was looked at, in a word or two
 * @param sentence what was found, as a sentence without its full stop
 * @param chains by number, where it is about some of them alone
 * @param remedies what would help, one or the other
 * @param figures on which it rests, by name: numbers, lists of them, or null for one that does not
 *     exist
 */
public record Check(
    String about,
    Result result,
    String sentence,
    List<Integer> chains,
    List<Remedy> remedies,
    Map<String, @Nullable Object> figures) {

  /** What follows from it. */
  public enum Result {
    /** Nothing: there are too few draws to say. */
    UNKNOWN,
    /** Nothing: the check passed. */
    PASSED,
    /** The results stand, but could be cheaper or more exact. */
    DOUBTED,
    /** The results may be wrong. */
    FAILED
  }

  /** A change of a setting. */
  public record Remedy(boolean raise, Setting setting) {
    public static Remedy raise(Setting setting) {
      return new Remedy(true, setting);
    }

    public static Remedy lower(Setting setting) {
      return new Remedy(false, setting);
    }
  }

  public static Check of(String about, Result result, String sentence) {
    return new Check(about, result, sentence, List.of(), List.of(), Map.of());
  }

  /** The same about some chains alone. */
  public Check in(List<Integer> some) {
    return new Check(about, result, sentence, some, remedies, figures);
  }

  /** The same with something that would help. */
  public Check or(Remedy remedy) {
    List<Remedy> all = new ArrayList<>(remedies);
    all.add(remedy);
    return new Check(about, result, sentence, chains, all, figures);
  }

  /** The same with a figure. */
  public Check with(String name, @Nullable Object value) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>(figures);
    all.put(name, value);
    return new Check(about, result, sentence, chains, remedies, all);
  }
}
