package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableMemoryTest {
  @TempDir Path folder;

  @Test
  void aTableThatCannotFitIsRefused() {
    assertThatCode(() -> TableMemory.requireFits("'t.csv'", 1_000_000, 21, 700L << 20))
        .doesNotThrowAnyException();
    assertThatCode(() -> TableMemory.requireFits("'t.csv'", 0, 21, 1)).doesNotThrowAnyException();
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> TableMemory.requireFits("'t.csv'", 10_000_000, 21, 1L << 30))
        .withMessage(
            "'t.csv' has about 10.0 million rows and 21 columns. To fit them takes at least 3.9 GiB"
                + " of memory, and Java may use 1.0 GiB. Allow more with -Xmx6g, or use fewer rows"
                + " or columns.");
  }

  /** The first lines tell how many there are in all. */
  @Test
  void theSizeOfAFileTellsItsRows() throws IOException {
    var random = new SplittableRandom(1);
    StringBuilder text = new StringBuilder("a,b\n");
    for (int i = 0; i < 50_000; i++) {
      text.append(random.nextInt(100_000)).append(',').append(random.nextInt(10)).append('\n');
    }
    Path file = Files.writeString(folder.resolve("t.csv"), text);
    try (TableFile open = TableFile.open(file, List.of("b"))) {
      assertThat((double) open.expectedRows()).isCloseTo(50_000, within(500.0));
    }
  }
}
