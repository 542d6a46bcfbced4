package dev.coset.data;

/**
 * One record of a batch. The same object stands for one record after another, so that a million
 * rows make no garbage.
 */
final class CsvRow implements Row {
  private CsvBatch batch;
  private int first; // its first cell in the batch
  private int cells;
  private int dataRow;
  private long line;

  CsvRow(CsvBatch batch) {
    this.batch = batch;
  }

  /** A row of one empty cell. */
  static CsvRow blank() {
    var batch = new CsvBatch();
    batch.begin(0);
    batch.add(batch.text, 0, 0);
    batch.finish();
    batch.parseNumbers();
    var row = new CsvRow(batch);
    row.become(batch, 0);
    return row;
  }

  void become(CsvBatch of, int record) {
    batch = of;
    first = of.firstCell(record);
    cells = of.cells(record);
    line = of.line(record);
  }

  @Override
  public int cells() {
    return cells;
  }

  @Override
  public boolean missing(int cell) {
    int place = first + cell;
    return Cell.missing(batch.text, batch.starts[place], batch.ends[place]);
  }

  @Override
  public boolean missingNumber(int cell) {
    int place = first + cell;
    return Cell.missingNumber(batch.text, batch.starts[place], batch.ends[place]);
  }

  @Override
  public double number(int cell) {
    return batch.numbers[first + cell];
  }

  @Override
  public String text(int cell) {
    int start = batch.starts[first + cell];
    return new String(batch.text, start, batch.ends[first + cell] - start);
  }

  @Override
  public int code(int cell, TextCodes known) {
    int place = first + cell;
    return known.find(batch.text, batch.starts[place], batch.ends[place]);
  }

  /** Whether the line holds nothing at all. */
  boolean isBlank() {
    return cells == 0 || (cells == 1 && batch.starts[first] == batch.ends[first]);
  }

  @Override
  public int dataRow() {
    return dataRow;
  }

  void dataRow(int number) {
    dataRow = number;
  }

  long line() {
    return line;
  }

  void line(long number) {
    line = number;
  }

  @Override
  public Place place() {
    return new Place(dataRow, line);
  }
}
