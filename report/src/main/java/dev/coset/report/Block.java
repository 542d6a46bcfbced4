package dev.coset.report;

import dev.coset.diagnostics.Finding;
import dev.coset.report.chart.Chart;
import dev.coset.store.CompressedRun;
import java.util.List;

/** A part of a section. All texts are plain: the page escapes them. */
sealed interface Block {

  record Figure(Chart chart) implements Block {}

  /** A sentence or two, such as why there is no chart. */
  record Text(String text) implements Block {}

  /** Key figures side by side. */
  record Facts(List<Fact> facts) implements Block {
    public Facts {
      facts = List.copyOf(facts);
    }
  }

  /**
   * One key figure.
   *
   * @param note what helps to read the value; may be empty
   */
  record Fact(String label, String value, String note) {}

  /**
   * Whether to trust the predictions, and the one thing to do.
   *
   * @param answer in a word or two
   * @param severity of what the action is about
   */
  record Advice(String answer, String verdict, String action, Finding.Severity severity)
      implements Block {}

  /** What was found, worst first. */
  record Findings(List<Finding> findings) implements Block {
    public Findings {
      findings = List.copyOf(findings);
    }
  }

  /** The first column names a row, and the next one is the most important. */
  record Table(String title, String meaning, List<String> header, List<List<String>> rows)
      implements Block {
    public Table {
      header = List.copyOf(header);
      rows = List.copyOf(rows);
    }
  }

  /** A table of rows of the data, which may have to stay out of a page. */
  record Rows(Table table) implements Block {}

  /**
   * A form that asks a posterior which travels with the page.
   *
   * @param order of the columns, by their places, the most important first; the others follow
   */
  record WhatIf(CompressedRun run, List<Integer> order) implements Block {
    public WhatIf {
      order = List.copyOf(order);
    }
  }

  /**
   * A slider for the probability from which on a row is taken for the second of two classes.
   *
   * @param positives how many rows of the second class reach each threshold
   * @param negatives how many of the first
   */
  record Threshold(
      List<String> classes, List<? extends Number> positives, List<? extends Number> negatives)
      implements Block {
    public Threshold {
      classes = List.copyOf(classes);
      positives = List.copyOf(positives);
      negatives = List.copyOf(negatives);
    }
  }

  /** A model card, which may be closed. */
  record Card(ModelCard card) implements Block {}

  /** Something to copy. */
  record Code(String title, String text) implements Block {}
}
