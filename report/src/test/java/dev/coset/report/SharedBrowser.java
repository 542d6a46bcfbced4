package dev.coset.report;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One browser for all tests of a class, opened when the first asks for it. */
final class SharedBrowser implements AfterAllCallback {
  private @Nullable Browser browser;

  Browser get() throws Exception {
    if (browser == null) {
      browser = Browser.open();
    }
    return browser;
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    if (browser != null) {
      browser.close();
    }
  }
}
