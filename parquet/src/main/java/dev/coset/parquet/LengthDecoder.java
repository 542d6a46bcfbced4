package dev.coset.parquet;

/** Decodes byte arrays whose lengths stand before all of them. */
final class LengthDecoder implements Decoder {
  private final Leaf leaf;
  private final DeltaReader lengths;
  private final Bytes in;

  LengthDecoder(Leaf leaf, Bytes in) throws MalformedException {
    this.leaf = leaf;
    this.lengths = DeltaReader.before(in);
    this.in = in;
  }

  @Override
  public void read(Values into, int count) throws MalformedException {
    for (int i = 0; i < count; i++) {
      leaf.bytes(into, i, in.slice(lengths.next()));
    }
  }
}
