package dev.coset.cuda;

import dev.coset.chains.ChainBatch;
import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.JobQueue;
import dev.coset.experiments.PaperData;
import dev.coset.model.Configuration;
import dev.coset.network.Activation;
import dev.coset.network.Precision;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.Mclmc;
import dev.coset.sampler.Nuts;
import dev.coset.sampler.Sampler;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.vectormath.Elementary;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** What only a GPU can show; {@code cuda/check} calls it. */
final class DeviceCheck {
  private DeviceCheck() {}

  /**
   * @param arguments one of {@code equal FILE}, {@code tanh}, {@code speed FILE}
   */
  public static void main(String[] arguments) throws Exception {
    boolean good =
        switch (arguments[0]) {
          case "equal" -> equal(Path.of(arguments[1]));
          case "tanh" -> tanh();
          case "speed" -> speed(Path.of(arguments[1]));
          default -> throw new IllegalArgumentException(arguments[0]);
        };
    System.exit(good ? 0 : 1);
  }

  /** The words of the lines of a file that are no comments. */
  private static List<String[]> rows(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(line -> line.trim().split("\\s+"))
        .toList();
  }

  /** Draws, statistics and warm-up summaries are the local engine's, for a table of cases. */
  private static boolean equal(Path table) throws Exception {
    boolean all = true;
    for (String[] row : rows(table)) {
      Posterior posterior =
          Models.of(
              Integer.parseInt(row[0]),
              row[1],
              row[2].equals("none") ? "" : row[2],
              Activation.valueOf(row[3].toUpperCase(Locale.ROOT)),
              row[4],
              Integer.parseInt(row[5]),
              Precision.valueOf(row[7].toUpperCase(Locale.ROOT)));
      if (row[6].equals("weighted")) {
        posterior = Models.weighted(posterior);
      }
      var plan = new ChainPlan(Integer.parseInt(row[12]), Long.parseLong(row[13]), sampler(row, 8));
      List<ChainOutcome> here = EqualBytesTest.local(posterior, plan);
      List<ChainOutcome> there = new ArrayList<>();
      var device = run(posterior, plan, there);
      boolean same = here.equals(EqualBytesTest.ordered(there));
      long failed = 0;
      long diverged = 0;
      for (var outcome : there) {
        switch (outcome) {
          case ChainOutcome.Finished f -> diverged += f.warmup().divergences();
          case ChainOutcome.Failed f -> failed++;
        }
      }
      System.out.printf(
          "%-9s %s: %d chains, %d failed, %d steps of warm-up diverged; %s%n",
          same ? "equal" : "DIFFERENT",
          String.join(" ", row),
          there.size(),
          failed,
          diverged,
          device.how);
      all &= same;
    }
    return all;
  }

  private static Sampler sampler(String[] row, int at) {
    int warmup = Integer.parseInt(row[at + 1]);
    int draws = Integer.parseInt(row[at + 2]);
    int last = Integer.parseInt(row[at + 3]);
    return row[at].equals(Nuts.NAME)
        ? new Nuts.Settings(warmup, draws, 0.8, last)
        : Mclmc.Settings.of(warmup, draws, last);
  }

  /**
   * A run on a device.
   *
   * @param how the device is used, the seconds that it took once the kernel was there, and those of
   *     the tail, when chains were left for less than half of the thread blocks
   * @param blocks thread blocks at once
   */
  private record DeviceRun(String how, int blocks) {}

  private static DeviceRun run(Posterior posterior, ChainPlan plan, List<ChainOutcome> outcomes)
      throws InterruptedException {
    List<Long> times = new ArrayList<>(); // of the outcomes
    Consumer<List<ChainOutcome>> sink =
        batch -> {
          outcomes.addAll(batch);
          batch.forEach(outcome -> times.add(System.nanoTime()));
        };
    var recipe = ChainRecipe.of(posterior, plan);
    var batch = new ChainBatch(recipe, IntStream.range(0, plan.chains())).to(sink);
    try (var device = CudaDevice.open(0);
        var stream = device.stream()) {
      long began = System.nanoTime();
      var chains =
          new DeviceChains(
              device,
              stream,
              batch,
              new JobQueue(),
              SamplerMonitor.NONE,
              ForkJoinPool.commonPool());
      long ready = System.nanoTime();
      chains.run();
      long ended = System.nanoTime();
      int beforeTail = Math.max(0, plan.chains() - Math.ceilDiv(chains.blocks(), 2));
      String how =
          "%.3f s, tail %.3f s (kernel %.2f s), %s"
              .formatted(
                  (ended - ready) * 1e-9,
                  (ended - times.get(beforeTail)) * 1e-9,
                  (ready - began) * 1e-9,
                  chains.describe());
      return new DeviceRun(how, chains.blocks());
    }
  }

  /** Of all floats, NaN aside, the bits of the processor's; hashes of 2^16 at a time. */
  private static boolean tanh() {
    int[] there = new int[1 << 16];
    try (var device = CudaDevice.open(0);
        var stream = (CudaStream) device.stream()) {
      var nvrtc = Nvrtc.find().orElseThrow();
      Map<String, String> files = new LinkedHashMap<>();
      files.put("tanh.cu", new String(KernelSource.read("tanh.cu")));
      files.putAll(KernelSource.files());
      var options =
          List.of(
              "--std=c++17",
              "--fmad=false",
              "--gpu-architecture=sm_" + nvrtc.nearest(device.architecture()));
      var any = Models.of(64, 1, "3", Activation.TANH, "normal", 0, Precision.SINGLE);
      var shape = DeviceChains.shape(any, Mclmc.Settings.of(40, 2, 3));
      var kernel =
          stream.load(nvrtc.compile(files, options), Layout.general(shape, 48 << 10), "tanhs");
      long at = stream.allocate((long) there.length * Integer.BYTES);
      kernel.plan(MemorySegment.ofArray(new long[] {at}));
      kernel.launch(there.length / kernel.layout().threads());
      stream.await();
      stream.read(MemorySegment.ofArray(there), at);
    }
    int[] here = IntStream.range(0, there.length).parallel().map(DeviceCheck::hash).toArray();
    long different = IntStream.range(0, here.length).filter(i -> here[i] != there[i]).count();
    System.out.printf(
        "tanh of all 2^32 floats: %d of %d hashes differ, hash of all %08x%n",
        different, here.length, Arrays.hashCode(here));
    return different == 0;
  }

  private static int hash(int high) {
    int hash = 0;
    for (int i = 0; i < 1 << 16; i++) {
      float t = Elementary.tanh(Float.intBitsToFloat((high << 16) | i));
      hash = 31 * hash + (Float.isNaN(t) ? 0x7fc00000 : Float.floatToRawIntBits(t));
    }
    return hash;
  }

  /** Gradients a second on the paper's data, standardised on all rows as the paper does. */
  private static boolean speed(Path table) throws Exception {
    for (String[] row : rows(table)) {
      var data = PaperData.valueOf(row[0].toUpperCase(Locale.ROOT));
      var plan = new ChainPlan(Integer.parseInt(row[6]), 0, sampler(row, 2));
      int[] hidden = Arrays.stream(row[1].split("-")).mapToInt(Integer::parseInt).toArray();
      var study =
          data.study(
              PaperData.shipped(),
              Configuration.of(hidden, plan).with(Configuration.Standardise.ALL));
      List<ChainOutcome> outcomes = new ArrayList<>();
      long began = System.nanoTime();
      var device = run(study.posterior(), plan, outcomes);
      double seconds = (System.nanoTime() - began) * 1e-9;
      long gradients = 0;
      double longest = 0;
      double held = 0; // by all chains together
      for (var outcome : outcomes) {
        gradients += outcome instanceof ChainOutcome.Finished f ? f.gradients() : 0;
        longest = Math.max(longest, outcome.seconds());
        held += outcome.seconds();
      }
      System.out.printf(
          "%s: %.1f M gradients, %.2f M/s while chains held their blocks, %.2f M/s with all that a"
              + " run takes, longest chain %.2f s; %s%n",
          String.join(" ", row),
          gradients * 1e-6,
          gradients / held * device.blocks * 1e-6,
          gradients / seconds * 1e-6,
          longest,
          device.how);
    }
    return true;
  }
}
