package dev.coset.message;

import java.util.List;

/**
 * A setting of a fit, which a message names.
 *
 * @param name in lower-case words
 * @param values to give it; none where only the setting is named. Texts, numbers and enumeration
 *     constants
 */
public record Setting(String name, List<Object> values) implements Remedy {
  // What the table is read with
  public static final Setting IGNORE = named("ignore");
  public static final Setting FEATURES = named("features");
  public static final Setting CATEGORICAL = named("categorical");
  public static final Setting ID = named("id");
  public static final Setting MISSING = named("missing");
  public static final Setting TARGET_TYPE = named("target type");
  public static final Setting TEST_FRACTION = named("test fraction");
  public static final Setting TEST_GROUP = named("test group");
  public static final Setting TEST_AFTER = named("test after");
  public static final Setting SPLIT = named("split");
  public static final Setting ROW_WEIGHT = named("row weight");
  public static final Setting MAX_ROWS = named("max rows");

  // Where the run is kept
  public static final Setting OUT = named("out");

  // The model
  public static final Setting HIDDEN = named("hidden");
  public static final Setting ACTIVATION = named("activation");
  public static final Setting LIKELIHOOD = named("likelihood");
  public static final Setting TARGET_SCALE = named("target scale");
  public static final Setting PRIOR_SCALE = named("prior scale");
  public static final Setting WEIGHTS = named("weights");

  // How much is done, and where
  public static final Setting TIME = named("time");
  public static final Setting CORE_SECONDS = named("core seconds");
  public static final Setting SAMPLER = named("sampler");
  public static final Setting CHAINS = named("chains");
  public static final Setting WARMUP = named("warmup");
  public static final Setting DRAWS = named("draws");
  public static final Setting THINNING = named("thinning");
  public static final Setting ENERGY_VARIANCE = named("energy variance");
  public static final Setting MASS = named("mass");
  public static final Setting INIT = named("init");
  public static final Setting SUPERCHAINS = named("superchains");
  public static final Setting UNTIL = named("until");
  public static final Setting MAX_CHAINS = named("max chains");
  public static final Setting THREADS = named("threads");
  public static final Setting ENGINE = named("engine");

  // Of a prediction, and of a compressed run
  public static final Setting UNKNOWN_LEVEL = named("unknown level");
  public static final Setting KL = named("kl");

  public Setting {
    values = List.copyOf(values);
  }

  /** A setting by its name, such as one of a sampler. */
  public static Setting named(String name) {
    return new Setting(name, List.of());
  }

  /** The setting with its values. */
  public Setting to(Object... given) {
    return new Setting(name, List.of(given));
  }

  /** The setting with names of columns. */
  public Setting to(List<String> names) {
    return new Setting(name, List.copyOf(names));
  }
}
