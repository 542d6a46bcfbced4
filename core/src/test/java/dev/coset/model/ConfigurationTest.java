package dev.coset.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.ChainPlan;
import dev.coset.data.TargetScale;
import dev.coset.model.Configuration.Standardise;
import dev.coset.model.Configuration.Until;
import dev.coset.network.Activation;
import dev.coset.network.Precision;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Prior;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Each choice can be made for itself, and two configurations are equal where all choices are. */
class ConfigurationTest {
  private static final ChainPlan PLAN = ChainPlan.of(4, 60, 3, 1);

  private static Configuration usual() {
    return Configuration.of(new int[] {5, 3}, PLAN);
  }

  /** A choice, and the way back to what is usual. */
  private record Choice(UnaryOperator<Configuration> made, UnaryOperator<Configuration> undone) {}

  private static final List<Choice> CHOICES =
      List.of(
          new Choice(c -> c.with(Precision.DOUBLE), c -> c.with(Precision.SINGLE)),
          new Choice(c -> c.with(Activation.RELU), c -> c.with(Activation.TANH)),
          new Choice(c -> c.with(new Prior(2)), c -> c.with(Prior.STANDARD_NORMAL)),
          new Choice(c -> c.with(Standardise.ALL), c -> c.with(Standardise.TRAIN)),
          new Choice(
              c -> c.withLikelihood(Likelihood.HETEROSCEDASTIC),
              c -> c.withLikelihood(Likelihood.NORMAL)),
          new Choice(
              c -> c.withTargetScale(TargetScale.LOG), c -> c.withTargetScale(TargetScale.LINEAR)),
          new Choice(c -> c.withPlan(PLAN.withChains(9)), c -> c.withPlan(PLAN)),
          new Choice(c -> c.stopped(new Until(0.1, 40)), c -> c.stopped(null)));

  @Test
  void aChoiceChangesNothingElse() {
    for (Choice choice : CHOICES) {
      Configuration changed = choice.made.apply(usual());
      assertThat(changed).isNotEqualTo(usual());
      assertThat(choice.undone.apply(changed)).isEqualTo(usual()).hasSameHashCodeAs(usual());
    }
  }

  /** Choices made one after another do not undo each other, in whatever order. */
  @Test
  void choicesAreMadeInAnyOrder() {
    Configuration forwards = usual();
    for (Choice choice : CHOICES) {
      forwards = choice.made.apply(forwards);
    }
    Configuration backwards = usual();
    for (Choice choice : CHOICES.reversed()) {
      backwards = choice.made.apply(backwards);
    }
    assertThat(forwards).isEqualTo(backwards);
    for (Choice choice : CHOICES) {
      assertThat(choice.undone.apply(forwards)).isNotEqualTo(forwards);
    }
  }

  @Test
  void noTwoChoicesAreEqual() {
    List<Configuration> all = new ArrayList<>();
    CHOICES.forEach(choice -> all.add(choice.made.apply(usual())));
    all.add(Configuration.of(new int[] {5, 4}, PLAN));
    all.add(usual());
    assertThat(all).doesNotHaveDuplicates();
    assertThat(all.stream().map(Object::hashCode).distinct().count()).isGreaterThan(1);
    assertThat(usual()).isNotEqualTo("usual");
  }
}
