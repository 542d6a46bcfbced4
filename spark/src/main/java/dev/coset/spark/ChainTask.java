package dev.coset.spark;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainRunner;
import dev.coset.sampler.SamplerMonitor;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import scala.Function1;
import scala.collection.Iterator;

/**
 * What an executor does: runs the chains of its task and sends their outcomes, packed. A chain that
 * throws is an outcome; so Spark repeats only what a lost executor did not finish.
 */
record ChainTask(Broadcast<Assignment> assignment)
    implements Function1<Iterator<Integer>, byte[]>, Serializable {

  @Override
  public byte[] apply(Iterator<Integer> chains) {
    var work = assignment.value();
    var runner = new ChainRunner(work.posterior, work.plan, untilKilled());
    List<ChainOutcome> outcomes = new ArrayList<>();
    while (chains.hasNext()) {
      outcomes.add(runner.run(chains.next()));
    }
    return Parcel.pack(outcomes);
  }

  /** The outcomes that a task sent. */
  static List<ChainOutcome> outcomes(byte[] result) {
    return ((List<?>) Parcel.unpack(result)).stream().map(ChainOutcome.class::cast).toList();
  }

  /** Spark asks a task to stop by its context. */
  private static SamplerMonitor untilKilled() {
    var context = TaskContext.get();
    return new SamplerMonitor() {
      @Override
      public boolean stopped() {
        return context.isInterrupted();
      }
    };
  }
}
