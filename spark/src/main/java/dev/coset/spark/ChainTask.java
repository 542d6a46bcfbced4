package dev.coset.spark;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainRunner;
import dev.coset.chains.Engine;
import dev.coset.chains.EngineSession;
import dev.coset.sampler.SamplerMonitor;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import scala.Function1;
import scala.collection.Iterator;

/**
 * What an executor does: runs the chains of its task and sends their outcomes, packed. Where Spark
 * has given the task a GPU, they run there, all at once. A chain that throws is an outcome; so
 * Spark repeats only what a lost executor or GPU did not finish.
 */
record ChainTask(Broadcast<Assignment> assignment)
    implements Function1<Iterator<Integer>, byte[]>, Serializable {
  /** Spark's name for such a resource. */
  static final String GPU = "gpu";

  @Override
  public byte[] apply(Iterator<Integer> chains) {
    var context = TaskContext.get();
    List<Integer> numbers = new ArrayList<>();
    while (chains.hasNext()) {
      numbers.add(chains.next());
    }
    var gpu = context.resourcesJMap().get(GPU);
    return Parcel.pack(
        gpu == null ? onCore(numbers, context) : onGpu(numbers, context, gpu.addresses()[0]));
  }

  private List<ChainOutcome> onCore(List<Integer> chains, TaskContext context) {
    var runner = new ChainRunner(assignment.value().recipe, untilKilled(context));
    return chains.stream().map(runner::run).toList();
  }

  private List<ChainOutcome> onGpu(List<Integer> chains, TaskContext context, String device) {
    var recipe = assignment.value().recipe;
    var numbers = chains.stream().mapToInt(Integer::intValue);
    List<ChainOutcome> outcomes = new ArrayList<>();
    var options = Map.of("device", device, "threads", String.valueOf(context.cpus()));
    Engine gpu = Engine.named("cuda", options);
    EngineSession.run(gpu, recipe, numbers, untilKilled(context), outcomes::addAll);
    return outcomes;
  }

  /** The outcomes that a task sent. */
  static List<ChainOutcome> outcomes(byte[] result) {
    return ((List<?>) Parcel.unpack(result)).stream().map(ChainOutcome.class::cast).toList();
  }

  /** Spark asks a task to stop by its context. */
  private static SamplerMonitor untilKilled(TaskContext context) {
    return SamplerMonitor.NONE.or(context::isInterrupted);
  }
}
