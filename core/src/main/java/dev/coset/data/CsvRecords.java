package dev.coset.data;

import static java.util.Objects.requireNonNull;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.Reader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The records of a delimited text. Where it is long, one thread finds the cells of a batch and
 * another one parses their numbers, while the batches before it are taken.
 */
final class CsvRecords implements AutoCloseable {
  private static final int LONGEST_CELL = 1 << 20;

  /** Of a text that ends within so many characters, no other thread is started. */
  private static final int FIRST_BATCH = 1 << 16;

  private static final int BATCH = 1 << 17; // characters: some 0.3 ms for each of the threads
  private static final int AHEAD = 3; // batches
  private static final long PATIENCE = 1; // seconds

  private final Filler filler = new Filler();
  private final Iterator<?> parser;
  private CsvBatch batch = new CsvBatch();
  private final CsvRow row = new CsvRow(batch);
  private int taken; // of the batch
  private boolean ended; // whether no further batch has records
  private final Deque<Future<CsvBatch>> ahead = new ArrayDeque<>();
  private @Nullable ExecutorService cells;
  private @Nullable ExecutorService numbers;

  /**
   * Parses the first batch.
   *
   * @param mayBeCut whether the text may end within quotes
   */
  CsvRecords(Reader text, char separator, boolean mayBeCut) {
    this.parser =
        CsvReader.builder()
            .fieldSeparator(separator)
            .maxBufferSize(LONGEST_CELL)
            .skipEmptyLines(false)
            .trimWhitespacesAroundQuotes(true)
            .allowUnclosedQuote(mayBeCut)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .build(filler, text)
            .iterator();
    fill(batch, FIRST_BATCH).parseNumbers();
  }

  /**
   * Returns the next record, or null at the end; it holds only until the next call. Throws what
   * FastCSV does where the text cannot be read on.
   */
  @Nullable CsvRow next() {
    while (taken == batch.records()) {
      if (batch.isLast()) {
        batch.requireEnd();
        return null;
      }
      turn();
    }
    row.become(batch, taken++);
    return row;
  }

  /** Takes the next batch, and has another one parsed into the arrays of the last. */
  private void turn() {
    if (cells == null) {
      cells = thread("coset-csv-cells");
      numbers = thread("coset-csv-numbers");
      for (int i = 1; i < AHEAD; i++) {
        parse(new CsvBatch());
      }
    }
    parse(batch);
    batch = await(ahead.removeFirst());
    taken = 0;
  }

  private static ExecutorService thread(String name) {
    return Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name(name).factory());
  }

  private void parse(CsvBatch empty) {
    ahead.addLast(
        CompletableFuture.supplyAsync(() -> fill(empty, BATCH), requireNonNull(cells))
            .thenApplyAsync(CsvBatch::parseNumbers, requireNonNull(numbers)));
  }

  private static CsvBatch await(Future<CsvBatch> batch) {
    try {
      return batch.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("Interrupted while reading.");
    }
  }

  private CsvBatch fill(CsvBatch empty, int characters) {
    empty.clear();
    filler.batch = empty;
    try {
      while (!ended && empty.size() < characters) {
        if (parser.hasNext()) {
          parser.next();
        } else {
          ended = true;
          empty.end(null);
        }
      }
    } catch (RuntimeException e) {
      ended = true;
      empty.end(e);
    }
    return empty;
  }

  /** Ends parsing; the text stays open. */
  @Override
  public void close() {
    if (cells != null && numbers != null) {
      cells.shutdownNow();
      numbers.shutdownNow();
      try {
        // The end of a batch is near, but a pipe may keep the thread waiting.
        boolean unused = cells.awaitTermination(PATIENCE, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Takes from FastCSV what it finds. */
  private static final class Filler extends AbstractBaseCsvCallbackHandler<Filler> {
    CsvBatch batch = new CsvBatch();

    @Override
    protected void handleBegin(long startingLine) {
      batch.begin(startingLine);
    }

    @Override
    protected void handleField(int cell, char[] buffer, int offset, int length, boolean quoted) {
      batch.add(buffer, offset, length);
    }

    @Override
    protected Filler buildRecord() {
      batch.finish();
      return this;
    }
  }
}
