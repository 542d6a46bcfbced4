package dev.coset.export;

import dev.coset.parallel.Parallel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Variables of a group that have dimensions chain and draw before their own. Cut along both into
 * chunks, which threads share, so that a run of any size takes little memory.
 */
final class DrawVariables {
  /** Puts what a variable is for one draw, by the place of its chain. */
  interface PerDraw {
    void put(ByteBuffer to, int chain, int draw);
  }

  interface NumberPerDraw {
    double at(int chain, int draw);
  }

  interface CountPerDraw {
    long at(int chain, int draw);
  }

  private final ZarrGroup group;
  private final FinishedChains chains;
  private final int chunkBytes;
  private final int threads;

  /**
   * @param chunkBytes what a chunk takes at most, unless one draw takes more
   */
  DrawVariables(ZarrGroup group, FinishedChains chains, int chunkBytes, int threads)
      throws IOException {
    this.group = group;
    this.chains = chains;
    this.chunkBytes = chunkBytes;
    this.threads = threads;
    group.coordinate("chain", chains.numbers());
    group.coordinate("draw", IntStream.range(0, chains.perChain()).asLongStream().toArray());
  }

  void numbers(String name, NumberPerDraw of) throws IOException {
    write(
        name, ZarrType.FLOAT, List.of(), new int[0], () -> (to, c, t) -> to.putDouble(of.at(c, t)));
  }

  void counts(String name, CountPerDraw of) throws IOException {
    write(
        name, ZarrType.INTEGER, List.of(), new int[0], () -> (to, c, t) -> to.putLong(of.at(c, t)));
  }

  /** Counts of 0 or 1. */
  void truths(String name, CountPerDraw of) throws IOException {
    write(
        name,
        ZarrType.BOOLEAN,
        List.of(),
        new int[0],
        () -> (to, c, t) -> to.put((byte) of.at(c, t)));
  }

  void arrays(String name, List<String> dimensions, int[] shape, Supplier<PerDraw> forOneThread)
      throws IOException {
    write(name, ZarrType.FLOAT, dimensions, shape, forOneThread);
  }

  private void write(
      String name,
      ZarrType type,
      List<String> ownDimensions,
      int[] ownShape,
      Supplier<PerDraw> forOneThread)
      throws IOException {
    List<String> dimensions = new ArrayList<>(List.of("chain", "draw"));
    dimensions.addAll(ownDimensions);
    int[] shape =
        IntStream.concat(IntStream.of(chains.count(), chains.perChain()), Arrays.stream(ownShape))
            .toArray();
    int bytesPerDraw = Arrays.stream(ownShape).reduce(type.bytes(), Math::multiplyExact);
    int[] chunk = shape.clone();
    chunk[1] = Math.clamp(chunkBytes / bytesPerDraw, 1, shape[1]);
    chunk[0] = Math.clamp(chunkBytes / ((long) bytesPerDraw * chunk[1]), 1, shape[0]);
    ZarrArray array = group.array(name, type, dimensions, shape, chunk);
    int across = array.chunks(1);
    try {
      Parallel.tasks(
          threads,
          array.chunks(0) * across,
          forOneThread,
          (n, of) -> write(array, n / across, n % across, bytesPerDraw, of));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void write(
      ZarrArray array, int chainChunk, int drawChunk, int bytesPerDraw, PerDraw of) {
    int[] chunk = array.chunk();
    int firstChain = chainChunk * chunk[0];
    int firstDraw = drawChunk * chunk[1];
    int chainEnd = Math.min(firstChain + chunk[0], array.shape()[0]);
    int drawEnd = Math.min(firstDraw + chunk[1], array.shape()[1]);
    ByteBuffer elements = array.newChunk();
    for (int c = firstChain; c < chainEnd; c++) {
      elements.position((c - firstChain) * chunk[1] * bytesPerDraw);
      for (int t = firstDraw; t < drawEnd; t++) {
        of.put(elements, c, t);
      }
    }
    int[] place = new int[chunk.length];
    place[0] = chainChunk;
    place[1] = drawChunk;
    try {
      array.write(elements, place);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
