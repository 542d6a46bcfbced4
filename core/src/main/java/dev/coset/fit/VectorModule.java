package dev.coset.fit;

import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;

/** Tells once, in the program's log, where the JVM was started without its vector module. */
final class VectorModule {
  private static final String NAME = "jdk.incubator.vector";
  private static final AtomicBoolean TOLD = new AtomicBoolean();

  private VectorModule() {}

  static void tellWhereMissing() {
    if (ModuleLayer.boot().findModule(NAME).isEmpty() && TOLD.compareAndSet(false, true)) {
      System.getLogger("dev.coset")
          .log(
              Level.WARNING,
              "The JVM runs without its vector module, so a fit takes 3 to 23 times as long, with"
                  + " the same results. Start Java with: --add-modules "
                  + NAME);
    }
  }
}
