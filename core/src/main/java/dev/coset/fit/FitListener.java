package dev.coset.fit;

import dev.coset.message.Message;
import dev.coset.model.Choice;
import java.lang.System.Logger.Level;

/**
 * Receives the messages and the progress of a fit. Methods are called by the thread that fits, but
 * for {@link #stopped}, which every thread calls.
 */
public interface FitListener {
  /** Ignores everything and lets the fit run to its end. */
  FitListener NONE = new FitListener() {};

  /** Writes warnings to the log {@code dev.coset} and lets the fit run to its end. */
  FitListener LOG =
      new FitListener() {
        @Override
        public void warn(Message sentence) {
          System.getLogger("dev.coset").log(Level.WARNING, sentence.toString());
        }
      };

  /** Receives a sentence on what was done, which needs no action. */
  default void note(Message sentence) {}

  /** Receives a sentence on what the user has to know or do. */
  default void warn(Message sentence) {}

  /** Called when a phase begins; the phase tells its state until it ends. */
  default void begins(FitPhase phase) {}

  /** Called when a phase ends. */
  default void ends(FitPhase phase) {}

  /** Receives the choice among candidate models, once it is made. */
  default void chose(Choice choice) {}

  /** Returns true to stop the fit; finished chains are kept. */
  default boolean stopped() {
    return false;
  }
}
