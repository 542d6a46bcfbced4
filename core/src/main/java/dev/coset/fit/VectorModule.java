package dev.coset.fit;

import dev.coset.message.Message;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Says once where the JVM was started without its vector module. */
final class VectorModule {
  private static final String NAME = "jdk.incubator.vector";
  private static final AtomicBoolean SAID = new AtomicBoolean();

  private VectorModule() {}

  static Optional<Message> warning() {
    return ModuleLayer.boot().findModule(NAME).isEmpty() && SAID.compareAndSet(false, true)
        ? Optional.of(
            Message.of(
                "The JVM runs without its vector module. A fit takes 3 to 23 times as long, with"
                    + " the same results. Start Java with '--add-modules %s'.",
                NAME))
        : Optional.empty();
  }
}
