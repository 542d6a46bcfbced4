package dev.coset.spark;

import dev.coset.chains.ChainPlan;
import dev.coset.posterior.Posterior;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;

/** What every executor must know of a run. Broadcast, so that each puts it together once. */
final class Assignment implements Serializable {
  private static final long serialVersionUID = 1;

  final transient Posterior posterior;
  final transient ChainPlan plan;

  Assignment(Posterior posterior, ChainPlan plan) {
    this.posterior = posterior;
    this.plan = plan;
  }

  private Object writeReplace() {
    return new Packed(Parcel.pack(posterior), Parcel.pack(plan));
  }

  private void readObject(ObjectInputStream in) throws InvalidObjectException {
    throw new InvalidObjectException("It travels packed.");
  }

  private record Packed(byte[] posterior, byte[] plan) implements Serializable {
    private Object readResolve() {
      return new Assignment((Posterior) Parcel.unpack(posterior), (ChainPlan) Parcel.unpack(plan));
    }
  }
}
