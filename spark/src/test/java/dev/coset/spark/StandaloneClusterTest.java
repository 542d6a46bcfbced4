package dev.coset.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.Engine;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.store.MissingChains;
import dev.coset.store.RunStore;
import dev.coset.store.SyntheticRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A master and two workers of one core, each a process of its own on this machine, that talk as
 * {@code deploy/secure.conf} has them.
 */
@ResourceLock("SparkContext") // a JVM has one
class StandaloneClusterTest {
  private static final int WORKERS = 2;
  private static final int CHAINS = 40;

  @TempDir static Path home;

  private static final List<Process> workers = new ArrayList<>();
  private static Path secure;
  private static String url;
  private static Process master;
  private static SparkContext context;

  @BeforeAll
  static void startMaster() throws Exception {
    Files.createDirectories(home.resolve("jars"));
    secure = home.resolve("secure.conf");
    Files.copy(Path.of("../deploy/secure.conf"), secure);
    Files.writeString(secure, "spark.authenticate.secret=of the test", StandardOpenOption.APPEND);
    int port;
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    url = "spark://127.0.0.1:" + port;
    master = daemon("master.Master", "--port", port);
    while (!answers(port)) {
      assertThat(master.isAlive()).as(log()).isTrue();
      Thread.sleep(50);
    }
    var settings = new Properties();
    try (var in = Files.newBufferedReader(secure)) {
      settings.load(in);
    }
    var configuration = new SparkConf();
    settings.forEach((name, value) -> configuration.set((String) name, (String) value));
    context =
        new SparkContext(
            configuration
                .setMaster(url)
                .setAppName("test")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.executor.memory", "512m")
                .set("spark.executor.extraClassPath", System.getProperty("java.class.path")));
  }

  private static Process daemon(String name, Object... args) throws IOException {
    List<Object> all = new ArrayList<>(List.of("--host", "127.0.0.1", "--webui-port", 0));
    all.addAll(List.of("--properties-file", secure));
    all.addAll(List.of(args));
    return Jvm.daemon(home, home.resolve("log"), "org.apache.spark.deploy." + name, all.toArray());
  }

  private static boolean answers(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  private static String log() throws IOException {
    return Files.readString(home.resolve("log"));
  }

  @BeforeEach
  void awaitWorkers() throws Exception {
    workers.removeIf(worker -> !worker.isAlive());
    while (workers.size() < WORKERS) {
      Path work = home.resolve("work");
      workers.add(daemon("worker.Worker", "--cores", 1, "--memory", "1g", "--work-dir", work, url));
    }
    while (executors() < WORKERS) {
      assertThat(workers).as(log()).allMatch(Process::isAlive);
      Thread.sleep(50);
    }
  }

  private static int executors() {
    return context.statusTracker().getExecutorInfos().length - 1; // the driver is one
  }

  @AfterAll
  static void end() {
    try {
      if (context != null) { // where it could not start, the processes must end all the same
        context.stop();
      }
    } finally {
      workers.forEach(Jvm::kill);
      Jvm.kill(master);
    }
  }

  @Test
  void drawsAreThoseOfTheLocalEngine(@TempDir Path folder) {
    var study = SyntheticRun.study(ChainPlan.of(CHAINS, 100, 2, 5), 40);
    try (var here = RunStore.create(folder.resolve("here"), study, "");
        var there = RunStore.create(folder.resolve("there"), study, "")) {
      MissingChains.sample(here, Engine.local(2), SamplerMonitor.NONE);
      MissingChains.sample(there, SparkEngine.on(context), SamplerMonitor.NONE);
      assertThat(there.complete()).isTrue();
      assertThat(there.draws()).isEqualTo(here.draws());
    }
  }

  @Test
  void aWorkerKilledInTheMiddleCostsNothing() {
    Posterior posterior = SyntheticRun.study(1, 1, 40).posterior();
    var plan = ChainPlan.of(CHAINS, 200, 1, 6);
    var finished = new AtomicInteger();
    Consumer<ChainOutcome> killer =
        outcome -> {
          if (finished.incrementAndGet() == CHAINS / 8) {
            Jvm.kill(workers.getFirst());
          }
        };
    var engine = SparkEngine.on(context);
    assertThat(Chains.outcomes(engine, posterior, plan, SamplerMonitor.NONE, killer))
        .isEqualTo(Chains.outcomes(Engine.local(2), posterior, plan));
    assertThat(executors()).isEqualTo(WORKERS - 1);
  }

  @Test
  void executorsAreAuthenticatedAndEncrypted() {
    var spark = new JavaSparkContext(context);
    assertThat(
            spark
                .parallelize(List.of(1, 2), 2)
                .map(i -> SparkEnv.get().securityManager())
                .map(
                    security ->
                        security.isAuthenticationEnabled()
                            && security.isEncryptionEnabled()
                            && security.getIOEncryptionKey().isDefined())
                .collect())
        .containsOnly(true);
  }

  @Test
  void executorsHaveTheVectorModule() {
    var spark = new JavaSparkContext(context);
    assertThat(
            spark
                .parallelize(List.of(1, 2), 2)
                .map(i -> ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent())
                .collect())
        .containsOnly(true);
  }
}
