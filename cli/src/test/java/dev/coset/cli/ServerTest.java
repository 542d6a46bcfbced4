package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.data.NpzWriter;
import dev.coset.data.Sinusoid;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Commands over pipes, as another program sends them. */
class ServerTest {
  private static final JsonMapper JSON = JsonMapper.shared();

  @TempDir Path folder;
  private PrintWriter to;
  private BufferedReader from;
  private final CountDownLatch left = new CountDownLatch(1);
  private Thread server;

  @BeforeEach
  void start() throws IOException {
    var in = new PipedInputStream();
    to = new PrintWriter(new PipedOutputStream(in), true);
    var out = new PipedOutputStream();
    from = new BufferedReader(new InputStreamReader(new PipedInputStream(out, 1 << 16)));
    server =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    new Server(in, out, left::countDown).run();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
  }

  @AfterEach
  void stop() {
    to.close();
  }

  private record Reply(int code, String out, String err) {}

  private Reply call(Object... words) throws IOException {
    List<String> texts = new ArrayList<>();
    for (Object word : words) {
      texts.add(word.toString());
    }
    return send(JSON.writeValueAsString(texts));
  }

  private Reply send(String line) throws IOException {
    to.println(line);
    var err = new StringBuilder();
    while (true) {
      JsonNode reply = JSON.readTree(from.readLine());
      if (reply.has("code")) {
        return new Reply(reply.get("code").asInt(), reply.get("out").asString(), err.toString());
      }
      err.append(reply.get("err").asString());
    }
  }

  /** Arrays in and out give what text gives, to the bit. */
  @Test
  void arraysPredictWhatTextPredicts() throws IOException {
    var data = Sinusoid.dataset(40, 3);
    Path arrays = folder.resolve("data.npz");
    try (var writer = new NpzWriter(arrays)) {
      writer.numbers("x", data.features()[0]);
      writer.numbers("y", data.target());
    }
    var text = new StringBuilder("x,y\n");
    for (int i = 0; i < data.rows(); i++) {
      text.append(data.features()[0][i]).append(',').append(data.target()[i]).append('\n');
    }
    Path csv = Files.writeString(folder.resolve("data.csv"), text);
    Object[] options = {"--hidden", 2, "--chains", 2, "--warmup", 40, "--draws", 3, "--no-report"};
    for (Path file : List.of(arrays, csv)) {
      List<Object> words = new ArrayList<>(List.of("fit", file, "--target", "y", "--out"));
      words.add(folder.resolve("run-" + file.getFileName()));
      words.addAll(List.of(options));
      assertThat(call(words.toArray()).code()).isZero();
    }
    Path ofArrays = folder.resolve("run-data.npz");
    Path predicted = folder.resolve("predicted.npz");
    Reply reply = call("predict", ofArrays, arrays, "-o", predicted, "--components");
    assertThat(reply.code()).isZero();
    assertThat(reply.out()).isEmpty();
    String expected = Coset.run("predict", folder.resolve("run-data.csv"), csv).out();
    assertThat(call("predict", ofArrays, arrays).out()).isEqualTo(expected);
    // The arrays are columns of a table themselves: what is predicted by them is what they say.
    Reply scored =
        call(
            "fit",
            predicted,
            "--target",
            "mean",
            "--out",
            folder.resolve("again"),
            "--features",
            "locations0,q0.5",
            "--hidden",
            "linear",
            "--chains",
            1,
            "--warmup",
            40,
            "--draws",
            1,
            "--no-report",
            "--json");
    assertThat(scored.code()).isZero();
    assertThat(JSON.readTree(scored.out()).get("points").asInt()).isEqualTo(8);
  }

  @Test
  void whatIsWrongIsSaidAndTheNextCommandRuns() throws IOException {
    Reply none = call("fit", folder.resolve("none.csv"), "--target", "y", "--out", folder);
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("There is no file").endsWith("\n");
    assertThat(send("nonsense"))
        .isEqualTo(new Reply(2, "", "coset: A command is a JSON array of its words.\n"));
    assertThat(call("--version").out()).startsWith("coset ");
  }

  @Test
  void itEndsWithItsInput() throws InterruptedException, IOException {
    assertThat(call("--version").code()).isZero();
    to.close();
    server.join(10_000);
    assertThat(server.isAlive()).isFalse();
    assertThat(left.getCount()).isEqualTo(1); // nothing was at work
  }

  /** Whoever asked was killed: what is at work is told to stop. */
  @Test
  void aCommandAtWorkOutlivesNobody() throws InterruptedException {
    to.println(
        JSON.writeValueAsString(List.of("demo", "--out", folder.resolve("demo").toString())));
    to.close();
    assertThat(left.await(10, TimeUnit.SECONDS)).isTrue();
  }
}
