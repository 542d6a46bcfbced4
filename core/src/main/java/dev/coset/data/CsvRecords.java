package dev.coset.data;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.Reader;
import java.util.Iterator;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The records of a delimited text. Those of a long text are parsed by a thread of their own, one
 * batch ahead of the thread that takes them.
 */
final class CsvRecords implements AutoCloseable {
  private static final int LONGEST_CELL = 1 << 20;

  /** Of a text that ends within so many characters, no other thread is started. */
  private static final int FIRST_BATCH = 1 << 16;

  private static final int BATCH = 1 << 18; // characters: some 0.3 ms of parsing
  private static final long PATIENCE = 1; // seconds

  private final Filler filler = new Filler();
  private final Iterator<?> parser;
  private CsvBatch batch = new CsvBatch();
  private CsvBatch next = new CsvBatch();
  private final CsvRow row = new CsvRow(batch);
  private int taken; // of the batch
  private @Nullable ExecutorService thread;
  private @Nullable Future<?> ahead; // fills the next batch

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
    fill(batch, FIRST_BATCH);
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

  /** Takes the batch that was parsed meanwhile, and has the one after it parsed. */
  private void turn() {
    ExecutorService parsing =
        thread != null
            ? thread
            : Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("coset-csv").factory());
    thread = parsing;
    CsvBatch filled = next;
    await(ahead != null ? ahead : parsing.submit(() -> fill(filled, BATCH)));
    CsvBatch free = batch;
    batch = filled;
    next = free;
    taken = 0;
    if (!batch.isLast()) {
      ahead = parsing.submit(() -> fill(free, BATCH));
    }
  }

  private static void await(Future<?> batch) {
    try {
      batch.get();
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

  private void fill(CsvBatch empty, int characters) {
    empty.clear();
    filler.batch = empty;
    try {
      while (empty.size() < characters) {
        if (!parser.hasNext()) {
          empty.end(null);
          return;
        }
        parser.next();
      }
    } catch (RuntimeException e) {
      empty.end(e);
    }
  }

  /** Ends parsing; the text stays open. */
  @Override
  public void close() {
    if (thread != null) {
      thread.shutdownNow();
      try {
        // The end of a batch is near, but a pipe may keep the thread waiting.
        boolean unused = thread.awaitTermination(PATIENCE, TimeUnit.SECONDS);
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
