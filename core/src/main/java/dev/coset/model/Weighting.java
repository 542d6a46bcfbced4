package dev.coset.model;

import java.util.Locale;

/** The rule by which the chains of a run are weighted. */
public enum Weighting {
  /** Alike, as in the paper: a mode counts as often as chains end in it. */
  EQUAL,
  /** So that the mixture best predicts held-out training rows. */
  STACKING,
  /** As much as the mode in which they are holds of the posterior. */
  EVIDENCE;

  /** What users call it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
