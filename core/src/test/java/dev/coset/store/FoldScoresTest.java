package dev.coset.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldScoresTest {
  private static final byte[] DIGEST = new byte[32];
  private static final int CANDIDATES = 3;
  private static final int FOLDS = 2;
  private static final int HEADER = 44;
  private static final int RECORD = 20 + 8 + 3 * 8;

  @TempDir Path folder;
  private byte[] bytes;

  @BeforeEach
  void write() throws IOException {
    try (var scores = FoldScores.in(folder, DIGEST)) {
      for (int part = 0; part < CANDIDATES * FOLDS; part++) {
        scores.add(part / FOLDS, part % FOLDS, row(part));
      }
    }
    bytes = Files.readAllBytes(file());
  }

  private Path file() {
    return folder.resolve(FoldScores.NAME);
  }

  private static double[] row(int part) {
    return new double[] {-part, Double.NEGATIVE_INFINITY, 1.0 / (part + 1)};
  }

  /** Whatever is known is right; returns how much that is. */
  private int known(byte[] digest) throws IOException {
    int known = 0;
    try (var scores = FoldScores.in(folder, digest)) {
      for (int part = 0; part < CANDIDATES * FOLDS; part++) {
        var there = scores.of(part / FOLDS, part % FOLDS);
        if (there.isPresent()) {
          assertThat(there.get()).isEqualTo(row(part));
          known++;
        }
      }
      assertThat(scores.of(CANDIDATES, 0)).isEmpty();
    }
    return known;
  }

  @Test
  void aCutAtAnyByteLeavesTheScoresBeforeIt() throws IOException {
    for (int cut = 0; cut <= bytes.length; cut++) {
      Files.write(file(), Arrays.copyOf(bytes, cut));
      assertThat(known(DIGEST)).as("cut at %d", cut).isEqualTo(Math.max(0, cut - HEADER) / RECORD);
    }
  }

  @Test
  void aFlippedBitLosesAtMostItsOwnFold() throws IOException {
    for (int at = 0; at < bytes.length; at++) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= (byte) (1 << at % 8);
      Files.write(file(), damaged);
      assertThat(known(DIGEST)).as("byte %d", at).isEqualTo(at < HEADER ? 6 : 5);
    }
  }

  @Test
  void scoresOfAnotherChoiceAreNotKnown() throws IOException {
    byte[] other = DIGEST.clone();
    other[3] = 1;
    assertThat(known(other)).isZero();
  }
}
