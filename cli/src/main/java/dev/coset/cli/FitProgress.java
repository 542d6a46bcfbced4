package dev.coset.cli;

import dev.coset.fit.FitListener;
import dev.coset.fit.FitPhase;
import dev.coset.fit.FitPhase.Chains;
import dev.coset.fit.FitPhase.State;
import dev.coset.fit.TimeRange;
import dev.coset.message.Message;
import dev.coset.model.Choice;
import java.io.PrintWriter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says how a fit goes, on stderr; Ctrl-C stops it with nothing lost. */
final class FitProgress implements FitListener, AutoCloseable {
  private static final double ROUGH_AFTER = 10; // seconds

  private final Console console;
  private @Nullable ProgressLine line;
  private @Nullable StopOnSignal signal;
  private boolean roughlySaid;
  private boolean said;
  private volatile boolean stopped;

  FitProgress(Console console) {
    this.console = console;
  }

  @Override
  public void note(Message sentence) {
    console.note(sentence);
  }

  @Override
  public void warn(Message sentence) {
    console.warn(sentence);
  }

  @Override
  public void chose(Choice choice) {
    console.note(ChoiceText.text(choice));
  }

  @Override
  public boolean stopped() {
    return stopped;
  }

  void stop() {
    stopped = true;
  }

  @Override
  public void begins(FitPhase phase) {
    signal = new StopOnSignal(this::stop);
    PrintWriter err = console.err();
    line =
        switch (phase.kind()) {
          case CHOOSING -> {
            console.note(choosing(phase.chains()));
            yield new ProgressLine(
                err,
                "Choosing the model",
                phase.transitions(),
                () -> phase.state().transitions(),
                () -> choosing(phase));
          }
          case SAMPLING -> {
            console.note(sampling(phase.chains()));
            said = phase.chains().expected().isPresent();
            yield new ProgressLine(
                err,
                "Sampling",
                phase.transitions(),
                () -> phase.state().transitions(),
                () -> sampling(phase.chains(), phase.state()),
                () -> news(phase.state()));
          }
        };
  }

  @Override
  public void ends(FitPhase phase) {
    if (line != null) {
      line.close();
      line = null;
    }
    if (!stopped) {
      close();
    }
  }

  /** Lets the program end. */
  @Override
  public void close() {
    if (signal != null) {
      signal.close();
      signal = null;
    }
  }

  private static String choosing(Chains chains) {
    return Texts.format(
        "Choosing among %d models by short chains: about %s.",
        chains.models(), Texts.duration(chains.expected().orElseThrow().high()));
  }

  private static String choosing(FitPhase phase) {
    State state = phase.state();
    return Texts.format(
        "Choosing the model: %.0f%%, %s gradients/s, %s left",
        100.0 * state.transitions() / Math.max(1, phase.transitions()),
        Texts.count(state.gradients() / state.seconds()),
        left(state));
  }

  /** The chains that are to be run, how many at once, and how long they take, where it is known. */
  static String sampling(Chains chains) {
    boolean early = chains.fewest() < chains.missing();
    var text = new StringBuilder();
    text.append(
        Texts.format(
            "%s%s to run%s%s",
            early
                ? chains.fewest() + " to " + chains.missing() + " chains"
                : Texts.count(chains.missing(), "chain"),
            chains.models() > 1 ? " of " + chains.models() + " models" : "",
            chains.atOnce().isEmpty()
                ? ""
                : " on "
                    + Texts.count(Math.min(chains.atOnce().getAsInt(), chains.missing()), "thread"),
            early ? ", until the predictive has converged" : ""));
    chains
        .expected()
        .ifPresent(
            time ->
                text.append(
                    Texts.format(
                        "; %s about %s%s",
                        chains.atOnce().isEmpty()
                            ? "one core of this machine would take"
                            : "expect",
                        early ? Texts.duration(time.low()) + " to " : "",
                        Texts.duration(time.high()))));
    return text.append('.').toString();
  }

  private static String sampling(Chains chains, State state) {
    return Texts.format(
        "%d/%d chains%s, %s gradients/s, %d divergences, %s left",
        state.chains(),
        state.of(),
        chains.models() > 1 ? "" : ", " + state.functions() + " functions",
        Texts.count(state.gradients() / state.seconds()),
        state.divergences(),
        left(state));
  }

  private static String left(State state) {
    return state
        .time()
        .filter(TimeRange::close)
        .map(time -> Texts.duration(Math.max(0, time.high() - state.seconds())))
        .orElse("?");
  }

  /** How long it will take, once that is known; before, a rough estimate if that takes long. */
  private Optional<String> news(State state) {
    if (said || state.time().isEmpty()) {
      return Optional.empty();
    }
    TimeRange time = state.time().get();
    if (time.close()) {
      said = true;
      return Optional.of(
          Texts.format(
              "Sampling takes about %s%s.",
              state.timeOfFewest().map(few -> Texts.duration(few.low()) + " to ").orElse(""),
              Texts.duration(time.high())));
    }
    if (state.seconds() < ROUGH_AFTER || roughlySaid) {
      return Optional.empty();
    }
    roughlySaid = true;
    return Optional.of(
        Texts.format(
            "Sampling takes between %s and %s; a closer estimate follows.",
            Texts.duration(time.low()), Texts.duration(time.high())));
  }
}
