package dev.coset.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.data.Dataset;
import dev.coset.data.NpzWriter;
import dev.coset.data.Sinusoid;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Commands over pipes, as another program sends them. */
class ServerTest {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final List<Object> SMALL =
      List.of("--hidden", 2, "--chains", 2, "--warmup", 40, "--draws", 3, "--no-report");

  @TempDir Path folder;
  private OutputStream bytes;
  private PrintWriter to;
  private BufferedReader from;
  private final CountDownLatch left = new CountDownLatch(1);
  private Thread server;

  @BeforeEach
  void start() throws IOException {
    var in = new PipedInputStream(1 << 16);
    bytes = new PipedOutputStream(in);
    to = new PrintWriter(bytes, true);
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

  private record Reply(int code, String out, String err, List<String> warnings) {
    Reply(int code, String out, String err) {
      this(code, out, err, List.of());
    }
  }

  private Reply call(Object... words) throws IOException {
    List<String> texts = new ArrayList<>();
    for (Object word : words) {
      texts.add(word.toString());
    }
    return send(JSON.writeValueAsString(texts));
  }

  private Reply send(String line) throws IOException {
    to.println(line);
    return reply();
  }

  private Reply reply() throws IOException {
    var err = new StringBuilder();
    List<String> warnings = new ArrayList<>();
    while (true) {
      JsonNode reply = JSON.readTree(from.readLine());
      if (reply.has("code")) {
        int code = reply.get("code").asInt();
        return new Reply(code, reply.get("out").asString(), err.toString(), warnings);
      }
      if (reply.has("warning")) {
        warnings.add(reply.get("warning").asString());
      } else {
        err.append(reply.get("err").asString());
      }
    }
  }

  private Path arrays(Dataset data) throws IOException {
    Path file = folder.resolve("data.npz");
    try (var writer = new NpzWriter(file)) {
      writer.numbers("x", data.features()[0]);
      writer.numbers("y", data.target());
    }
    return file;
  }

  private Reply fit(Path file, Path run) throws IOException {
    List<Object> words = new ArrayList<>(List.of("fit", file, "--target", "y", "--out", run));
    words.addAll(SMALL);
    Reply reply = call(words.toArray());
    assertThat(reply.code()).as(reply.err()).isZero();
    return reply;
  }

  private void assertGoesOn() throws IOException {
    assertThat(call("--version").out()).startsWith("coset ");
  }

  /** Arrays in and out give what text gives, to the bit. */
  @Test
  void arraysPredictWhatTextPredicts() throws IOException {
    var data = Sinusoid.dataset(40, 3);
    Path arrays = arrays(data);
    var text = new StringBuilder("x,y\n");
    for (int i = 0; i < data.rows(); i++) {
      text.append(data.features()[0][i]).append(',').append(data.target()[i]).append('\n');
    }
    Path csv = Files.writeString(folder.resolve("data.csv"), text);
    for (Path file : List.of(arrays, csv)) {
      fit(file, folder.resolve("run-" + file.getFileName()));
    }
    Path ofArrays = folder.resolve("run-data.npz");
    Path predicted = folder.resolve("predicted.npz");
    Reply reply = call("predict", ofArrays, arrays, "-o", predicted, "--components");
    assertThat(reply.code()).isZero();
    assertThat(reply.out() + reply.err()).isEmpty();
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
    assertGoesOn();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense",
        "",
        "null",
        "3",
        "{}",
        "\"predict\"",
        "[\"predict\", null]",
        "[\"predict\", 3]",
        "[\"predict\", [\"run\"]]",
        "[\"--version\"] [\"--version\"]",
        "[\"--version\""
      })
  void aFrameThatIsNoCommandGetsAnAnswer(String frame) throws IOException {
    assertThat(send(frame))
        .isEqualTo(
            new Reply(2, "", "coset: A command is a JSON array of its words, each a string.\n"));
    assertGoesOn();
  }

  @Test
  void aServerIsNotStartedInAServer() throws IOException {
    Reply reply = call("--verbose", "serve");
    assertThat(reply.code()).isEqualTo(2);
    assertThat(reply.err()).contains("coset: A command of serve cannot be serve");
    assertGoesOn();
  }

  @Test
  @Timeout(60)
  void aFrameThatIsTooLongGetsAnAnswer() throws IOException {
    Reply words = call(Collections.nCopies(100_000, "x").toArray());
    assertThat(words.code()).isEqualTo(2);
    assertThat(words.err())
        .isEqualTo("coset: A command has at most 1000 words, but this one has 100000.\n");
    Reply line = call("x".repeat(FrameReader.MOST_BYTES));
    assertThat(line.code()).isEqualTo(2);
    assertThat(line.err()).startsWith("coset: A command has at most 4194304 bytes");
    assertGoesOn();
  }

  /** Words as long as a frame may have, in every place of a command. */
  @Test
  @Timeout(60)
  void theLongestWordGetsAnAnswer() throws IOException {
    String word = "x".repeat(FrameReader.MOST_BYTES - 100);
    for (List<Object> words :
        List.of(
            List.<Object>of(word),
            List.<Object>of("--" + word),
            List.<Object>of("predict", word),
            List.<Object>of("fit", "--hidden=" + word))) {
      assertThat(call(words.toArray()).code()).isEqualTo(2);
    }
    assertThat(call(Collections.nCopies(FrameReader.MOST_WORDS, "x").toArray()).code())
        .isEqualTo(2);
    assertGoesOn();
  }

  /** Garbage of every kind, bytes that are no text among them, with a good command between. */
  @Test
  @Timeout(60)
  void randomFramesGetAnswersAndGoodOnesTheirResult() throws IOException {
    var random = new SplittableRandom(7);
    String version = call("--version").out();
    int refused = 0;
    for (int i = 0; i < 400; i++) {
      byte[] frame = garbage(random);
      bytes.write(frame);
      bytes.write('\n');
      bytes.flush();
      Reply reply = reply();
      assertThat(reply.code()).as(new String(frame, UTF_8)).isIn(0, 2);
      assertThat(reply.err()).doesNotContain("\tat ", "Exception");
      refused += reply.code() == 2 ? 1 : 0;
      if (i % 10 == 0) {
        assertThat(call("--version")).isEqualTo(new Reply(0, version, ""));
      }
    }
    assertThat(refused).isGreaterThan(300);
  }

  private static byte[] garbage(SplittableRandom random) {
    List<String> words =
        List.of("predict", "serve", "fit", "help", "--json", "--out", "\u0000", "", "a,b", "é");
    String command =
        JSON.writeValueAsString(
            random.ints(random.nextInt(6), 0, words.size()).mapToObj(words::get).toList());
    byte[] frame =
        switch (random.nextInt(3)) {
          case 0 -> new byte[random.nextInt(200)];
          case 1 -> "[".repeat(random.nextInt(3000)).getBytes(UTF_8);
          default -> command.getBytes(UTF_8);
        };
    if (frame.length > 0 && frame[0] == 0) {
      random.nextBytes(frame);
    } else if (frame.length > 0 && random.nextBoolean()) {
      frame[random.nextInt(frame.length)] = (byte) random.nextInt();
    }
    for (int i = 0; i < frame.length; i++) {
      frame[i] = frame[i] == '\n' ? (byte) ' ' : frame[i];
    }
    return frame;
  }

  /** Whoever uses fewer chains than were planned learns it apart from what is merely told. */
  @Test
  void aWarningHasAFrameOfItsOwn() throws IOException {
    Path arrays = arrays(Sinusoid.dataset(40, 3));
    Path run = folder.resolve("run");
    Reply fitted = fit(arrays, run);
    assertThat(fitted.warnings()).isEmpty();
    assertThat(fitted.err()).isNotEmpty();
    Path journal = run.resolve("draws.journal");
    byte[] whole = Files.readAllBytes(journal);
    Files.write(journal, Arrays.copyOf(whole, whole.length - 10));
    Reply reply = call("predict", run, arrays);
    assertThat(reply.code()).isZero();
    assertThat(reply.err()).isEmpty();
    assertThat(reply.warnings()).anyMatch(w -> w.contains("Only 1 of the 2 chains"));
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
