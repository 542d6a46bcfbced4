package dev.coset;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** What not every machine has. A test without it is left out, and the end of the build says so. */
public enum Equipment {
  BROWSER(
      "the report in a browser",
      "put chromium and chromedriver on the PATH (Debian: apt-get install chromium"
          + " chromium-driver)"),
  NODE(
      "the page's evaluator without a browser",
      "put node on the PATH (Debian: apt-get install nodejs)"),
  PYTHON(
      "exports read by ArviZ",
      "give COSET_PYTHON a Python that has what core/src/test/python/requirements.txt lists"),
  PIPES("pipes and full devices", "run the tests on Linux, with mkfifo on the PATH");

  private final String what;
  private final String how;

  Equipment(String what, String how) {
    this.what = what;
    this.how = how;
  }

  /** Leaves the test out unless it is at hand. */
  public void assume(boolean atHand) {
    assumeTrue(atHand, what + ". To have it, " + how + ".");
  }
}
