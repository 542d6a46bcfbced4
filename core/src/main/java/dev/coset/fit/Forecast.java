package dev.coset.fit;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainStart;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How long sampling takes, from what it has shown itself: gradients a second, which say what this
 * machine does under its load of today, and gradients a transition, which nobody knows of NUTS
 * beforehand. It says nothing before both are known: the compiler is at work for the first
 * gradients, and a warm-up's first transitions differ from the others. For one thread.
 */
final class Forecast {
  /** Chains with their starts, to those without. */
  private static final double START = 1.1;

  /** From this part of a chain on, mass matrix and step size are nearly what they will be. */
  private static final double ADAPTED = 0.25;

  /** From this part on, transitions are within a factor of {@link #ROUGH} of what they will be. */
  private static final double BEGUN = 0.05;

  private static final double ROUGH = 3;
  private static final int FEWEST_CHAINS = 8; // where it is not known how many run at once
  private static final double FEWEST_SECONDS = 1.5;
  private static final double MORE_SECONDS = 5; // where the compiler has seen few gradients
  private static final int COMPILED = 20_000; // transitions
  private static final double MOST_WINDOW = 60; // seconds over which a rate is taken
  private static final double RISES = 1.15; // ratio of two rates, one after the other
  private static final double PATIENCE = 20; // seconds after which a rate may still rise

  private final ChainPlan plan;
  private final OptionalInt atOnce;
  private final Deque<Moment> recent = new ArrayDeque<>(); // the later half of the time
  private double began; // the first transition that was seen
  private final Deque<Moment> later = new ArrayDeque<>(); // the later half of the transitions

  /**
   * What was done when.
   *
   * @param seconds since sampling began
   */
  private record Moment(double seconds, long transitions, double gradients, int chains) {
    double rateSince(Moment earlier) {
      return (gradients - earlier.gradients) / (seconds - earlier.seconds);
    }
  }

  /**
   * @param atOnce how many chains run at one time, where that is known
   */
  Forecast(ChainPlan plan, OptionalInt atOnce) {
    this.plan = plan;
    this.atOnce = atOnce;
  }

  /** To be told several times a second. */
  void observe(double seconds, long transitions, double gradients, int chains) {
    if (!recent.isEmpty() && seconds <= recent.getLast().seconds()) {
      return;
    }
    if (gradients == 0) {
      return; // starts are sought
    }
    if (recent.isEmpty()) {
      began = seconds;
    }
    var now = new Moment(seconds, transitions, gradients, chains);
    recent.addLast(now);
    later.addLast(now);
    double from = Math.max((began + seconds) / 2, seconds - MOST_WINDOW);
    while (recent.size() > 2 && recent.getFirst().seconds() < from) {
      recent.removeFirst();
    }
    while (later.size() > 2 && later.getFirst().transitions() < transitions / 2) {
      later.removeFirst();
    }
  }

  /**
   * How long sampling takes where all gradients are known beforehand, in any unit in which they
   * were observed; empty as long as too little is known.
   */
  Optional<TimeRange> ofWork(double all) {
    if (recent.size() < 3 || !isSteady(recent.getLast())) {
      return Optional.empty();
    }
    Moment now = recent.getLast();
    double rate = now.rateSince(recent.getFirst());
    return rate > 0
        ? Optional.of(TimeRange.of(now.seconds() + Math.max(0, all - now.gradients()) / rate))
        : Optional.empty();
  }

  /** How long a number of chains take, from the first; empty as long as too little is known. */
  Optional<TimeRange> of(int chains) {
    if (recent.size() < 3) {
      return Optional.empty();
    }
    Moment now = recent.getLast();
    double rate = now.rateSince(recent.getFirst());
    int together = Math.min(atOnce.orElse(1), chains);
    double part = (double) now.transitions() / plan.sampler().transitions() / together;
    boolean known = isKnown(now, part, chains, together);
    if (!isSteady(now) || !(rate > 0) || !(known || part >= BEGUN)) {
      return Optional.empty();
    }
    // The last chains of an odd number leave threads without work.
    double all = (double) Math.ceilDiv(chains, together) * together * perChain(now, together);
    boolean soughtFor = !plan.start().equals(ChainStart.UNIFORM);
    double left = Math.max(0, all - now.gradients()) / rate * (soughtFor ? START : 1);
    return Optional.of(
        known
            ? new TimeRange(now.seconds() + left, now.seconds() + left)
            : new TimeRange(now.seconds() + left / ROUGH, now.seconds() + left * ROUGH));
  }

  /** Whether the gradients of a chain are. */
  private boolean isKnown(Moment now, double part, int chains, int together) {
    if (plan.sampler().gradients().isPresent()) {
      return true;
    }
    return atOnce.isPresent()
        ? now.chains() >= together || part >= ADAPTED
        : now.chains() >= FEWEST_CHAINS || part >= ADAPTED * chains;
  }

  private double perChain(Moment now, int together) {
    OptionalLong known = plan.sampler().gradients();
    return known.isPresent()
        ? known.getAsLong()
        : perUnknownChain(now, plan.sampler().transitions(), together);
  }

  /** While the first chains run, the rest of each is taken to be as the latest transitions were. */
  private double perUnknownChain(Moment now, double transitions, int together) {
    Moment before = later.getFirst();
    if (now.chains() >= together || atOnce.isEmpty() || now.transitions() == before.transitions()) {
      return transitions * now.gradients() / now.transitions();
    }
    double latest =
        (now.gradients() - before.gradients()) / (now.transitions() - before.transitions());
    double left = Math.max(0, together * transitions - now.transitions());
    return (now.gradients() + left * latest) / together;
  }

  /** Whether the compiler has done its work: the rate no longer rises. */
  private boolean isSteady(Moment now) {
    double seconds = now.seconds() - began;
    if (seconds < (now.transitions() < COMPILED ? MORE_SECONDS : FEWEST_SECONDS)) {
      return false;
    }
    Moment first = recent.getFirst();
    double half = (first.seconds() + now.seconds()) / 2;
    Moment middle = first;
    for (Moment moment : recent) {
      if (moment.seconds() <= half) {
        middle = moment;
      }
    }
    if (middle == first || middle == now) {
      return false;
    }
    return seconds > PATIENCE || now.rateSince(middle) < RISES * middle.rateSince(first);
  }
}
