package dev.coset.spark;

import dev.coset.chains.ChainRecipe;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;

/** What every executor must know of a batch. Broadcast, so that each puts it together once. */
final class Assignment implements Serializable {
  private static final long serialVersionUID = 1;

  final transient ChainRecipe recipe;

  Assignment(ChainRecipe recipe) {
    this.recipe = recipe;
  }

  private Object writeReplace() {
    return new Packed(Parcel.pack(recipe));
  }

  private void readObject(ObjectInputStream in) throws InvalidObjectException {
    throw new InvalidObjectException("It travels packed.");
  }

  private record Packed(byte[] recipe) implements Serializable {
    private Object readResolve() {
      return new Assignment((ChainRecipe) Parcel.unpack(recipe));
    }
  }
}
