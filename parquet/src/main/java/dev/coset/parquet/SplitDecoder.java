package dev.coset.parquet;

/** Decodes values whose first bytes stand together, then their second bytes, and so on. */
final class SplitDecoder implements Decoder {
  private final Leaf leaf;
  private final byte[] array;
  private final int start;
  private final int size; // of a value
  private final int values;
  private int next;

  SplitDecoder(Leaf leaf, Bytes in) throws MalformedException {
    this.leaf = leaf;
    this.size = leaf.size();
    if (size == 0 || in.remaining() % size != 0) {
      throw new MalformedException("an encoding does not fit its column");
    }
    this.values = in.remaining() / size;
    this.array = in.array();
    this.start = in.take(in.remaining());
  }

  @Override
  public void read(Values into, int count) throws MalformedException {
    if (count > values - next) {
      throw new MalformedException("a page lacks values");
    }
    byte[] gathered = new byte[count * size];
    for (int k = 0; k < size; k++) {
      int from = start + k * values + next;
      for (int i = 0; i < count; i++) {
        gathered[i * size + k] = array[from + i];
      }
    }
    var in = new Bytes(gathered);
    for (int i = 0; i < count; i++) {
      leaf.value(into, i, in);
    }
    next += count;
  }
}
