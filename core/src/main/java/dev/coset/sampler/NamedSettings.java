package dev.coset.sampler;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The settings of samplers as text, from their JSON: what is {@code maxDepth} there is a max depth.
 */
final class NamedSettings {
  private static final List<String> OF_ALL = List.of("name", "warmup", "draws", "thinning");
  private static final Pattern CAPITAL = Pattern.compile("[A-Z]");
  private static final Pattern SECOND_WORD = Pattern.compile(" ([a-z])");
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS).build();

  private NamedSettings() {}

  /** All but those that every sampler has. */
  static Map<String, String> of(Sampler sampler) {
    ObjectNode json = JSON.valueToTree(sampler);
    json.remove(OF_ALL);
    Map<String, String> settings = new LinkedHashMap<>();
    json.forEachEntry(
        (name, value) ->
            settings.put(
                CAPITAL.matcher(name).replaceAll(capital -> " " + lower(capital.group())),
                lower(value.asString())));
    return settings;
  }

  static Sampler with(Sampler sampler, String setting, String value) {
    Map<String, String> settings = of(sampler);
    if (!settings.containsKey(setting)) {
      throw new IllegalArgumentException(
          "The sampler %s has no setting '%s'; it has: %s."
              .formatted(
                  sampler.name(),
                  setting,
                  settings.isEmpty() ? "none" : String.join(", ", settings.keySet())));
    }
    ObjectNode json = JSON.valueToTree(sampler);
    json.put(
        SECOND_WORD.matcher(setting).replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT)),
        value);
    try {
      return JSON.treeToValue(json, Sampler.class);
    } catch (JacksonException refused) {
      throw new IllegalArgumentException(
          refused.getCause() instanceof IllegalArgumentException why
              ? why.getMessage()
              : "The sampler %s has no %s of '%s'.".formatted(sampler.name(), setting, value),
          refused);
    }
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
