package dev.coset.report;

import dev.coset.Equipment;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A headless Chromium, driven through chromedriver by the W3C's WebDriver protocol, which is JSON
 * over HTTP. Both are looked for on the PATH; a test without them is skipped.
 */
final class Browser implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.shared();

  /** What a script may take; on a busy machine axe-core takes a minute. */
  private static final Duration LONGEST = Duration.ofMinutes(3);

  /** Windows' numbers of keys, which browsers know on every system. */
  private static final Map<String, Integer> KEYS =
      Map.of("Tab", 9, "Enter", 13, "Space", 32, "ArrowUp", 38, "ArrowRight", 39, "ArrowDown", 40);

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process driver;
  private final String server;
  private String session = "";

  private Browser(Process driver, int port) {
    this.driver = driver;
    this.server = "http://127.0.0.1:" + port + "/session";
  }

  static Browser open() throws Exception {
    Optional<Path> chromedriver = onPath("chromedriver");
    Optional<Path> chromium =
        Stream.of("chromium", "chromium-browser", "google-chrome")
            .flatMap(name -> onPath(name).stream())
            .findFirst();
    Equipment.BROWSER.assume(chromedriver.isPresent() && chromium.isPresent());
    int port;
    try (var socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    Process process =
        new ProcessBuilder(chromedriver.get().toString(), "--port=" + port)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    var browser = new Browser(process, port);
    try {
      browser.begin(chromium.get());
      return browser;
    } catch (Exception | Error e) {
      browser.close();
      throw e;
    }
  }

  private void begin(Path chromium) throws Exception {
    awaitDriver();
    List<String> arguments =
        List.of(
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars");
    JsonNode begun =
        send(
            "POST",
            server,
            Map.of(
                "capabilities",
                Map.of(
                    "alwaysMatch",
                    Map.of(
                        "timeouts",
                        Map.of("script", LONGEST.toMillis()),
                        "goog:chromeOptions",
                        Map.of("binary", chromium.toString(), "args", arguments),
                        "goog:loggingPrefs",
                        Map.of("browser", "ALL", "performance", "ALL")))));
    session = server + "/" + begun.get("sessionId").asString();
  }

  /**
   * What pages see from now on: a window can be made as narrow as a phone only so.
   *
   * @param dark whether the desktop is dark
   */
  void emulate(int width, int height, boolean dark) throws Exception {
    devtools(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    devtools(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
  }

  private void awaitDriver() throws Exception {
    for (int attempt = 0; ; attempt++) {
      try {
        send("GET", server.replace("/session", "/status"), null);
        return;
      } catch (IOException notYet) {
        if (attempt == 100) {
          throw notYet;
        }
        Thread.sleep(100);
      }
    }
  }

  /** Opens a page; the logs begin anew. */
  void visit(Path page) throws Exception {
    log("browser");
    log("performance");
    send("POST", session + "/url", Map.of("url", page.toUri().toString()));
  }

  /** What a script's body returns. */
  JsonNode run(String script) throws Exception {
    return send("POST", session + "/execute/sync", Map.of("script", script, "args", List.of()));
  }

  /** Presses and lets go of a key: Tab, Enter, Space or an arrow. */
  void press(String key) throws Exception {
    int code = KEYS.get(key);
    String text = key.equals("Enter") ? "\r" : key.equals("Space") ? " " : "";
    String name = key.equals("Space") ? " " : key;
    for (String type : List.of("keyDown", "keyUp")) {
      devtools(
          "Input.dispatchKeyEvent",
          Map.of(
              "type", type, "key", name, "code", key, "windowsVirtualKeyCode", code, "text", text));
    }
  }

  /** The entries of a log since it was last asked for. */
  List<JsonNode> log(String kind) throws Exception {
    List<JsonNode> entries = new ArrayList<>();
    send("POST", session + "/se/log", Map.of("type", kind)).forEach(entries::add);
    return entries;
  }

  /** The URLs that the page asked for since the log was last read. */
  List<String> requests() throws Exception {
    List<String> urls = new ArrayList<>();
    for (JsonNode entry : log("performance")) {
      JsonNode message = JSON.readTree(entry.get("message").asString()).get("message");
      if (message.get("method").asString().equals("Network.requestWillBeSent")) {
        urls.add(message.get("params").get("request").get("url").asString());
      }
    }
    return urls;
  }

  /** The whole page as a picture. */
  void screenshot(Path file) throws Exception {
    int height = run("return document.documentElement.scrollHeight").asInt();
    int width = run("return window.innerWidth").asInt();
    JsonNode picture =
        devtools(
            "Page.captureScreenshot",
            Map.of(
                "format",
                "png",
                "captureBeyondViewport",
                true,
                "clip",
                Map.of("x", 0, "y", 0, "width", width, "height", height, "scale", 1)));
    Files.createDirectories(file.getParent());
    Files.write(file, Base64.getDecoder().decode(picture.get("data").asString()));
  }

  /** The page as it is printed. */
  void print(Path file) throws Exception {
    JsonNode pdf = send("POST", session + "/print", Map.of());
    Files.createDirectories(file.getParent());
    Files.write(file, Base64.getDecoder().decode(pdf.asString()));
  }

  private JsonNode devtools(String command, Map<String, ?> parameters) throws Exception {
    return send(
        "POST", session + "/goog/cdp/execute", Map.of("cmd", command, "params", parameters));
  }

  private JsonNode send(String method, String url, Object body) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(url)).timeout(LONGEST.plusMinutes(1));
    request.method(
        method,
        body == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)));
    var response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    JsonNode value = JSON.readTree(response.body()).get("value");
    if (response.statusCode() != 200) {
      throw new IllegalStateException(method + " " + url + ": " + value);
    }
    return value;
  }

  static Optional<Path> onPath(String program) {
    return Stream.of(System.getenv("PATH").split(java.io.File.pathSeparator))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  @Override
  public void close() throws Exception {
    try {
      if (!session.isEmpty()) {
        send("DELETE", session, null);
      }
    } finally {
      driver.destroy();
      driver.waitFor();
      http.close();
    }
  }
}
